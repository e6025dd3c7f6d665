import type { TraceEntry } from '../app/swept.ts'
import type { Profile } from '../assumptions/register.ts'
import type { Operation } from '../http/operation.ts'
import { type Baseline, BaselineError, limitsOf, toBaseline } from './baseline.ts'
import { confirm } from './confirm.ts'
import { isHard } from './faults.ts'
import { calmGroups, firstLayer, layersOf, neverGiven, sample } from './layers.ts'
import { runOnce, type Suite } from './run.ts'
import { planRun, type Room } from './scenario.ts'
import { type Broken, type GroupRun, isNamed, metIn, type Results, tryGroup } from './search.ts'
import { changedRequest, isSeen, rowsIn } from './trace.ts'
import { all, Turns } from './turns.ts'
import { type FaultVariant, faultVariants, isFault, rowVariants, type Selection, type Variant } from './variants.ts'

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
  readonly neverMet: readonly Variant[]
  readonly leftOut: readonly Variant[]
  /** The runs that passed. */
  readonly passing: readonly GroupRun[]
  readonly runs: number
}

/** Runs a suite under each variant, many at once. @throws BaselineError; an Error where the command cannot be started */
export async function sweep(task: SweepTask): Promise<Swept> {
  const turns = new Turns(task.jobs)
  const runBare = () => turns.take(0, () => runOnce(task.suite, { choices: {} }, limitsOf(task.timeoutMs)))
  const runs = await all([runBare(), runBare()])
  return await new Sweep(task, turns, toBaseline(runs, limitsOf(task.timeoutMs).timeoutMs)).run()
}

class Sweep {
  readonly #task: SweepTask
  readonly #turns: Turns
  readonly #baseline: Baseline
  readonly #tried = new Set<Variant>()
  #room: Room
  #runs = 2

  constructor(task: SweepTask, turns: Turns, baseline: Baseline) {
    this.#task = task
    this.#turns = turns
    this.#baseline = baseline
    this.#room = { requestsOf: baseline.requestsOf, isPaired: true }
  }

  async run(): Promise<Swept> {
    const { chosen, operations, selection, isThorough, watcher } = this.#task
    const { both } = this.#baseline
    const rows = rowVariants(rowsIn(both), chosen, selection)
    const faults = faultVariants(operations, both, selection)
    if (rows.length + faults.length === 0 && selection.only.length > 0) {
      const names = selection.only.join(', ')
      throw new BaselineError(`nothing to try: no answer depended on ${names}, and no request can meet it`)
    }
    const hard = isThorough ? [] : faults.filter(({ fault }) => isHard(fault))
    const chosenHard = selection.only.length > 0 ? hard : sample(hard, this.#room)
    const groups: readonly (readonly Variant[])[] = isThorough
      ? [...faults, ...rows].map((one) => [one])
      : [...layersOf(rows), ...calmGroups(faults)]
    watcher.planned(this.#baseline, groups.flat().length + chosenHard.length, groups.length + Math.sign(hard.length))
    const results = (
      await all([this.#tryHard(chosenHard, hard), ...groups.map(async (group, i) => [await this.#try(i + 1, group)])])
    ).flat()
    const met = metIn(results)
    const hidden = layersOf(rows.filter((row) => !met.has(row) && !isNamed(row, results)))
    const later = [...this.#givenGroups(results), ...hidden.map((group) => ({ group, under: [] }))]
    results.push(...(await all(later.map(({ group, under }, i) => this.#try(groups.length + i, group, under)))))
    return await this.#conclude(results)
  }

  /** Tries variants together. @param place of the group in the order of all. @param under the faults that hold in each run, too */
  async #try(place: number, members: readonly Variant[], under: readonly Variant[] = []): Promise<Results> {
    for (const one of members) this.#tried.add(one)
    return await tryGroup(members, {
      run: (some, isConfirming) => this.#runUnder([...under, ...some], place, isConfirming),
      excuses: (group) => {
        // Several failures of one request in a row are more than each fault stands for.
        const places = group.filter(isFault).flatMap(({ fault, operations }) => (isHard(fault) ? operations : []))
        const areMany = new Set(places).size < places.length
        if (areMany) this.#room = { requestsOf: () => 1, isPaired: false }
        return areMany
      },
    })
  }

  /** @returns undefined where there is no run left */
  #runUnder(members: readonly Variant[], place: number, isConfirming = false): Promise<GroupRun | undefined> {
    const { suite, budget, timeoutMs, watcher } = this.#task
    return this.#turns.take(place, async () => {
      if (this.#runs >= budget) return undefined
      this.#runs += 1
      const plan = planRun(members, this.#room)
      const end = await runOnce(suite, plan.change, limitsOf(timeoutMs, this.#baseline, isConfirming))
      watcher.ran()
      const [isFinding] = members.filter(isFault).flatMap(({ fault }) => fault.isFinding ?? [])
      const outcome = isFinding === undefined ? end.outcome : isFinding(end.trace) ? 'failed' : 'passed'
      return { ...end, outcome, members, plan }
    })
  }

  /** Tries the hard faults, as many in a run as there is room for. A fault that breaks one operation is tried at all. */
  async #tryHard(chosen: readonly FaultVariant[], all: readonly FaultVariant[]): Promise<readonly Results[]> {
    const results: Results[] = []
    const counts = new Map<Variant, number>()
    let due = chosen
    while (due.length > 0) {
      const others = all.filter((one) => !counts.has(one) && !due.includes(one))
      // No request may be counted on a second time: it was refused, or came by chance.
      if (results.length > 0) this.#room = { ...this.#room, requestsOf: () => 1 }
      const layer = firstLayer(due, results.length === 0 ? others : [], this.#room)
      for (const one of layer) counts.set(one, (counts.get(one) ?? 0) + 1)
      results.push(await this.#try(0, layer))
      const [met, broken] = [metIn(results), results.flatMap((one) => one.broken)]
      const breaking = new Set(broken.flatMap(({ members }) => members.filter(isFault).map(({ fault }) => fault)))
      const isUnmet = (one: FaultVariant): boolean => !met.has(one) && !isNamed(one, results)
      // What filled a run is tried if it is met.
      for (const one of layer) if (!due.includes(one) && isUnmet(one)) this.#tried.delete(one)
      due = [
        ...due.filter((one) => !layer.includes(one) || (isUnmet(one) && counts.get(one) === 1)),
        ...others.filter((one) => breaking.has(one.fault) && !counts.has(one)),
      ]
    }
    return results
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
      (members) => this.#runUnder(members, Number.POSITIVE_INFINITY, true),
      ({ members, run: { trace, plan } }) => {
        const concerns = (entry: TraceEntry): boolean => plan.causesOf(entry).some((one) => members.includes(one))
        return members.some(isFault) || isSeen(changedRequest(trace, this.#baseline.trace, concerns))
      },
    )
    const alone = new Set([...broken, ...flaky].flatMap(({ members }) => (members.length === 1 ? members : [])))
    const met = metIn(results)
    const missing = new Set([...results.flatMap((one) => one.leftOut), ...leftOut])
    const rest = [...this.#tried].filter((one) => !alone.has(one))
    return {
      baseline: this.#baseline,
      broken,
      flaky,
      isFlaky,
      passed: rest.filter((one) => met.has(one)),
      neverMet: rest.filter((one) => !met.has(one) && !missing.has(one) && !one.id.includes(' given ')),
      leftOut: rest.filter((one) => !met.has(one) && missing.has(one)),
      passing: results.flatMap(({ passed }) => passed),
      runs: this.#runs,
    }
  }
}
