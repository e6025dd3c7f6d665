import { expect, it } from 'vitest'

import { type Broken, confirm } from '../../../src/tools/sweep/search.ts'
import { runOf, variantOf } from './support/runs.ts'

const brokenBy = (id: string): Broken => {
  const members = [variantOf(id)]
  return { members, run: runOf('failed', members) }
}

interface Story {
  readonly found: readonly string[]
  /** Failures that came by chance before. */
  readonly flaky?: number
  /** The number of the run that passes. */
  readonly passes?: number
  readonly isVisible?: boolean
}

it.each<[string, Story, object]>([
  ['a finding of a suite that can be relied on', { found: ['a'] }, { broken: ['a'], runs: 0, isFlaky: false }],
  ['one failure by chance: five of five', { found: ['a'], flaky: 1 }, { broken: ['a'], runs: 3, isFlaky: false }],
  ['two failures by chance', { found: ['a'], flaky: 2 }, { broken: ['a'], runs: 3, isFlaky: true }],
  ['one that does not come again', { found: ['a'], flaky: 1, passes: 2 }, { broken: [], runs: 2, isFlaky: true }],
  ['one under which no answer differs: five of five', { found: ['a'], isVisible: false }, { broken: ['a'], runs: 3 }],
  ['two faults that fail alike', { found: ['a', 'b'] }, { broken: ['a', 'b'], runs: 0 }],
])('%s', async (_, { found, flaky = 0, passes = 0, isVisible = true }, expected) => {
  let runs = 0
  const confirmed = await confirm(
    found.map(brokenBy),
    Array.from({ length: flaky }, () => brokenBy('c')),
    async ({ members }) => {
      runs += 1
      return runOf(runs === passes ? 'passed' : 'failed', members)
    },
    () => isVisible,
  )
  const broken = confirmed.broken.map(({ members }) => members[0]?.id)
  expect({ ...confirmed, broken, runs }).toMatchObject(expected)
})
