/** The median of some numbers; undefined for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2
}

/** Groups values by a key, in the order in which the keys first occur. */
export function groupBy<T>(values: readonly T[], key: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const group = groups.get(key(value))
    if (group === undefined) groups.set(key(value), [value])
    else group.push(value)
  }
  return groups
}

/** One load on one server. */
export interface Sample {
  /** The title of its kind of request. */
  readonly row: string
  readonly connections: number
  readonly contender: string
  /** From 0. */
  readonly round: number
  readonly requests: number
  readonly perSecond: number
  /** Processor time of the server per request; undefined if the system does not report it. */
  readonly cpuMicros: number | undefined
  /** The part of it outside the kernel. */
  readonly userMicros: number | undefined
  readonly p50Micros: number
  readonly p99Micros: number
  /** The share of the time in which the load itself computed. */
  readonly loadShare: number
}

/** One contender in one row of the table. */
export interface Cell {
  readonly row: string
  readonly connections: number
  readonly contender: string
  readonly perSecond: number | undefined
  readonly cpuMicros: number | undefined
  /** Medians of the ratios to the bare server in the same round; 1 is as fast as the bare server. */
  readonly cpuShare: number | undefined
  readonly rateShare: number | undefined
  readonly p50Micros: number | undefined
  readonly p99Micros: number | undefined
  /** The highest of all rounds. */
  readonly loadShare: number
}

/** The name of the server to which others are compared. */
export const bareName = 'bare node:http'

const isKnown = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value)

function quotient(over: number | undefined, under: number | undefined): number | undefined {
  return over === undefined || under === undefined ? undefined : over / under
}

function toCell(of: readonly Sample[], bareAt: (round: number) => Sample | undefined, first: Sample): Cell {
  const middle = (read: (sample: Sample) => number | undefined): number | undefined =>
    median(of.map(read).filter(isKnown))
  return {
    row: first.row,
    connections: first.connections,
    contender: first.contender,
    perSecond: middle(({ perSecond }) => perSecond),
    cpuMicros: middle(({ cpuMicros }) => cpuMicros),
    cpuShare: middle(({ round, cpuMicros }) => quotient(bareAt(round)?.cpuMicros, cpuMicros)),
    rateShare: middle(({ round, perSecond }) => quotient(perSecond, bareAt(round)?.perSecond)),
    p50Micros: middle(({ p50Micros }) => p50Micros),
    p99Micros: middle(({ p99Micros }) => p99Micros),
    loadShare: Math.max(...of.map(({ loadShare }) => loadShare)),
  }
}

/** The medians of samples, by row, connections and contender, in the order in which these first occur. */
export function toCells(samples: readonly Sample[]): readonly Cell[] {
  const groups = groupBy(samples, ({ row, connections, contender }) => [row, connections, contender].join('\0'))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { row, connections } = first
    const bareAt = (round: number): Sample | undefined =>
      groups.get([row, connections, bareName].join('\0'))?.find((sample) => sample.round === round)
    return [toCell(group, bareAt, first)]
  })
}
