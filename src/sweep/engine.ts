import pLimit from 'p-limit'

import type { Profile } from '../assumptions/register.ts'
import type { Operation } from '../http/operation.ts'
import { InputError } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { type RunEnd, runOnce, type Suite } from './run.ts'
import { changedRequest, rowsIn, type Trace } from './trace.ts'
import { mostRunsOf, type Tried, tryVariant, type VariantRun } from './try-variant.ts'
import { faultVariants, rowVariants, type Selection, type Variant } from './variants.ts'

/** The suite, as it was without a change. */
export interface Baseline {
  /** The longer one of its two runs. */
  readonly durationMs: number
  /** Tests of the suite; null where it wrote no report that was read. */
  readonly tests: number | null
  /** The requests of its first run. */
  readonly trace: Trace
  /** The requests of both runs. */
  readonly both: Trace
}

/** A baseline that a sweep cannot build on. */
export class BaselineError extends InputError {
  readonly tail: string

  constructor(message: string, tail = '') {
    super(message, { field: 'sweep' })
    this.tail = tail
  }
}

export interface SweepTask {
  readonly suite: Suite
  readonly chosen: Profile
  readonly operations: readonly Operation[]
  readonly selection: Selection
  readonly jobs: number
  /** Most runs, those of the baseline included; infinity for no bound. */
  readonly budget: number
  /** Longest time of a run; undefined for one that follows from the baseline. */
  readonly timeoutMs: number | undefined
  readonly watcher: Watcher
}

export interface Watcher {
  /** Called when the baseline has passed. */
  readonly planned: (baseline: Baseline, variants: readonly Variant[]) => void
  /** Called after each run. @param left runs that are known to come */
  readonly ran: (id: string, left: number) => void
}

export interface Swept {
  readonly baseline: Baseline
  readonly tried: readonly Tried[]
  readonly leftOut: readonly Variant[]
  readonly runs: number
}

const longestBaselineMs = 600_000

/** The shortest limit of a run that follows from the baseline, and its part of the baseline. */
const leastTimeoutMs = 30_000
const timeoutFactor = 5

/** Runs a suite under each variant. @throws BaselineError; an Error where the command cannot be started */
export async function sweep(task: SweepTask): Promise<Swept> {
  const { suite, chosen, operations, watcher, budget, selection } = task
  const limit = pLimit(task.jobs)
  let failure: { readonly error: unknown } | undefined
  /** Waits for a free place. After an error, none begins. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    limit(async () => {
      if (failure !== undefined) throw failure.error
      return await work().catch((error: unknown) => {
        failure = { error }
        throw error
      })
    })
  let runs = 0
  const ran = (id: string, left: number): void => {
    runs += 1
    watcher.ran(id, left)
  }
  const bareMs = task.timeoutMs ?? longestBaselineMs
  const runBare = (): Promise<RunEnd> =>
    inTurn(async () => {
      const run = await runOnce(suite, { choices: {} }, bareMs)
      ran('baseline', 0)
      return run
    })
  const baseline = toBaseline(await all([runBare(), runBare()]), bareMs)
  const timeoutMs = task.timeoutMs ?? Math.max(leastTimeoutMs, baseline.durationMs * timeoutFactor)
  const seen = new Set(rowsIn(baseline.both))
  const queue: Variant[] = [
    ...rowVariants(seen, chosen, selection),
    ...faultVariants(operations, baseline.both, selection),
  ]
  if (queue.length === 0 && selection.only.length > 0) {
    const names = selection.only.join(', ')
    throw new BaselineError(`nothing to try: no answer depended on ${names}, and no request can meet it`)
  }
  watcher.planned(baseline, queue)
  const runUnder = (variant: Variant): Promise<VariantRun> =>
    inTurn(async () => {
      const { outcome, exitCode, tests, trace } = await runOnce(suite, variant.change, timeoutMs)
      const request = outcome === 'passed' ? null : changedRequest(variant, trace, baseline.trace)
      ran(variant.id, limit.pendingCount + queue.length)
      return { outcome, exitCode, failed: tests?.failed ?? [], rows: rowsIn(trace), request }
    })
  const tried: Tried[] = []
  const leftOut: Variant[] = []
  for (let steps = takeSteps(queue, budget - runs); steps.length > 0; steps = takeSteps(queue, budget - runs)) {
    const trials = steps.map(({ variant, most }) =>
      tryVariant(variant, most, (due) => all(due.map((one) => runUnder(one.variant)))),
    )
    // What follows depends on the results, and not on the order in which they end.
    for (const trial of await all(trials)) {
      tried.push(...trial.tried)
      leftOut.push(...trial.leftOut)
      for (const { verdict, rows, variant } of trial.tried) {
        if (verdict !== 'passed') continue
        const fresh = new Set([...rows].filter((row) => !seen.has(row)))
        for (const row of fresh) seen.add(row)
        queue.push(...rowVariants(fresh, chosen, selection, variant))
      }
    }
  }
  return { baseline, tried, leftOut: [...leftOut, ...queue], runs }
}

/** Takes the variants from a queue that may be tried at once, each with the most runs for it. @param runsLeft of the budget */
function takeSteps(queue: Variant[], runsLeft: number) {
  const steps: { readonly variant: Variant; readonly most: number }[] = []
  let free = runsLeft
  for (const variant of queue) {
    // The first one gets all that is left of a budget.
    const most = steps.length === 0 ? Math.min(mostRunsOf(variant), free) : mostRunsOf(variant)
    if (most === 0 || most > free) break
    steps.push({ variant, most })
    free -= most
  }
  queue.splice(0, steps.length)
  return steps
}

/** Waits until all work has ended. @throws the first error */
async function all<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(works)
  return await Promise.all(works)
}

/** Takes two runs without a change as the baseline. @param limitMs longest time of a run. @throws BaselineError unless both passed and sent requests */
function toBaseline(runs: readonly RunEnd[], limitMs: number): Baseline {
  const failed = runs.find(({ outcome }) => outcome !== 'passed')
  if (failed !== undefined) {
    const isFlaky = runs.some(({ outcome }) => outcome === 'passed')
    throw new BaselineError(`the command ${failureOf(failed, isFlaky, limitMs)}`, failed.tail)
  }
  const both = {
    entries: runs.flatMap(({ trace }) => trace.entries),
    hasDelivered: runs.some(({ trace }) => trace.hasDelivered),
  }
  if (both.entries.length === 0) {
    const where = 'it finds the fake by CLOUDSEC_BASE_URL and CLOUDSEC_API_KEY, or starts one of this package'
    throw new BaselineError(`the command passed, but sent no request to a fake: ${where}`)
  }
  const [first] = runs
  return {
    durationMs: Math.max(...runs.map((run) => run.durationMs)),
    tests: first?.tests?.total ?? null,
    trace: first?.trace ?? both,
    both,
  }
}

function failureOf({ outcome, exitCode, tests }: RunEnd, isFlaky: boolean, limitMs: number): string {
  if (outcome === 'timed_out')
    return `takes longer than ${limitMs / 1000}s without any change; --timeout sets another limit`
  const how = exitCode === null ? 'is killed' : `ends with ${exitCode}`
  const names = listed(tests?.failed ?? [], ', ', ({ name }) => name, 3)
  const failing = names === '' ? '' : ` (${names})`
  return isFlaky
    ? `passes once and ${how} once without any change${failing}; make it repeatable first`
    : `${how} without any change${failing}; it has to pass first`
}
