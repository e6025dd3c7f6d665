import { expect, it } from 'vitest'

import { confirm } from '../../src/sweep/confirm.ts'
import { sweepFaults } from '../../src/sweep/faults.ts'
import type { Broken, GroupRun } from '../../src/sweep/search.ts'
import type { Variant } from '../../src/sweep/variants.ts'

const [fault] = sweepFaults

/** A row or a fault by its name. */
function variantOf(id: string): Variant {
  if (id === 'listOrder' || id === 'jobStates') return { kind: 'assumption', id, row: id, option: 'x' }
  if (fault === undefined) throw new Error('no fault')
  return { kind: 'fault', id, fault, operations: [id] }
}

function runOf(outcome: 'passed' | 'failed', tail: string, members: readonly Variant[] = []): GroupRun {
  const trace = { entries: [], webhooks: [] }
  const plan = { preset: { assume: {}, scenarios: [] }, causesOf: () => [] }
  return {
    outcome,
    tail,
    members,
    trace,
    plan,
    scope: undefined,
    exitCode: 1,
    durationMs: 1,
    longestSilenceMs: 0,
    tests: null,
    verdicts: [],
  }
}

const brokenBy = (id: string, tail: string): Broken => {
  const members = [variantOf(id)]
  return { members, run: runOf('failed', tail, members) }
}

const bad = 'bad luck'

it.each<[string, { found: string[]; flaky: number; tail?: string; passes?: number; isVisible?: boolean }, object]>([
  [
    'a finding of a suite that can be relied on',
    { found: ['a'], flaky: 0 },
    { broken: ['a'], runs: 0, isFlaky: false },
  ],
  [
    'one failure by chance: three of three',
    { found: ['a'], flaky: 1, tail: 'else' },
    { broken: ['a'], runs: 1, isFlaky: false },
  ],
  [
    'a flaky suite: the baseline twice, and three of three',
    { found: ['a'], flaky: 2, tail: 'else' },
    { broken: ['a'], runs: 3 },
  ],
  ['a failure that was seen by chance: five of five', { found: ['a'], flaky: 1 }, { broken: ['a'], runs: 3 }],
  ['one that does not come again', { found: ['a'], flaky: 1, passes: 2 }, { broken: [], runs: 4, isFlaky: true }],
  [
    'one under which no answer differs: five of five',
    { found: ['a'], flaky: 0, isVisible: false },
    { broken: ['a'], runs: 3 },
  ],
  ['two faults that fail alike', { found: ['a', 'b'], flaky: 0 }, { broken: ['a', 'b'], runs: 0 }],
])('%s', async (_, { found, flaky, tail = bad, passes = 0, isVisible = true }, expected) => {
  let runs = 0
  const byChance = Array.from({ length: flaky }, () => brokenBy('c', tail))
  const confirmed = await confirm(
    found.map((id) => brokenBy(id, bad)),
    byChance,
    async (members) => {
      runs += 1
      return runOf(members.length === 0 || runs === passes ? 'passed' : 'failed', bad, members)
    },
    () => isVisible,
  )
  const broken = confirmed.broken.map(({ members }) => members[0]?.id)
  expect({ ...confirmed, broken, runs }).toMatchObject(expected)
})
