/** The middle of some numbers, the mean of the two in the middle where their count is even; undefined for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2
}

/** Values by a key, in the order in which the keys first occur. */
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
  /** The request, and its inventory. */
  readonly row: string
  readonly connections: number
  readonly contender: string
  /** From 0. */
  readonly round: number
  readonly requests: number
  readonly perSecond: number
  /** Processor time of the server for a request; undefined where the system does not report it. */
  readonly cpuMicros: number | undefined
  /** The part of it outside the kernel. */
  readonly userMicros: number | undefined
  /** Part of the time that the load itself computed. */
  readonly loadShare: number
}

/** One contender in one row of the table. */
export interface Cell {
  readonly row: string
  readonly connections: number
  readonly contender: string
  readonly perSecond: number | undefined
  readonly cpuMicros: number | undefined
  /** Medians of the ratios to the bare server in the same round, 1 being as fast as that. */
  readonly cpuShare: number | undefined
  readonly rateShare: number | undefined
  /** The highest of all rounds. */
  readonly loadShare: number
}

/** The name of the server that others are compared with. */
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
    loadShare: Math.max(...of.map(({ loadShare }) => loadShare)),
  }
}

/** The medians of some samples, by row, connections and contender, in the order in which these first occur. */
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
