import { weightOf } from './layers.ts'
import type { RunEnd } from './run.ts'
import type { Plan } from './scenario.ts'
import type { Variant } from './variants.ts'

/** A run of a suite under some variants together. */
export interface GroupRun extends RunEnd {
  readonly members: readonly Variant[]
  readonly plan: Plan
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

export interface Trials {
  /** Runs the suite under some variants; undefined where there is no run left. @param isConfirming true if the same run failed before */
  readonly run: (members: readonly Variant[], isConfirming?: boolean) => Promise<GroupRun | undefined>
  /** The variants that a failure is most likely due to. @param explained the names of tests for which a variant was found */
  readonly suspects: (
    members: readonly Variant[],
    failure: GroupRun,
    explained: ReadonlySet<string>,
  ) => readonly Variant[]
  /** True for a variant that need not be tried where another one was found. */
  readonly isSpared: (variant: Variant, found: Broken) => boolean
}

export const hasFailed = ({ outcome }: RunEnd): boolean => outcome !== 'passed'

const testsOf = ({ tests }: RunEnd): readonly string[] => (tests?.failed ?? []).map(({ name }) => name)

/** Tries variants together. While the suite fails, parts of the group lead to one that breaks it, and the others are tried without it. */
export async function tryGroup(members: readonly Variant[], trials: Trials): Promise<Results> {
  const search = new Search(trials)
  await search.try(members)
  return search.results
}

class Search {
  readonly results: Results = { broken: [], flaky: [], passed: [], leftOut: [] }
  readonly #trials: Trials
  /** The names of failed tests for which a variant was found. */
  readonly #explained = new Set<string>()

  constructor(trials: Trials) {
    this.#trials = trials
  }

  async try(members: readonly Variant[]): Promise<void> {
    const { broken, flaky, passed, leftOut } = this.results
    let rest = members
    let failure = await this.#fails(rest)
    // True for a failure that was explained in part.
    let isOld = false
    while (failure !== undefined) {
      const found: Broken | undefined =
        (await this.#culpritIn(rest, failure)) ?? (isOld ? undefined : await this.#togetherIn(rest))
      if (leftOut.length > 0) leftOut.push(...rest)
      if (found !== undefined) this.#take(found)
      else if (leftOut.length > 0 || !isOld) {
        if (leftOut.length === 0) flaky.push({ members: rest, run: failure })
        return
      }
      const known = new Set([...broken, ...passed].flatMap((one) => one.members))
      rest = rest.filter((one) => !known.has(one) && !(found && this.#trials.isSpared(one, found)))
      isOld = found !== undefined && this.#leadsOn(rest, failure)
      failure = rest.length === 0 ? undefined : isOld ? failure : await this.#fails(rest)
    }
  }

  #take(found: Broken): void {
    this.results.broken.push(found)
    for (const name of testsOf(found.run)) this.#explained.add(name)
  }

  /** A failure of other tests has another cause: it leads on, without another run of what is left. */
  #leadsOn(rest: readonly Variant[], failure: GroupRun): boolean {
    const isOpen = testsOf(failure).some((name) => !this.#explained.has(name))
    return isOpen && isPart(this.#trials.suspects(rest, failure, this.#explained), rest)
  }

  /** @returns the run where it failed; undefined where it passed, or there is no run left */
  async #fails(some: readonly Variant[], isConfirming = false): Promise<GroupRun | undefined> {
    const { leftOut, passed } = this.results
    const run = leftOut.length > 0 ? undefined : await this.#trials.run(some, isConfirming)
    if (run === undefined) leftOut.push(...some)
    else if (hasFailed(run)) return run
    else passed.push(run)
    return undefined
  }

  /** Finds one that breaks the suite alone. @param failure a run of the group. @returns undefined where none does */
  async #culpritIn(group: readonly Variant[], failure: GroupRun): Promise<Broken | undefined> {
    let suspects = group
    let run: GroupRun | undefined = failure
    let last = failure
    while (suspects.length > 1) {
      const likely = this.#trials.suspects(suspects, last, this.#explained)
      const first = new Set(isPart(likely, suspects) ? likely : firstHalf(suspects))
      run = await this.#fails([...first])
      last = run ?? last
      // If one part passes, the blame is on the other one.
      suspects = run === undefined ? suspects.filter((one) => !first.has(one)) : [...first]
    }
    if (run === undefined || group.length === 1) run = await this.#fails(suspects, group.length === 1)
    return run === undefined ? undefined : { members: suspects, run }
  }

  /** Finds those that break the suite only together. */
  async #togetherIn(group: readonly Variant[]): Promise<Broken | undefined> {
    if (group.length < 2) return undefined
    const again = await this.#fails(group, true)
    return again === undefined ? undefined : await smallest(group, again, this.#trials)
  }
}

/** Leaves parts out of variants that break a suite only together, as long as it still breaks. */
async function smallest(members: readonly Variant[], failure: GroupRun, trials: Trials): Promise<Broken> {
  for (let size = Math.ceil(members.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < members.length && members.length > 2; at += size) {
      const others = members.toSpliced(at, size)
      const run = await trials.run(others)
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
