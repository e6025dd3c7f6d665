import * as z from 'zod/mini'

import type { Profile } from '../assumptions/register.ts'
import type { Operation } from '../http/operation.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { type Baseline, runBaseline } from './baseline.ts'
import { changedRequest } from './changed-request.ts'
import { inParallel } from './in-parallel.ts'
import { Plan, type Step, type Tried, type VariantRun } from './plan.ts'
import { runOnce, type Suite } from './run.ts'
import type { SavedRuns } from './saved-runs.ts'
import type { Selection } from './selection.ts'
import { rowsIn } from './trace.ts'
import type { Variant } from './variants.ts'

/** The work of a sweep, and its bounds. */
export interface SweepTask {
  readonly suite: Suite
  /** The choices of the baseline. */
  readonly chosen: Profile
  readonly operations: readonly Operation[]
  readonly selection: Selection
  /** True to try pairs of rows, too. */
  readonly pairs: boolean
  /** Runs at once. */
  readonly jobs: number
  /** Most runs, those of the baseline included; infinity for no bound. */
  readonly budget: number
  /** Longest time of a run; undefined for one that follows from the baseline. */
  readonly timeoutMs: number | undefined
  readonly saved: SavedRuns
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
  const { suite, saved, jobs, watcher, budget } = task
  let runs = 0
  const ran = (id: string, left: number): void => {
    runs += 1
    watcher.ran(id, left)
  }
  const baseline = await runBaseline(suite, saved, { jobs, timeoutMs: task.timeoutMs, ran: () => ran('baseline', 0) })
  const timeoutMs = task.timeoutMs ?? Math.max(leastTimeoutMs, baseline.durationMs * timeoutFactor)
  const plan = new Plan(task, baseline)
  watcher.planned(baseline, plan.waiting)
  for (let steps = plan.next(budget - runs); steps.length > 0; steps = plan.next(budget - runs)) {
    let left = steps.length + plan.waiting.length
    const found = await inParallel(steps, jobs, async (step) => {
      left -= 1
      const { id } = step.variant
      return await tryStep(task, step, { baseline, timeoutMs, ran: () => ran(id, left) })
    })
    plan.add(found)
  }
  return { baseline, tried: plan.tried, leftOut: plan.waiting, runs }
}

/** The circumstances of a run. */
interface Circumstances {
  readonly baseline: Baseline
  readonly timeoutMs: number
  readonly ran: () => void
}

/** Runs a suite under a variant, and again where nothing else confirms a failure. */
async function tryStep(task: SweepTask, { variant, earlier, hasParts }: Step, how: Circumstances): Promise<Tried> {
  if (earlier === undefined) {
    const first = await runUnder(task, variant, 1, how)
    if (first.outcome === 'passed') return { ...first, variant, verdict: 'passed' }
    if (hasParts) return { ...first, variant, verdict: 'open' }
    return await confirm(task, { ...first, variant, verdict: 'open' }, how)
  }
  if (earlier.variant.id === variant.id) return await confirm(task, earlier, how)
  const part = await runUnder(task, variant, 1, how)
  return { ...part, variant, verdict: part.outcome === 'passed' ? 'passed' : 'broken' }
}

/** Runs a suite again under a variant that it failed under: one that then passes is flaky. */
async function confirm(task: SweepTask, first: Tried, how: Circumstances): Promise<Tried> {
  const second = await runUnder(task, first.variant, 2, how)
  return { ...first, verdict: second.outcome === 'passed' ? 'flaky' : 'broken' }
}

const variantRun = z.custom<VariantRun>(isJsonObject)

async function runUnder(
  { suite, saved }: SweepTask,
  variant: Variant,
  attempt: number,
  { baseline, timeoutMs, ran }: Circumstances,
): Promise<VariantRun> {
  const run = await saved.get(variant.id, attempt, variantRun, async () => {
    const { outcome, exitCode, tests, trace } = await runOnce(suite, variant.change, timeoutMs)
    const request = outcome === 'passed' ? null : changedRequest(variant, trace, baseline.trace)
    return { outcome, exitCode, failed: tests?.failed ?? [], rows: [...rowsIn(trace)], request }
  })
  ran()
  return run
}
