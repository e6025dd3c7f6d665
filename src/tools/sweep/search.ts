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

export interface Trials {
  /** Runs the suite under some variants: the first time only under the open ones. Undefined if no run is left, or nothing to try. */
  readonly run: (members: readonly Variant[], isFirst: boolean) => Promise<GroupRun | undefined>
  /** The variants that a failure is most likely due to. */
  readonly suspects: (members: readonly Variant[], failure: GroupRun) => readonly Variant[]
  /** True for a variant that other searches leave to be tried. */
  readonly isOpen: (variant: Variant) => boolean
  /** Called for a variant that breaks the suite alone. */
  readonly found: (variant: Variant) => void
}

const hasFailed = ({ outcome }: RunEnd): boolean => outcome !== 'passed'

/** Tries variants together. Where the suite fails, it tries each half, down to the variants that break the suite. */
export async function tryGroup(members: readonly Variant[], trials: Trials): Promise<Results> {
  const search = new Search(trials)
  await search.passes(members, true)
  return search.results
}

class Search {
  readonly results: Results = { broken: [], flaky: [], passed: [], leftOut: [] }
  readonly #trials: Trials

  constructor(trials: Trials) {
    this.#trials = trials
  }

  /** Tries a group, and finds what it fails by. @returns true if the suite passes under all of it */
  async passes(group: readonly Variant[], isFirst: boolean): Promise<boolean> {
    const run = await this.#run(group, isFirst)
    if (run === undefined || !hasFailed(run)) return run !== undefined
    const members = group.filter((one) => run.members.includes(one))
    const isSingle = members.length === 1
    const halves = halvesOf(members, this.#trials.suspects(members, run))
    if (!isSingle && !(await this.#pass(halves))) return false
    // A single variant of a group has failed in that group, too.
    const again = isSingle && !isFirst ? run : await this.#run(members)
    if (again === undefined) return false
    if (!hasFailed(again)) this.results.flaky.push({ members, run })
    else if (isSingle) this.#take({ members, run: again })
    else this.#take(await this.#together(halves, again))
    return false
  }

  async #pass(parts: readonly (readonly Variant[])[]): Promise<boolean> {
    const passed = await Promise.all(parts.map((part) => this.passes(part, false)))
    return passed.every(Boolean)
  }

  #take(found: Broken): void {
    this.results.broken.push(found)
    if (found.members.length === 1) found.members.forEach(this.#trials.found)
  }

  async #run(some: readonly Variant[], isFirst = false): Promise<GroupRun | undefined> {
    const run = await this.#trials.run(some, isFirst)
    if (run === undefined) this.results.leftOut.push(...some.filter(this.#trials.isOpen))
    else if (!hasFailed(run)) this.results.passed.push(run)
    return run
  }

  /** Finds the fewest variants of two halves that break the suite together. @param whole the failure under all of them */
  async #together([one, other]: Halves, whole: GroupRun): Promise<Broken> {
    const needed = await this.#smallest(one, other)
    const members = [...needed, ...(await this.#smallest(other, needed))]
    const run = await this.#run(members)
    return run !== undefined && hasFailed(run) ? { members, run } : { members: whole.members, run: whole }
  }

  /** The fewest variants of a group that break the suite beside others. */
  async #smallest(group: readonly Variant[], beside: readonly Variant[]): Promise<readonly Variant[]> {
    if (group.length === 1) return group
    const [one, other] = halvesOf(group)
    for (const half of [one, other]) {
      const run = await this.#run([...half, ...beside])
      if (run !== undefined && hasFailed(run)) return await this.#smallest(half, beside)
    }
    const needed = await this.#smallest(one, [...other, ...beside])
    return [...needed, ...(await this.#smallest(other, [...needed, ...beside]))]
  }
}

type Halves = readonly [readonly Variant[], readonly Variant[]]

/** Two parts of a group: the likely ones and the others, or halves. */
function halvesOf(group: readonly Variant[], likely: readonly Variant[] = []): Halves {
  const isPart = likely.length > 0 && likely.length < group.length
  const first = isPart ? likely : group.slice(0, Math.ceil(group.length / 2))
  return [first, group.filter((one) => !first.includes(one))]
}

/** Failures that confirm a finding: normally, and if the suite is in doubt. */
const [needed, neededInDoubt] = [2, 5]

/** So many failures that did not come again make a suite flaky. */
const flakyFrom = 2

/**
 * Asks for more failures of each finding that may be due to chance.
 * @param byNow the failures that did not come again
 * @param again runs the suite again under what broke it; undefined where there is no run left
 * @param isVisible false where no answer differs from the baseline
 */
export async function confirm(
  broken: readonly Broken[],
  byNow: readonly Broken[],
  again: (one: Broken) => Promise<GroupRun | undefined>,
  isVisible: (one: Broken) => boolean,
) {
  const failures = new Map(broken.map((one) => [one, needed] as const))
  const flaky = [...byNow]
  const leftOut: Broken[] = []
  // The search for a combination has many runs, each of which may fail by chance.
  const isInDoubt = (one: Broken): boolean => flaky.length > 0 || one.members.length > 1 || !isVisible(one)
  for (;;) {
    const next = [...failures].find(([one, count]) => count < (isInDoubt(one) ? neededInDoubt : needed))
    if (next === undefined) break
    const [one, count] = next
    const run = await again(one)
    if (run !== undefined && hasFailed(run)) failures.set(one, count + 1)
    else {
      failures.delete(one)
      const others = run === undefined ? leftOut : flaky
      others.push(one)
    }
  }
  return { broken: [...failures.keys()], flaky, leftOut, isFlaky: flaky.length >= flakyFrom }
}
