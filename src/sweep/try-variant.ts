import type { ChangedRequest, FailedTest } from './report.ts'
import type { RunEnd } from './run.ts'
import { partsOf, type Variant } from './variants.ts'

/** A run under a variant, as far as it is needed later. */
export interface VariantRun extends Pick<RunEnd, 'outcome' | 'exitCode'> {
  readonly failed: readonly FailedTest[]
  readonly rows: ReadonlySet<string>
  readonly request: ChangedRequest | null
}

/** `broken` failed twice, `flaky` failed once and passed once. */
type Verdict = 'passed' | 'flaky' | 'broken'

/** A variant that was tried, with its first run. */
export interface Tried extends VariantRun {
  readonly variant: Variant
  readonly verdict: Verdict
}

export interface Trial {
  readonly tried: readonly Tried[]
  /** The variants that would have needed more runs. */
  readonly leftOut: readonly Variant[]
}

export interface Attempts {
  readonly variant: Variant
  readonly runs: VariantRun[]
}

/** Most runs that a variant needs: one and one that confirms its failure, and the same for each of its parts. */
export function mostRunsOf(variant: Variant): number {
  return 2 + 2 * partsOf(variant).length
}

/**
 * Runs a suite under a variant, and under each of its parts if it fails.
 * @param most runs
 * @param runAll makes another run of each
 */
export async function tryVariant(
  variant: Variant,
  most: number,
  runAll: (due: readonly Attempts[]) => Promise<readonly VariantRun[]>,
): Promise<Trial> {
  const whole: Attempts = { variant, runs: [] }
  const parts = partsOf(variant).map((part): Attempts => ({ variant: part, runs: [] }))
  let left = most
  const next = () => dueOf(whole, parts).slice(0, left)
  for (let due = next(); due.length > 0; due = next()) {
    left -= due.length
    for (const [i, run] of (await runAll(due)).entries()) due[i]?.runs.push(run)
  }
  return trialOf(whole, parts)
}

function dueOf(whole: Attempts, parts: readonly Attempts[]): readonly Attempts[] {
  if (whole.runs.length === 0) return [whole]
  if (verdictOf(whole) !== undefined) return []
  const untried = parts.filter(({ runs }) => runs.length === 0)
  if (untried.length > 0) return untried
  return parts.every(isSurvived) ? [whole] : parts.filter((part) => verdictOfPart(part, parts) === undefined)
}

function trialOf(whole: Attempts, parts: readonly Attempts[]): Trial {
  const ofWhole = [{ ...whole, verdict: verdictOf(whole) }]
  const ofParts = parts.map((part) => ({ ...part, verdict: verdictOfPart(part, parts) }))
  const isTriedInParts = whole.runs.some(isFailed)
  // A failure of the whole that a part may explain says nothing more.
  const all = !isTriedInParts ? ofWhole : parts.every(isSurvived) ? [...ofWhole, ...ofParts] : ofParts
  return {
    tried: all.flatMap(({ variant, verdict, runs: [first] }) =>
      first === undefined || verdict === undefined ? [] : [{ ...first, variant, verdict }],
    ),
    leftOut: all.flatMap(({ variant, verdict }) => (verdict === undefined ? [variant] : [])),
  }
}

const isFailed = ({ outcome }: VariantRun): boolean => outcome !== 'passed'

/** The verdict on a variant; undefined as long as further runs have to decide. */
function verdictOf({ runs }: Attempts): Verdict | undefined {
  const failures = runs.filter(isFailed).length
  if (failures < runs.length) return failures === 0 ? 'passed' : 'flaky'
  return failures === 2 ? 'broken' : undefined
}

/** The same of a part. The failure of the whole confirms that of its last part: no other one explains it. */
function verdictOfPart(part: Attempts, parts: readonly Attempts[]): Verdict | undefined {
  const isLast = part.runs.length > 0 && parts.every((other) => other === part || isSurvived(other))
  return verdictOf(part) ?? (isLast ? 'broken' : undefined)
}

function isSurvived(one: Attempts): boolean {
  const verdict = verdictOf(one)
  return verdict === 'passed' || verdict === 'flaky'
}
