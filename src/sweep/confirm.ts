import type { RunEnd } from './run.ts'
import type { Scope } from './scope.ts'
import { type Broken, type GroupRun, hasFailed } from './search.ts'
import type { Variant } from './variants.ts'

/** Failures of a finding that are asked for: by a suite that can be relied on, by one that cannot, and by one in doubt. */
const [usual, ofFlaky, inDoubt] = [2, 3, 5]

/** So many failures that did not come again make a suite flaky. */
const flakyFrom = 2

/** Asks for more failures of each finding where the suite fails by chance. @param byNow the failures that did not come again. @param runUnder no variant for the baseline. @param isVisible false where no answer differs from the baseline */
export async function confirm(
  broken: readonly Broken[],
  byNow: readonly Broken[],
  runUnder: (members: readonly Variant[], scope: Scope) => Promise<GroupRun | undefined>,
  isVisible: (one: Broken) => boolean,
) {
  const found = new Map(broken.map((one) => [one, usual] as const))
  const flaky = [...byNow]
  const byChance = new Set(flaky.map(({ run }) => signatureOf(run)))
  const leftOut: Variant[] = []
  let isAsked = false
  const neededFor = (one: Broken): number => {
    const signature = signatureOf(one.run)
    const isSeen = signature !== '' && byChance.has(signature)
    // The search for a combination has many runs, each of which may fail by chance.
    const isDoubtful = isSeen || one.members.length > 1 || !isVisible(one)
    return isDoubtful ? inDoubt : flaky.length > 0 ? ofFlaky : usual
  }
  for (;;) {
    if (flaky.length >= flakyFrom && !isAsked) {
      isAsked = true
      for (const run of [await runUnder([], undefined), await runUnder([], undefined)]) {
        if (run !== undefined && hasFailed(run)) byChance.add(signatureOf(run))
      }
    }
    const next = [...found].find(([one, failures]) => failures < neededFor(one))
    if (next === undefined) return { broken: [...found.keys()], flaky, leftOut, isFlaky: flaky.length >= flakyFrom }
    const [one, failures] = next
    const run = await runUnder(one.run.members, one.run.scope)
    if (run !== undefined && hasFailed(run)) {
      found.set(one, failures + 1)
      continue
    }
    found.delete(one)
    if (run === undefined) leftOut.push(...one.members)
    else {
      flaky.push(one)
      byChance.add(signatureOf(one.run))
    }
  }
}

/** What a failure looks like, without durations; empty where it shows nothing. */
function signatureOf({ tests, tail }: RunEnd): string {
  const failed = tests?.failed ?? []
  const text = failed.length > 0 ? JSON.stringify(failed.map(({ name, message }) => [name, message])) : tail.trim()
  return text.replaceAll(/(?<!\d)\d+(?:\.\d+)?(?= ?m?s\b)/g, '#')
}
