import pLimit from 'p-limit'

import type { Profile } from '../assumptions/register.ts'
import type { Operation } from '../http/operation.ts'
import { type Baseline, BaselineError, limitsOf, toBaseline } from './baseline.ts'
import { confirm } from './confirm.ts'
import { suspectsIn } from './evidence.ts'
import { isHard } from './faults.ts'
import { calmGroups, hardLayers, layersOf, neverGiven } from './layers.ts'
import { runOnce, type Suite } from './run.ts'
import { planRun } from './scenario.ts'
import { type Broken, type GroupRun, type Results, tryGroup } from './search.ts'
import { compare, rowsIn } from './trace.ts'
import { faultVariants, isFault, rowVariants, type Selection, type Variant } from './variants.ts'

export interface SweepTask {
  readonly suite: Suite
  readonly chosen: Profile
  readonly operations: readonly Operation[]
  readonly selection: Selection
  /** True to try each variant alone. */
  readonly isThorough: boolean
  readonly jobs: number
  /** Most runs in all, those of the baseline included; infinity for no bound. */
  readonly budget: number
  /** Longest time of a run; undefined for one that follows from the baseline. */
  readonly timeoutMs: number | undefined
  readonly watcher: Watcher
}

export interface Watcher {
  /** Called when the baseline has passed. @param groups of variants that are tried together */
  readonly planned: (baseline: Baseline, variants: number, groups: number) => void
  /** Called after each run that follows. */
  readonly ran: () => void
}

export interface Swept {
  readonly baseline: Baseline
  readonly broken: readonly Broken[]
  readonly flaky: readonly Broken[]
  /** True if failures came and went so often that each had to come three times. */
  readonly isFlaky: boolean
  readonly passed: readonly Variant[]
  readonly notTried: readonly Variant[]
  readonly leftOut: readonly Variant[]
  /** The runs that passed. */
  readonly passing: readonly GroupRun[]
  readonly runs: number
}

/** So many layers of faults that a client answers with another try have each of them at some operation. */
const usualLayers = 2

/** Runs a suite under each variant, many at once. @throws BaselineError; an Error where the command cannot be started */
export async function sweep(task: SweepTask): Promise<Swept> {
  const limit = pLimit(task.jobs)
  let failure: { readonly error: unknown } | undefined
  // After an error, no run begins.
  const inTurn: InTurn = (work) =>
    limit(async () => {
      if (failure !== undefined) throw failure.error
      return await work().catch((error: unknown) => {
        failure = { error }
        throw error
      })
    })
  const limits = limitsOf(task.timeoutMs)
  const runBare = () => inTurn(() => runOnce(task.suite, { choices: {} }, limits))
  const runs = await all([runBare(), runBare()])
  return await new Sweep(task, inTurn, toBaseline(runs, limits.timeoutMs)).run()
}

/** Does a work when there is a free place. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Waits until all work has ended. @throws the first error */
async function all<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(works)
  return await Promise.all(works)
}

class Sweep {
  readonly #task: SweepTask
  readonly #inTurn: InTurn
  readonly #baseline: Baseline
  readonly #planned = new Set<Variant>()
  #runs = 2

  constructor(task: SweepTask, inTurn: InTurn, baseline: Baseline) {
    this.#task = task
    this.#inTurn = inTurn
    this.#baseline = baseline
  }

