import type { Profile } from '../../core/assumptions/register.ts'
import { grouped } from '../../core/lib/grouped.ts'
import { type Baseline, limitsOf, noBaseline, toBaseline } from './baseline.ts'
import type { Operation } from './faults.ts'
import { Known } from './known.ts'
import { RunQueue } from './run-queue.ts'
import type { Suite } from './run.ts'
import type { Scope } from './scope.ts'
import { type Broken, confirm, type GroupRun, type Results, type Trials, tryGroup } from './search.ts'
import { compare, rowsIn, type Trace } from './trace.ts'
import {
  calmGroups,
  faultVariants,
  hardLayers,
  isFault,
  layersOf,
  rowVariants,
  type Selection,
  type Variant,
} from './variants.ts'

export interface SweepTask {
  readonly suite: Suite
  readonly chosen: Profile
  readonly operations: readonly Operation[]
  readonly selection: Selection
  /** True to try each variant alone. */
  readonly isThorough: boolean
  readonly jobs: number
  /** The maximum of runs, including the baseline; infinity for no bound. */
  readonly budget: number
  /** The timeout of a run; undefined for a timeout that follows from the baseline. */
  readonly timeoutMs: number | undefined
  readonly watcher: Watcher
}

export interface Watcher {
  /** Called with the end of the output of a run that failed without a change. */
  readonly failed: (tail: string) => void
  /** Called when the baseline has passed. @param groups of variants that are tried together */
  readonly planned: (baseline: Baseline, variants: number, groups: number) => void
  /** Called after each run. */
  readonly ran: () => void
}

export type Swept = Awaited<ReturnType<typeof sweep>>

/** The number of layers of retryable faults: enough for each fault to be tried at some operation. */
const defaultLayers = 2

/** Runs a suite under each variant, many at once. @throws InputError without a baseline; an Error where the command cannot be started */
export async function sweep(task: SweepTask) {
  const { suite, jobs, budget, watcher, timeoutMs } = task
  const limits = limitsOf(timeoutMs)
  const queue = new RunQueue(suite, jobs, budget, watcher.ran)
  const runs = await all([1, 2].map(() => queue.run({ due: () => [], scope: undefined, limits, isNext: true })))
  const baseline = toBaseline(
    runs.filter((run) => run !== undefined),
    limits.timeoutMs,
    watcher.failed,
  )
  return await new Sweep(task, queue, baseline).run()
}

/** Waits until all work has ended. @throws the first error */
async function all<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(works)
  return await Promise.all(works)
}

class Sweep {
  readonly #task: SweepTask
  readonly #queue: RunQueue
  readonly #baseline: Baseline
  readonly #known: Known

  constructor(task: SweepTask, queue: RunQueue, baseline: Baseline) {
    this.#task = task
    this.#queue = queue
    this.#baseline = baseline
    this.#known = new Known(task.isThorough)
  }

