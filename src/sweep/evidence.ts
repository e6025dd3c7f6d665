import type { GroupRun } from './search.ts'
import { compare, type Compared, type Trace } from './trace.ts'
import type { Variant } from './variants.ts'

/**
 * The variants that a failure is most likely due to: of the answers that they had a part in, most differ from the baseline. Only
 * the answers count in the sandbox of the failed test that tells them best: the test fixtures of this package name it so.
 * @param explained the names of tests for which a variant was found
 */
export function suspectsIn(
  variants: readonly Variant[],
  { trace, tests, plan }: GroupRun,
  baseline: Trace,
  explained: ReadonlySet<string>,
): readonly Variant[] {
  const answers = compare(trace, baseline).map((one) => ({ ...one, causes: new Set(plan.causesOf(one.entry)) }))
  const perTest = (tests?.failed ?? [])
    .filter(({ name }) => !explained.has(name))
    .map(({ name }) =>
      mostChanging(
        variants,
        answers.filter(({ entry }) => isOfTest(entry.sandbox, name)),
      ),
    )
    .filter((some) => some.length > 0)
  const [best = mostChanging(variants, answers)] = perTest.toSorted((a, b) => a.length - b.length)
  return best
}

interface Answer extends Compared {
  readonly causes: ReadonlySet<Variant>
}

/** The variants with the largest share of answers that have changed most. */
function mostChanging(variants: readonly Variant[], answers: readonly Answer[]): readonly Variant[] {
  const most = Math.max(1, ...answers.map(({ change }) => change))
  const shares = new Map(
    variants.map((one) => {
      const own = answers.filter(({ causes }) => causes.has(one))
      return [one, own.filter(({ change }) => change === most).length / Math.max(1, own.length)] as const
    }),
  )
  const largest = Math.max(...shares.values())
  return largest > 0 ? variants.filter((one) => shares.get(one) === largest) : []
}

/** True for a sandbox that has the name of a test, and digits of a hash. */
function isOfTest(sandbox: string, test: string): boolean {
  const name = sandbox.replace(/-[\da-f]{8}$/, '')
  const words = test.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
  return name !== sandbox && `-${words}`.includes(`-${name}`)
}
