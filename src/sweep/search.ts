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
  /** Called where variants break the suite only together. @returns true if they are to be tried apart */
  readonly excuses: (members: readonly Variant[]) => boolean
}

export const hasFailed = ({ outcome }: RunEnd): boolean => outcome !== 'passed'

/** Tries variants together. While the suite fails, halves of the group lead to one that breaks it, and the others are tried without it. */
export async function tryGroup(members: readonly Variant[], trials: Trials): Promise<Results> {
  const results: Results = { broken: [], flaky: [], passed: [], leftOut: [] }
  const { broken, flaky, passed, leftOut } = results

  /** @returns the run where it failed; undefined where it passed, or there is no run left */
  async function fails(some: readonly Variant[], isConfirming = false): Promise<GroupRun | undefined> {
    const run = leftOut.length > 0 ? undefined : await trials.run(some, isConfirming)
    if (run === undefined) leftOut.push(...some)
    else if (hasFailed(run)) return run
    else passed.push(run)
    return undefined
  }

  /** Finds one that breaks the suite alone. @param failure a run of the group. @returns undefined where none does */
  async function culpritIn(group: readonly Variant[], failure: GroupRun): Promise<Broken | undefined> {
    let suspects = group
    let run: GroupRun | undefined = failure
    while (suspects.length > 1) {
      const [first, second]: Halves = halvesOf(suspects)
      run = await fails(first)
      // If one half passes, the blame is on the other one.
      suspects = run === undefined ? second : first
    }
    if (run === undefined || group.length === 1) run = await fails(suspects, group.length === 1)
    return run === undefined ? undefined : { members: suspects, run: group.length === 1 ? failure : run }
  }

  let rest = members
  let failure = await fails(rest)
  while (failure !== undefined) {
    let found = await culpritIn(rest, failure)
    if (found === undefined && leftOut.length === 0 && rest.length > 1) {
      if (trials.excuses(rest)) break
      const again = await fails(rest, true)
      found = again === undefined ? undefined : await smallest(rest, again, trials)
    }
    if (leftOut.length > 0) leftOut.push(...rest)
    else if (found === undefined) flaky.push({ members: rest, run: failure })
    if (found === undefined) break
    broken.push(found)
    const known = new Set([found, ...passed].flatMap((one) => one.members))
    rest = rest.filter((one) => !known.has(one))
    failure = rest.length === 0 ? undefined : await fails(rest)
  }
  return results
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

type Halves = readonly [readonly Variant[], readonly Variant[]]

/** Cuts a group where one part is as likely as the other to break a suite. */
function halvesOf(group: readonly Variant[]): Halves {
  const half = group.reduce((sum, one) => sum + weightOf(one), 0) / 2
  let sum = 0
  const at = group.findIndex((one) => {
    sum += weightOf(one)
    return sum >= half
  })
  const length = Math.min(group.length - 1, Math.max(1, at + 1))
  return [group.slice(0, length), group.slice(length)]
}

/** The variants that had a part in an answer of a run that passed. */
export const metIn = (results: readonly Results[]): ReadonlySet<Variant> =>
  new Set(results.flatMap(({ passed }) => passed.flatMap(({ plan, trace }) => trace.entries.flatMap(plan.causesOf))))

/** True for a variant that was found, or could not be tried. */
export const isNamed = (variant: Variant, results: readonly Results[]): boolean =>
  results.some(({ broken, flaky, leftOut }) =>
    [...broken.map(({ members }) => members), ...flaky.map(({ members }) => members), leftOut].some((some) =>
      some.includes(variant),
    ),
  )
