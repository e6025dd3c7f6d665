import { describe, expect, it } from 'vitest'

import { operations } from '../../src/app/areas.ts'
import type { TraceEntry } from '../../src/app/swept.ts'
import { mostRunsOf, tryVariant, type VariantRun } from '../../src/sweep/try-variant.ts'
import { faultVariants } from '../../src/sweep/variants.ts'

const entryOf = (operation: string): TraceEntry => ({
  sandbox: 'default',
  operation,
  method: 'GET',
  path: '/v1',
  status: 200,
  code: null,

  fault: null,
  fired: [],
  used: [],
  body: null,
  digest: '',
})

const called = ['listResources', 'getResource', 'listJobs']

/** A fault at some operations. */
function resetAt(ids: readonly string[]) {
  const trace = { entries: ids.map(entryOf), hasDelivered: false }
  const [variant] = faultVariants(operations, trace, { only: ['reset'], except: [] })
  if (variant === undefined) throw new Error('no operation')
  return variant
}

const passed: VariantRun = { outcome: 'passed', exitCode: 0, failed: [], rows: new Set(), request: null }
const failed: VariantRun = { ...passed, outcome: 'failed', exitCode: 1 }

/** The ends of the runs of a fault and of its parts, in order: `-` for a failure. */
const whole = 'reset'
const [a, b, c] = ['reset@listResources', 'reset@getResource', 'reset@listJobs']

const two = { [whole]: '-', [a]: '--', [b]: '--', [c]: '+' }
const byChance = { [whole]: '-+', [a]: '+', [b]: '+', [c]: '+' }
const none = { passed: [], flaky: [], broken: [], leftOut: [] }

describe('a fault at three operations', () => {
  it.each([
    ['passes', { [whole]: '+' }, { passed: [whole] }, 1],
    ['breaks at one', { ...two, [a]: '+', [b]: '-' }, { passed: [a, c], broken: [b] }, 4],
    ['breaks at two', two, { passed: [c], broken: [a, b] }, 6],
    ['breaks at all', { ...two, [c]: '--' }, { broken: [a, b, c] }, 7],
    ['breaks at one, fails at another by chance', { ...two, [a]: '-+' }, { passed: [c], flaky: [a], broken: [b] }, 6],
    ['breaks only at several together', { ...byChance, [whole]: '--' }, { passed: [a, b, c], broken: [whole] }, 5],
    ['fails by chance', byChance, { passed: [a, b, c], flaky: [whole] }, 5],
    ['fails by chance thrice', { ...byChance, [a]: '-+', [b]: '-+' }, { passed: [c], flaky: [whole, a, b] }, 7],
  ])('%s', async (_, ends, expected, runs) => {
    expect(await verdictsOf(called, ends)).toEqual({ ...none, ...expected, runs })
  })

  it.each([
    [0, two, { leftOut: [whole] }],
    [1, two, { leftOut: [a, b, c] }],
    [2, two, { leftOut: [a, b, c] }],
    [4, two, { passed: [c], leftOut: [a, b] }],
    [5, two, { passed: [c], broken: [a], leftOut: [b] }],
    [5, { ...two, [a]: '-+' }, { passed: [c], flaky: [a], broken: [b] }],
    [3, byChance, { passed: [a, b], leftOut: [c] }],
    [4, byChance, { passed: [a, b, c], leftOut: [whole] }],
  ])('with %d runs: %j', async (most, ends, expected) => {
    expect(await verdictsOf(called, ends, most)).toEqual({ ...none, ...expected, runs: most })
  })
})

describe('a fault at one operation', () => {
  it.each([
    ['+', { passed: [a], runs: 1 }],
    ['--', { broken: [a], runs: 2 }],
    ['-+', { flaky: [a], runs: 2 }],
  ])('%s', async (ends, expected) => {
    expect(await verdictsOf(['listResources'], { [a]: ends })).toEqual({ ...none, ...expected })
  })
})

async function verdictsOf(ids: readonly string[], ends: Readonly<Record<string, string>>, most?: number) {
  const variant = resetAt(ids)
  let runs = 0
  const { tried, leftOut } = await tryVariant(variant, most ?? mostRunsOf(variant), async (due) =>
    due.map(({ variant: { id }, runs: earlier }) => {
      runs += 1
      const end = ends[id]?.[earlier.length]
      if (end === undefined) throw new Error(`an unexpected run of ${id}`)
      return end === '+' ? passed : failed
    }),
  )
  const of = (verdict: string) => tried.filter((one) => one.verdict === verdict).map((one) => one.variant.id)
  return {
    passed: of('passed'),
    flaky: of('flaky'),
    broken: of('broken'),
    leftOut: leftOut.map(({ id }) => id),
    runs,
  }
}
