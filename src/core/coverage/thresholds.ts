import { grouped } from '../lib/grouped.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'
import { coverageKinds, type CoverageReport } from './report.ts'

/** The parts of a report that can have a threshold: the whole, and each kind of cells. */
const thresholdNames = ['total', ...coverageKinds] as const

/** The minimum percentages. */
export type Thresholds = Readonly<Partial<Record<(typeof thresholdNames)[number], number>>>

/** Reads thresholds such as `60`, of the whole, and `error=50`. @throws InputError */
export function readThresholds(texts: readonly string[], field: string): Thresholds {
  const read = texts.map((text) => readThreshold(text, field))
  for (const [name, given] of grouped(read, ({ name }) => name)) {
    const both = given.map(({ text }) => quote(text)).join(' and ')
    if (given.length > 1) throw new InputError(`expected one percent for ${name}, got ${both}`, { field })
  }
  return Object.fromEntries(read.map(({ name, percent }) => [name, percent]))
}

function readThreshold(text: string, field: string) {
  const [, name = 'total', number = ''] = /^(?:(.*)=)?(.*)$/s.exec(text) ?? []
  if (!thresholdNames.some((known) => known === name)) {
    const known = `is not one of ${thresholdNames.join(', ')}, as in error=50.${didYouMean(name, thresholdNames)}`
    throw new InputError(`${quote(name)} ${known}`, { field })
  }
  const percent = /^\d+(?:\.\d+)?$/.test(number) ? Number(number) : Number.NaN
  if (percent <= 100) return { text, name, percent }
  throw new InputError(`expected a percent from 0 to 100, such as 60 or error=50, got ${quote(text)}`, { field })
}

/** Lists the thresholds that a report misses, one line each. */
export function missedIn({ total, kinds }: CoverageReport, thresholds: Thresholds): readonly string[] {
  return thresholdNames.flatMap((name) => {
    const minimum = thresholds[name] ?? 0
    const { met, of, percent } = name === 'total' ? total : kinds[name]
    const missed = `coverage: ${name}: expected at least ${minimum} %, got ${percent} % (${met} of ${of})`
    return percent < minimum ? [missed] : []
  })
}