  async run(): Promise<Swept> {
    const { chosen, operations, selection, isThorough, watcher } = this.#task
    const { both, requestsOf } = this.#baseline
    const rows = rowVariants(rowsIn(both), chosen, selection)
    const faults = faultVariants(operations, both, selection)
    if (rows.length + faults.length === 0 && selection.only.length > 0) {
      const names = selection.only.join(', ')
      throw new BaselineError(`nothing to try: no answer depended on ${names}, and no request can meet it`)
    }
    const most = selection.only.length > 0 ? Number.POSITIVE_INFINITY : usualLayers
    const hanging = faults.filter(({ fault }) => fault.class === 'hang')
    const calm = calmGroups(faults.filter((one) => !hanging.includes(one)))
    const chains = isThorough
      ? [...faults, ...rows].map((one) => [[one]])
      : [[...hardLayers(faults, requestsOf, most), hanging], layersOf(rows), ...calm.map((group) => [group])]
    for (const one of chains.flat(2)) this.#planned.add(one)
    const groups = chains.flat().filter(({ length }) => length > 0)
    watcher.planned(this.#baseline, this.#planned.size, groups.length)
    const results = (await all(chains.map((chain) => this.#tryInOrder(chain)))).flat()
    const [met, broken] = [metIn(results), results.flatMap((one) => one.broken)]
    const isOpen = (row: Variant): boolean => !met.has(row) && !broken.some((found) => isSpared(row, found))
    const hidden = isThorough ? [] : layersOf(rows.filter(isOpen))
    const later = [...this.#givenGroups(results), ...hidden.map((group) => ({ group, under: [] }))]
    results.push(...(await all(later.map(({ group, under }) => this.#try(group, under)))))
    return await this.#conclude(results)
  }

  /** Tries groups one after another: what is found spares later ones some of their variants. */
  async #tryInOrder(groups: readonly (readonly Variant[])[]): Promise<readonly Results[]> {
    const results: Results[] = []
    for (const group of groups) {
      const broken = results.flatMap((one) => one.broken)
      const due = this.#task.isThorough ? group : group.filter((one) => !broken.some((found) => isSpared(one, found)))
      if (due.length > 0) results.push(await this.#try(due))
    }
    return results
  }

  /** Tries variants together. @param under the faults that hold in each run, too */
  async #try(members: readonly Variant[], under: readonly Variant[] = []): Promise<Results> {
    for (const one of members) this.#planned.add(one)
    return await tryGroup(members, {
      run: (some, isConfirming) => this.#runUnder([...under, ...some], isConfirming),
      suspects: (some, failure, explained) => suspectsIn(some, failure, this.#baseline.trace, explained),
      isSpared: (one, found) => !this.#task.isThorough && isSpared(one, found),
    })
  }

  /** @returns undefined where there is no run left */
  #runUnder(members: readonly Variant[], isConfirming = false): Promise<GroupRun | undefined> {
    const { suite, budget, timeoutMs, watcher } = this.#task
    return this.#inTurn(async () => {
      if (this.#runs >= budget) return undefined
      this.#runs += 1
      const plan = planRun(members)
      const end = await runOnce(suite, plan.change, limitsOf(timeoutMs, this.#baseline, isConfirming))
      watcher.ran()
      // The receiver of a forged webhook is judged, and not a suite that waits for it.
      const isForged = members.some((one) => isFault(one) && one.fault.class === 'forged')
      return { ...end, outcome: isForged ? 'passed' : end.outcome, members, plan }
    })
  }

  /** The rows that show only under faults, in layers below these faults. */
  #givenGroups(results: readonly Results[]): readonly { group: readonly Variant[]; under: readonly Variant[] }[] {
    const { chosen, selection } = this.#task
    const seen = new Set(rowsIn(this.#baseline.both))
    const faultsOf = new Map<Variant, Variant>()
    for (const { members, trace, plan } of results.flatMap(({ passed }) => passed)) {
      if (!members.some(isFault)) continue
      for (const row of rowsIn(trace)) {
        if (seen.has(row)) continue
        seen.add(row)
        const entry = trace.entries.find(({ used, fired }) => used.includes(row) && fired.length > 0)
        const fault = (entry === undefined ? members : plan.causesOf(entry)).find(isFault)
        for (const one of rowVariants(new Set([row]), chosen, selection, fault?.id)) {
          const isOpen = !neverGiven.has(one.row) && !neverGiven.has(`${one.row}=${one.option}`)
          if (fault !== undefined && isOpen) faultsOf.set(one, fault)
        }
      }
    }
    const rows = [...faultsOf.keys()].filter((one) => one.kind === 'assumption')
    return layersOf(rows).map((group) => ({
      group,
      under: [...new Set(group.flatMap((one) => faultsOf.get(one) ?? []))],
    }))
  }

  async #conclude(results: readonly Results[]): Promise<Swept> {
    const { broken, flaky, leftOut, isFlaky } = await confirm(
      results,
      (members) => this.#runUnder(members, true),
      ({ members, run: { trace, plan } }) =>
        members.some(isFault) ||
        compare(trace, this.#baseline.trace).some(
          ({ entry, change }) => change > 0 && plan.causesOf(entry).some((one) => members.includes(one)),
        ),
    )
    const alone = new Set([...broken, ...flaky].flatMap(({ members }) => (members.length === 1 ? members : [])))
    const met = metIn(results)
    const missing = new Set([...results.flatMap((one) => one.leftOut), ...leftOut])
    const rest = [...this.#planned].filter((one) => !alone.has(one))
    return {
      baseline: this.#baseline,
      broken,
      flaky,
      isFlaky,
      passed: rest.filter((one) => met.has(one)),
      notTried: rest.filter((one) => !met.has(one) && !missing.has(one) && !one.id.includes(' given ')),
      leftOut: rest.filter((one) => !met.has(one) && missing.has(one)),
      passing: results.flatMap(({ passed }) => passed),
      runs: this.#runs,
    }
  }
}

/** The variants that had a part in an answer of a run that passed. */
const metIn = (results: readonly Results[]): ReadonlySet<Variant> =>
  new Set(results.flatMap(({ passed }) => passed.flatMap(({ plan, trace }) => trace.entries.flatMap(plan.causesOf))))

/**
 * True for another option of a row that has broken the suite, which is the same question, and for a fault at an operation that
 * another one has broken: a client that does not try again breaks on all of them.
 */
function isSpared(variant: Variant, { members }: Broken): boolean {
  if (!isFault(variant)) return members.some((one) => !isFault(one) && one.row === variant.row)
  if (!(isHard(variant.fault) || variant.fault.class === 'hang')) return false
  return members.some((one) => isFault(one) && isHard(one.fault) && one.operations[0] === variant.operations[0])
}
