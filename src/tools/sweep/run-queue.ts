import pLimit from 'p-limit'

import { type RunEnd, type RunLimits, runOnce, type Suite } from './run.ts'
import { planRun } from './scenario.ts'
import { ownersIn, type OwnersOf, partOf, type Scope } from './scope.ts'
import type { GroupRun } from './search.ts'
import type { Variant } from './variants.ts'

/** Variants to run a suite under. */
export interface Trial {
  /** Called when it is due, since other trials may have shown that some need not be tried. */
  readonly due: () => readonly Variant[]
  readonly scope: Scope
  readonly limits: RunLimits
  /** True for a run with priority, because a search waits for it. */
  readonly isNext: boolean
}

interface Waiting extends Trial {
  /** True if it shares its run with no other one. */
  readonly isAlone: boolean
  readonly done: (run: GroupRun | undefined) => void
  readonly fail: (error: unknown) => void
}

interface Due extends Waiting {
  readonly members: readonly Variant[]
}

/** The runs of a sweep. Trials in the sandboxes of several tests share a run. */
export class RunQueue {
  count = 0
  readonly #suite: Suite
  readonly #budget: number
  readonly #ran: () => void
  readonly #limit: ReturnType<typeof pLimit>
  #waiting: readonly Waiting[] = []
  #failure: { readonly error: unknown } | undefined

  /** @param jobs runs at once. @param budget most runs. @param ran is called after each run */
  constructor(suite: Suite, jobs: number, budget: number, ran: () => void) {
    this.#suite = suite
    this.#budget = budget
    this.#ran = ran
    this.#limit = pLimit(jobs)
  }

  /** @returns undefined where there is no run left, or nothing to try. @throws the first error of a run: after it, none begins */
  run(trial: Trial): Promise<GroupRun | undefined> {
    return new Promise((done, fail) => this.#add({ ...trial, isAlone: false, done, fail }))
  }

  #add(trial: Waiting): void {
    this.#waiting = [...this.#waiting, trial]
    const next = async (): Promise<void> => {
      if (this.#failure !== undefined) throw this.#failure.error
      await this.#runNext().catch((error: unknown) => {
        this.#failure = { error }
        throw error
      })
    }
    this.#limit(next).catch(trial.fail)
  }

  async #runNext(): Promise<void> {
    const trials = this.#takeNext()
    const [first] = trials
    if (first === undefined) return
    if (this.count >= this.#budget) return trials.forEach(({ done }) => done(undefined))
    this.count += 1
    const planned = trials.map((trial) => ({ ...trial, plan: planRun(trial.members) }))
    const presets = Object.fromEntries(planned.map(({ plan, scope = '*' }) => [scope, plan.preset]))
    const end = await runOnce(this.#suite, presets, first.limits)
    this.#ran()
    const ownersOf = ownersIn(end)
    const isClear = isTold(end, trials, ownersOf)
    for (const { plan, ...trial } of planned) {
      const run = { ...end, members: trial.members, plan, scope: trial.scope }
      if (trial.scope !== undefined && isClear) trial.done(partOf(run, trial.scope, ownersOf))
      else if (trials.length === 1) trial.done(run)
      else this.#add({ ...trial, isAlone: true })
    }
  }

  /** Takes the trial that waits longest, together with trials of other tests. */
  #takeNext(): readonly Due[] {
    const taken: Due[] = []
    for (const trial of this.#waiting.toSorted((a, b) => Number(b.isNext) - Number(a.isNext))) {
      const isOther = ({ scope, isAlone }: Due): boolean =>
        !isAlone && scope !== undefined && trial.scope !== undefined && scope !== trial.scope
      if (taken.length > 0 && (trial.isAlone || !taken.every(isOther))) continue
      this.#waiting = this.#waiting.filter((one) => one !== trial)
      const members = trial.due()
      if (!trial.isNext && members.length === 0) trial.done(undefined)
      else taken.push({ ...trial, members })
    }
    return taken
  }
}

/** True if no failed test can belong to two trials: sandboxes of tests with the same name cannot be told apart. */
function isTold({ outcome, tests }: RunEnd, trials: readonly Trial[], ownersOf: OwnersOf): boolean {
  const failed = tests?.failed ?? []
  const isClear = ({ name }: { readonly name: string }): boolean => {
    const owners = ownersOf(name)
    return owners.length > 0 && trials.filter(({ scope = '' }) => owners.includes(scope)).length < 2
  }
  return outcome === 'passed' || (outcome === 'failed' && failed.length > 0 && failed.every(isClear))
}
