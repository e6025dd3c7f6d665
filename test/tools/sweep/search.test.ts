import { describe, expect, it } from 'vitest'

import { type Broken, confirm, tryGroup } from '../../../src/tools/sweep/search.ts'
import type { Variant } from '../../../src/tools/sweep/variants.ts'
import { runOf, variantOf } from './support/runs.ts'

const idsOf = (variants: readonly Variant[]): string => variants.map(({ id }) => id).join('')

interface Story {
  /** The variants that are tried together, a letter each. */
  readonly group?: string
  /** The combinations that break the suite. */
  readonly breaking?: readonly string[]
  /** The numbers of runs that fail by chance. */
  readonly byChance?: readonly number[]
  readonly budget?: number
  /** What another search finds, and after how many runs of this one. */
  readonly elsewhere?: readonly [letters: string, runs: number]
}

async function resultsOf({
  group = 'abcdefgh',
  breaking = [],
  byChance = [],
  budget = 99,
  elsewhere: [known, from] = ['', 0],
}: Story) {
  let runs = 0
  const found: string[] = []
  const isOpen = (one: Variant): boolean => runs < from || !known.includes(one.id)
  const results = await tryGroup(group.split('').map(variantOf), {
    run: async (all, isFirst) => {
      const members = isFirst ? all.filter(isOpen) : all
      if (runs === budget || members.length === 0) return undefined
      runs += 1
      const ids = idsOf(members)
      const isBroken = breaking.some((ones) => ones.split('').every((one) => ids.includes(one)))
      return runOf(isBroken || byChance.includes(runs) ? 'failed' : 'passed', members)
    },
    suspects: () => [],
    isOpen,
    found: ({ id }) => found.push(id),
  })
  const passed = new Set(results.passed.flatMap(({ members }) => members.map(({ id }) => id)))
  return {
    broken: results.broken.map(({ members }) => idsOf(members)).toSorted(),
    flaky: results.flaky.map(({ members }) => idsOf(members)),
    passed: [...passed].toSorted().join(''),
    found: found.join(''),
    leftOut: [...new Set(idsOf(results.leftOut))].toSorted().join(''),
    runs,
  }
}

const none = { broken: [], flaky: [], passed: '', leftOut: '' }

describe('a group of variants', () => {
  it.each<[string, Story, object]>([
    ['passes', {}, { passed: 'abcdefgh', runs: 1 }],
    ['breaks by the first', { breaking: ['a'] }, { broken: ['a'], passed: 'bcdefgh', runs: 7 }],
    ['breaks by the last', { breaking: ['h'] }, { broken: ['h'], passed: 'abcdefg', runs: 7 }],
    ['breaks by two', { breaking: ['b', 'g'] }, { broken: ['b', 'g'], passed: 'acdefh', runs: 11 }],
    ['breaks by all', { group: 'abc', breaking: ['a', 'b', 'c'] }, { broken: ['a', 'b', 'c'], runs: 5 }],
    ['breaks by two together only', { breaking: ['bg'] }, { broken: ['bg'], passed: 'abcdefgh', runs: 11 }],
    ['fails once by chance', { byChance: [1] }, { flaky: ['abcdefgh'], passed: 'abcdefgh', runs: 4 }],
    ['of one breaks twice', { group: 'a', breaking: ['a'] }, { broken: ['a'], runs: 2 }],
    ['without what is known', { breaking: ['a'], elsewhere: ['a', 0] }, { passed: 'bcdefgh', runs: 1 }],
    ['of one fails once by chance', { group: 'a', byChance: [1] }, { flaky: ['a'], passed: 'a', runs: 2 }],
  ])('%s', async (_, story, expected) => {
    expect(await resultsOf(story)).toMatchObject({ ...none, ...expected })
  })

  it.each<[number, Story, object]>([
    [0, {}, { leftOut: 'abcdefgh' }],
    [1, { breaking: ['a'] }, { leftOut: 'abcdefgh' }],
    [4, { breaking: ['a'] }, { leftOut: 'abcd', passed: 'efgh' }],
    [5, { breaking: ['h'] }, { leftOut: 'gh', passed: 'abcdef' }],
    [1, { group: 'a', breaking: ['a'] }, { leftOut: 'a' }],
  ])('has %d runs for %j', async (budget, story, expected) => {
    expect(await resultsOf({ ...story, budget })).toMatchObject({ ...none, ...expected, runs: budget })
  })
})

const brokenBy = (id: string): Broken => {
  const members = [variantOf(id)]
  return { members, run: runOf('failed', members) }
}

interface Findings {
  readonly found: readonly string[]
  /** Failures that came by chance before. */
  readonly flaky?: number
  /** The number of the run that passes. */
  readonly passes?: number
  readonly isVisible?: boolean
}

describe('a finding is confirmed', () => {
  it.each<[string, Findings, object]>([
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
})
