import { weightOf } from './layers.ts'
import type { RunEnd } from './run.ts'
import type { Plan } from './scenario.ts'
import type { Scope } from './scope.ts'
import type { Variant } from './variants.ts'

/** A run of a suite under some variants together. */
export interface GroupRun extends RunEnd {
  readonly members: readonly Variant[]
  readonly plan: Plan
  /** Where they held. */
  readonly scope: Scope
}

/** The variants under which a suite breaks: one, or a combination of which no part breaks it. */
export interface Broken {
  readonly members: readonly Variant[]
  /** A failure under exactly these. */
  readonly run: GroupRun
}

/** What the runs of a group show. */
export interface Results {
  readonly broken: Broken[]
  /** Failures that did not come again. */
  readonly flaky: Broken[]
  /** Runs that passed. */
  readonly passed: GroupRun[]
  /** Variants that a failure may be due to, without the runs to find out. */
  readonly leftOut: Variant[]
}

/** The place of a run in a search: the first one, the same one again, or another one that follows from it. */
export type Step = 'first' | 'again' | 'next'

export interface Trials {
  /** Runs the suite under some variants; undefined where there is no run left. */
  readonly run: (members: readonly Variant[], step: Step) => Promise<GroupRun | undefined>
  /** The variants that a failure is most likely due to. */
  readonly suspects: (members: readonly Variant[], failure: GroupRun) => readonly Variant[]
  /** True for a variant that other searches leave to be tried. */
  readonly isOpen: (variant: Variant) => boolean
  /** Called for a variant that breaks the suite alone. */
  readonly found: (variant: Variant) => void
}

export const hasFailed = ({ outcome }: RunEnd): boolean => outcome !== 'passed'

/** Tries variants together. While the suite fails, parts of the group lead to one that breaks it, and the others are tried without it. */
export async function tryGroup(members: readonly Variant[], trials: Trials): Promise<Results> {
  const search = new Search(trials)
  await search.try(members)
  return search.results
}

class Search {
  readonly results: Results = { broken: [], flaky: [], passed: [], leftOut: [] }
  readonly #trials: Trials

  constructor(trials: Trials) {
    this.#trials = trials
  }

  async try(members: readonly Variant[]): Promise<void> {
    const { flaky, leftOut } = this.results
    let rest = this.#left(members)
    for (let step: Step = 'first'; rest.length > 0; step = 'next') {
      const failure = await this.#fails(rest, step)
      if (failure === undefined) return
      const tried = new Set(failure.members)
      rest = rest.filter((one) => tried.has(one))
      const found = (await this.#culpritIn(rest, failure)) ?? (await this.#togetherIn(rest))
      if (found !== undefined) this.#take(found)
      if (leftOut.length > 0) return void leftOut.push(...rest)
      // Another search may have found one in the meantime.
      const isByChance = found === undefined && rest.every(this.#trials.isOpen)
      if (isByChance) return void flaky.push({ members: rest, run: failure })
      rest = this.#left(rest)
    }
  }

  /** Those that are still to be tried. */
  #left(some: readonly Variant[]): readonly Variant[] {
    const { broken, passed } = this.results
    const ended = new Set([...broken, ...passed].flatMap(({ members }) => members))
    return some.filter((one) => !ended.has(one) && this.#trials.isOpen(one))
  }

  #take(found: Broken): void {
    this.results.broken.push(found)
    if (found.members.length === 1) found.members.forEach(this.#trials.found)
  }

  /** @returns the run where it failed; undefined where it passed, or there is no run left */
  async #fails(some: readonly Variant[], step: Step): Promise<GroupRun | undefined> {
    const { leftOut, passed } = this.results
    const run = leftOut.length > 0 ? undefined : await this.#trials.run(some, step)
    if (run === undefined) leftOut.push(...some.filter(this.#trials.isOpen))
    else if (hasFailed(run)) return run
    else passed.push(run)
    return undefined
  }

  /** Finds one that breaks the suite alone. @param failure a run of the group. @returns undefined where none does */
  async #culpritIn(group: readonly Variant[], failure: GroupRun): Promise<Broken | undefined> {
    let suspects = group
    let run: GroupRun | undefined = failure
    let last = failure
    while (suspects.length > 1 && suspects.every(this.#trials.isOpen)) {
      const likely = this.#trials.suspects(suspects, last)
      const first = new Set(isPart(likely, suspects) ? likely : firstHalf(suspects))
      run = await this.#fails([...first], 'next')
      last = run ?? last
      // If one part passes, the blame is on the other one.
      suspects = run === undefined ? suspects.filter((one) => !first.has(one)) : [...first]
    }
    if (!suspects.every(this.#trials.isOpen)) return undefined
    if (run === undefined || group.length === 1)
      run = await this.#fails(suspects, group.length === 1 ? 'again' : 'next')
    return run === undefined ? undefined : { members: suspects, run }
  }

  /** Finds those that break the suite only together. */
  async #togetherIn(group: readonly Variant[]): Promise<Broken | undefined> {
    if (group.length < 2 || !group.every(this.#trials.isOpen)) return undefined
    const again = await this.#fails(group, 'again')
    return again === undefined ? undefined : await smallest(group, again, this.#trials)
  }
}

/** Leaves parts out of variants that break a suite only together, as long as it still breaks. */
async function smallest(members: readonly Variant[], failure: GroupRun, trials: Trials): Promise<Broken> {
  for (let size = Math.ceil(members.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < members.length && members.length > 2; at += size) {
      const others = members.toSpliced(at, size)
      const run = await trials.run(others, 'next')
      if (run !== undefined && hasFailed(run)) return await smallest(others, run, trials)
    }
  }
  return { members, run: failure }
}

const isPart = (some: readonly Variant[], all: readonly Variant[]): boolean =>
  some.length > 0 && some.length < all.length

/** The first part of a group that is as likely as the other one to break a suite. */
function firstHalf(group: readonly Variant[]): readonly Variant[] {
  const half = group.reduce((sum, one) => sum + weightOf(one), 0) / 2
  let sum = 0
  const at = group.findIndex((one) => {
    sum += weightOf(one)
    return sum >= half
  })
  return group.slice(0, Math.min(group.length - 1, at + 1))
}
