import type { Profile } from '../assumptions/register.ts'
import type { Operation } from '../http/operation.ts'
import { type Baseline, BaselineError, runBaseline } from './baseline.ts'
import { changedRequest } from './changed-request.ts'
import { Lanes } from './lanes.ts'
import { Plan } from './plan.ts'
import { runOnce, type Suite } from './run.ts'
import type { Selection } from './selection.ts'
import { rowsIn } from './trace.ts'
import { type Tried, tryVariant, type VariantRun } from './try-variant.ts'
import type { Variant } from './variants.ts'

/** The work of a sweep, and its bounds. */
export interface SweepTask {
  readonly suite: Suite
  /** The choices of the baseline. */
  readonly chosen: Profile
  readonly operations: readonly Operation[]
  readonly selection: Selection
  /** Runs at once. */
  readonly jobs: number
  /** Most runs, those of the baseline included; infinity for no bound. */
  readonly budget: number
  /** Longest time of a run; undefined for one that follows from the baseline. */
  readonly timeoutMs: number | undefined
  readonly watcher: Watcher
}

/** Follows a sweep. */
export interface Watcher {
  /** Called when the baseline has passed. */
  readonly planned: (baseline: Baseline, variants: readonly Variant[]) => void
  /** Called after each run. @param left runs that are known to come */
  readonly ran: (id: string, left: number) => void
}

/** All that a sweep found out. */
export interface Swept {
  readonly baseline: Baseline
  readonly tried: readonly Tried[]
  /** The variants that the budget left out. */
  readonly leftOut: readonly Variant[]
  readonly runs: number
}

/** The shortest limit of a run that follows from the baseline, and its part of the baseline. */
const leastTimeoutMs = 30_000
const timeoutFactor = 5

/** Runs a suite under each variant. @throws as `runBaseline` does */
export async function sweep(task: SweepTask): Promise<Swept> {
  const { suite, jobs, watcher, budget, selection } = task
  let runs = 0
  const ran = (id: string, left: number): void => {
    runs += 1
    watcher.ran(id, left)
  }
  const lanes = new Lanes(jobs)
  const baseline = await runBaseline(suite, { lanes, timeoutMs: task.timeoutMs, ran: () => ran('baseline', 0) })
  const timeoutMs = task.timeoutMs ?? Math.max(leastTimeoutMs, baseline.durationMs * timeoutFactor)
  const plan = new Plan(task, baseline)
  if (plan.waiting.length === 0 && selection.only.length > 0) {
    const names = selection.only.join(', ')
    throw new BaselineError(`nothing to try: no answer depended on ${names}, and no request can meet it`, '')
  }
  watcher.planned(baseline, plan.waiting)
  const runUnder = async (variant: Variant): Promise<VariantRun> =>
    await lanes.one(async () => {
      const { outcome, exitCode, tests, trace } = await runOnce(suite, variant.change, timeoutMs)
      const request = outcome === 'passed' ? null : changedRequest(variant, trace, baseline.trace)
      ran(variant.id, lanes.waiting + plan.waiting.length)
      return { outcome, exitCode, failed: tests?.failed ?? [], rows: rowsIn(trace), request }
    })
  for (let steps = plan.next(budget - runs); steps.length > 0; steps = plan.next(budget - runs)) {
    const trials = steps.map(({ variant, most }) =>
      tryVariant(variant, most, (due) => lanes.all(due.map((one) => runUnder(one.variant)))),
    )
    plan.add(await lanes.all(trials))
  }
  return { baseline, tried: plan.tried, leftOut: plan.leftOut, runs }
}
