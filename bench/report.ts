import { groupBy, median, type Sample, toCells } from './figures.ts'
import { toLoadTable } from './table.ts'

/** Everything that a run measured. */
export interface Results {
  /** The conditions of the measurement. */
  readonly setting: Readonly<Record<string, string | number | boolean>>
  /** Loads and starts. */
  readonly samples: readonly Sample[]
}

/** A row counts as slower above this ratio of its time outside the kernel to the time of the earlier build. */
const slowerBy = 1.1

const explanation = `Each cell: processor time of the server for a request in µs (requests a second) **share of bare node:http by processor time**
(share by requests a second). Medians of interleaved rounds; shares are medians of the ratios within a round.`

/** The results as Markdown. */
export function toMarkdown(results: Results): string {
  const { setting, samples } = results
  const parts = [
    '# Speed',
    Object.entries(setting)
      .map(([name, value]) => `${name}: ${value}`)
      .join(' · '),
    explanation,
    toLoadTable(toCells(samples)),
  ]
  return `${parts.join('\n\n')}\n`
}

/**
 * The rows in which the fake takes longer than an earlier build by more than a tenth, in the median of pairs of one round. Only
 * its time outside the kernel counts: the kernel's part depends on how often a load finds its client asleep.
 */
export function slowerRows(samples: readonly Sample[], fake: string, earlier: string): readonly string[] {
  const pairs = groupBy(
    samples.filter(({ contender }) => contender === fake),
    ({ row, connections }) => `${row}, ${connections} connections`,
  )
  return [...pairs].flatMap(([row, of]) => {
    const ratios = of.flatMap(({ userMicros, ...sample }) => {
      const before = samples.find(
        (other) =>
          other.contender === earlier &&
          other.row === sample.row &&
          other.connections === sample.connections &&
          other.round === sample.round,
      )?.userMicros
      return userMicros === undefined || before === undefined ? [] : [userMicros / before]
    })
    const ratio = median(ratios)
    return ratio !== undefined && ratio > slowerBy ? [`${row}: ${ratio.toFixed(2)} times the earlier build`] : []
  })
}
