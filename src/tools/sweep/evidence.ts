import type { GroupRun } from './search.ts'
import { compare, type Trace } from './trace.ts'
import type { Variant } from './variants.ts'

/**
 * The variants that a failure is most likely due to: they had a part in the first of the answers that differ most from the
 * baseline, and most of the answers that they had a part in differ as much. None where no answer differs.
 */
export function suspectsIn(
  variants: readonly Variant[],
  { trace, plan }: GroupRun,
  baseline: Trace,
): readonly Variant[] {
  const answers = compare(trace, baseline).map(({ entry, change }) => ({ change, causes: plan.causesOf(entry) }))
  const most = Math.max(1, ...answers.map(({ change }) => change))
  const first = answers.find(({ change, causes }) => change === most && variants.some((one) => causes.includes(one)))
  const shares = variants.map((one) => {
    const own = answers.filter(({ causes }) => causes.includes(one))
    return first?.causes.includes(one) ? own.filter(({ change }) => change === most).length / own.length : 0
  })
  const largest = Math.max(...shares)
  return largest > 0 ? variants.filter((_, i) => shares[i] === largest) : []
}
