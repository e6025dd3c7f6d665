import * as z from 'zod/mini'

import type { Profile } from '../assumptions/register.ts'
import type { Operation } from '../http/operation.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { type Baseline, runBaseline } from './baseline.ts'
import { changedRequest } from './changed-request.ts'
import { inParallel } from './in-parallel.ts'
import type { ChangedRequest, FailedTest } from './report.ts'
import { type RunEnd, runOnce, type Suite } from './run.ts'
import type { SavedRuns } from './saved-runs.ts'
import { type Selection, selects } from './selection.ts'
import { rowsIn } from './trace.ts'
import { faultVariants, pairVariants, type RowVariant, rowVariants, splitFault, type Variant } from './variants.ts'

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

/** A run under a variant, as far as it is needed later. */
interface VariantRun extends Pick<RunEnd, 'outcome' | 'exitCode' | 'tests'> {
  /** Rows that its answers depended on. */
  readonly rows: readonly string[]
  readonly request: ChangedRequest | null
}

const variantRun = z.custom<VariantRun>(isJsonObject)

/** A variant that was tried. */
export interface Tried extends VariantRun {
  readonly variant: Variant
  /** `broken` failed twice, `flaky` once. */
  readonly verdict: 'passed' | 'flaky' | 'broken'
  readonly failed: readonly FailedTest[]
}

/** All that a sweep found out. */
export interface Swept {
  readonly baseline: Baseline
  readonly tried: readonly Tried[]
  readonly leftOut: readonly Variant[]
  readonly runs: number
}

/** The shortest limit of a run that follows from the baseline, and its part of the baseline. */
const leastTimeoutMs = 30_000
const timeoutFactor = 5

/** A run, and the one that confirms a failure. */
const runsEach = 2

/** Runs a suite under each variant. @throws as `runBaseline` does */
export async function sweep(task: SweepTask): Promise<Swept> {
  const { suite, saved, jobs, watcher, selection, chosen, operations } = task
  let runs = 0
  const ran = (id: string, left: number): void => {
    runs += 1
    watcher.ran(id, left)
  }
  const baseline = await runBaseline(suite, saved, { jobs, timeoutMs: task.timeoutMs, ran: () => ran('baseline', 0) })
  const timeoutMs = task.timeoutMs ?? Math.max(leastTimeoutMs, baseline.durationMs * timeoutFactor)
  const isWanted = ({ row, option }: RowVariant): boolean => selects(selection, row, `${row}=${option}`)
  const seen = new Set(rowsIn(baseline.both))
  let queue: readonly Variant[] = [
    ...rowVariants(seen, chosen).filter(isWanted),
    ...faultVariants(operations, baseline.both, selection),
  ]
  watcher.planned(baseline, queue)
  const tried: Tried[] = []
  let hasPaired = !task.pairs
  while (queue.length > 0) {
    const most = Math.floor((task.budget - runs) / runsEach)
    if (most < 1) break
    const [now, later] = [queue.slice(0, most), queue.slice(most)]
    let left = now.length
    const found = await inParallel(now, jobs, async (variant) => {
      const one = await tryVariant(task, variant, {
        baseline,
        timeoutMs,
        ran: () => ran(variant.id, left + later.length),
      })
      left -= 1
      return one
    })
    tried.push(...found)
    queue = [...later, ...found.flatMap((one) => followUps(one, seen, chosen, isWanted))]
    if (queue.length === 0 && !hasPaired) {
      hasPaired = true
      queue = pairVariants(tried.flatMap(passedRow))
    }
  }
  return { baseline, tried, leftOut: queue, runs }
}

const passedRow = ({ variant, verdict }: Tried): readonly RowVariant[] =>
  verdict === 'passed' && variant.kind === 'assumption' && variant.given.length === 0 ? [variant] : []

/** The variants that a result leads to. Each row that it shows for the first time is added to those seen. */
function followUps(
  { variant, verdict, rows }: Tried,
  seen: Set<string>,
  chosen: Profile,
  isWanted: (variant: RowVariant) => boolean,
): readonly Variant[] {
  if (verdict !== 'passed') return verdict === 'broken' && variant.kind === 'fault' ? splitFault(variant) : []
  const fresh = new Set(rows.filter((row) => !seen.has(row)))
  for (const row of fresh) seen.add(row)
  return rowVariants(fresh, chosen, variant).filter(isWanted)
}

/** The circumstances of a run. */
interface Circumstances {
  readonly baseline: Baseline
  readonly timeoutMs: number
  readonly ran: () => void
}

/** Runs a suite under a variant, and again where it fails: a suite that then passes is flaky. */
async function tryVariant(task: SweepTask, variant: Variant, circumstances: Circumstances): Promise<Tried> {
  const first = await runUnder(task, variant, 1, circumstances)
  const failed = first.tests?.failed ?? []
  if (first.outcome === 'passed') return { ...first, variant, verdict: 'passed', failed }
  const second = await runUnder(task, variant, runsEach, circumstances)
  return { ...first, variant, verdict: second.outcome === 'passed' ? 'flaky' : 'broken', failed }
}

async function runUnder(
  { suite, saved }: SweepTask,
  variant: Variant,
  attempt: number,
  { baseline, timeoutMs, ran }: Circumstances,
): Promise<VariantRun> {
  const run = await saved.get(variant.id, attempt, variantRun, async () => {
    const { outcome, exitCode, tests, trace } = await runOnce(suite, variant.change, timeoutMs)
    const request = outcome === 'passed' ? null : changedRequest(variant, trace, baseline.trace)
    return { outcome, exitCode, tests, rows: [...rowsIn(trace)], request }
  })
  ran()
  return run
}