  async run() {
    const { chosen, operations, selection, isThorough, watcher } = this.#task
    const { both, requestsOf } = this.#baseline
    const rows = rowVariants(rowsIn(both), chosen, selection)
    const faults = faultVariants(operations, both, selection)
    if (rows.length + faults.length === 0 && selection.only.length > 0) {
      const names = selection.only.join(', ')
      throw noBaseline(`nothing to try: no answer depended on ${names}, and no request can meet it`)
    }
    const most = selection.only.length > 0 ? Number.POSITIVE_INFINITY : defaultLayers
    const layers = isThorough
      ? [...rows, ...faults].map((one) => [one])
      : [...layersOf(rows), ...hardLayers(faults, requestsOf, most), ...calmGroups(faults)]
    for (const one of layers.flat()) this.#known.planned.add(one)
    watcher.planned(this.#baseline, this.#known.planned.size, layers.length)
    const results = await this.#tryAll(layers)
    // Other options of the same run may have hidden them.
    const met = metIn(results)
    const hidden = isThorough ? [] : rows.filter((row) => !met.has(row) && this.#known.isOpen(row))
    return await this.#conclude([...results, ...(await this.#tryAll(layersOf(hidden)))])
  }

  async #tryAll(groups: readonly (readonly Variant[])[]): Promise<readonly Results[]> {
    return (await all(groups.map((group) => this.#try(group)))).flat()
  }

  /** Tries variants together. If each test has a sandbox of its own, each has a search of its own. */
  async #try(members: readonly Variant[]): Promise<readonly Results[]> {
    const works = this.#partsOf(members).map(([scope, part]) => {
      const trials: Trials = {
        run: (some, isFirst) => this.#runUnder(some, scope, isFirst),
        suspects: (some, failure) => suspectsIn(some, failure, this.#baseline.trace),
        isOpen: (one) => this.#known.isOpen(one),
        found: (one) => this.#known.find(one),
      }
      return tryGroup(part, trials)
    })
    return await all(works)
  }

  /** The tests that can meet some variants, each with these; all in one if a test has no sandbox of its own. */
  #partsOf(members: readonly Variant[]): readonly (readonly [Scope, readonly Variant[]])[] {
    const bySandbox = grouped(this.#baseline.both.entries, ({ sandbox }) => sandbox)
    const parts = [...bySandbox].flatMap(([sandbox, entries]) => {
      const isMet = (one: Variant): boolean =>
        entries.some(({ operation, choices }) =>
          isFault(one) ? one.operations.includes(operation ?? '') : one.row in choices,
        )
      const met = members.filter(isMet)
      return met.length === 0 ? [] : [[sandbox, met] as const]
    })
    return this.#baseline.isSplit && !members.some(isForged) ? parts : [[undefined, members]]
  }

  /** @param isFirst false if a search is waiting for this run. @returns undefined where there is no run left, or nothing to try */
  async #runUnder(members: readonly Variant[], scope: Scope, isFirst = false): Promise<GroupRun | undefined> {
    const limits = limitsOf(this.#task.timeoutMs, this.#baseline)
    const due = (): readonly Variant[] => (isFirst ? members.filter((one) => this.#known.isOpen(one)) : members)
    const run = await this.#queue.run({ due, scope, limits, isNext: !isFirst })
    // The receiver of a forged webhook is judged, and not a suite that waits for it.
    return run && members.some(isForged) ? { ...run, outcome: 'passed' } : run
  }

  /** Drops redundant findings. Keeps one finding per variant: the finding with the largest change. */
  #distinct(broken: readonly Broken[]): readonly Broken[] {
    const due = broken.filter(({ members }) => members.length > 1 || !members.some((one) => this.#known.isSpared(one)))
    const alike = grouped(due, ({ members }) => members.map(({ id }) => id).join(' + '))
    const planned = [...this.#known.planned]
    const placeOf = ({ members }: Broken): number => planned.findIndex((one) => members.includes(one))
    return [...alike.values()]
      .flatMap((some) => some.toSorted((a, b) => this.#changeIn(b) - this.#changeIn(a)).slice(0, 1))
      .toSorted((a, b) => placeOf(a) - placeOf(b))
  }

  /** The largest change of an answer that the variants had a part in. */
  #changeIn({ members, run: { trace, plan } }: Broken): number {
    const answers = compare(trace, this.#baseline.trace).filter(({ entry }) =>
      plan.causesOf(entry).some((one) => members.includes(one)),
    )
    return Math.max(0, ...answers.map(({ change }) => change))
  }

  async #conclude(results: readonly Results[]) {
    const { broken, flaky, leftOut, isFlaky } = await confirm(
      this.#distinct(results.flatMap((one) => one.broken)),
      results.flatMap((one) => one.flaky),
      ({ run: { members, scope } }) => this.#runUnder(members, scope),
      (one) => one.members.some(isFault) || this.#changeIn(one) > 0,
    )
    const alone = new Set([...broken, ...flaky].flatMap(({ members }) => (members.length === 1 ? members : [])))
    const met = metIn(results)
    const missing = new Set([...results.flatMap((one) => one.leftOut), ...leftOut.flatMap(({ members }) => members)])
    const rest = [...this.#known.planned].filter((one) => !alone.has(one))
    return {
      baseline: this.#baseline,
      broken,
      flaky,
      isFlaky,
      passed: rest.filter((one) => met.has(one)),
      notTried: rest.filter((one) => !met.has(one) && !missing.has(one)),
      leftOut: rest.filter((one) => !met.has(one) && missing.has(one)),
      /** The runs that passed. */
      passing: results.flatMap(({ passed }) => passed),
      runs: this.#queue.count,
    }
  }
}

/** The variants that had a part in an answer of a run that passed. */
const metIn = (results: readonly Results[]): ReadonlySet<Variant> =>
  new Set(results.flatMap(({ passed }) => passed.flatMap(({ plan, trace }) => trace.entries.flatMap(plan.causesOf))))

const isForged = (one: Variant): boolean => isFault(one) && one.fault.class === 'forged'

/**
 * The variants that a failure is most likely due to: they had a part in the first of the answers that differ most from the
 * baseline, and most of the answers that they had a part in differ as much. None where no answer differs.
 */
function suspectsIn(variants: readonly Variant[], { trace, plan }: GroupRun, baseline: Trace): readonly Variant[] {
  const answers = compare(trace, baseline).map(({ entry, change }) => ({ change, causes: plan.causesOf(entry) }))
  const most = Math.max(1, ...answers.map(({ change }) => change))
  const first = answers.find(({ change, causes }) => change === most && variants.some((one) => causes.includes(one)))
  const shares = variants.map((one) => {
    const own = answers.filter(({ causes }) => causes.includes(one))
    return first?.causes.includes(one) ? own.filter(({ change }) => change === most).length / own.length : 0
  })
  const largest = Math.max(...shares)
  return largest > 0 ? variants.filter((_, i) => shares[i] === largest) : []
}
