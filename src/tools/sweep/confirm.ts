import { type Broken, type GroupRun, hasFailed } from './search.ts'

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
