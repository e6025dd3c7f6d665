import type { TraceEntry } from '../app/swept.ts'
import type { GroupRun } from './search.ts'
import { matchWith, type Trace } from './trace.ts'
import type { Variant } from './variants.ts'

/**
 * The variants that a failure is most likely due to: those that had a part in an answer which differs from the baseline, in the
 * sandbox of the failed test that tells them best. The test fixtures of this package name a sandbox after its test.
 * @param explained the names of tests for which a variant was found
 */
export function suspectsIn(
  variants: readonly Variant[],
  { trace, tests, plan }: GroupRun,
  baseline: Trace,
  explained: ReadonlySet<string>,
): readonly Variant[] {
  const expectedOf = matchWith(baseline)
  const changed = trace.entries.filter((entry) => entry.digest !== expectedOf(entry)?.digest)
  const causesOf = (entries: readonly TraceEntry[]): readonly Variant[] => {
    const causes = new Set(entries.flatMap(plan.causesOf))
    return variants.filter((one) => causes.has(one))
  }
  const perTest = (tests?.failed ?? [])
    .filter(({ name }) => !explained.has(name))
    .map(({ name }) => causesOf(changed.filter(({ sandbox }) => isOfTest(sandbox, name))))
    .filter((causes) => causes.length > 0)
  const [best = causesOf(changed)] = perTest.toSorted((a, b) => a.length - b.length)
  return best
}

/** True for a sandbox that has the name of a test, and digits of a hash. */
function isOfTest(sandbox: string, test: string): boolean {
  const name = sandbox.replace(/-[\da-f]{8}$/, '')
  const words = test.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
  return name !== sandbox && `-${words}`.includes(`-${name}`)
}
