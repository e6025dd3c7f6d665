import { type Cell, groupBy, median, toCells } from './figures.ts'
import type { Loads } from './loads.ts'
import { type Starts, toStartTable } from './start.ts'
import { show, showMb, toLoadTable, toTable } from './table.ts'

/** Everything that a run measured. */
export interface Results {
  /** The conditions of the measurement. */
  readonly setting: Readonly<Record<string, string | number | boolean>>
  /** Undefined if only starts were measured. */
  readonly loads: Loads | undefined
  readonly starts: readonly Starts[]
}

/** The goals of the fake in processor time, as a share of the bare server, by row and connections. */
const targets = [
  { row: 'list of 20, page asked before', connections: 16, share: 0.5 },
  { row: 'list of 20, each page new', connections: 16, share: 0.33 },
  { row: 'get', connections: 16, share: 0.5 },
  { row: 'create', connections: 16, share: 0.28 },
  { row: 'list of 20, page asked before', connections: 1, share: 0.7 },
  { row: 'get', connections: 1, share: 0.7 },
] as const

function toTargetTable(cells: readonly Cell[], fake: string): string {
  const ofFake = cells.filter(({ contender }) => contender === fake)
  const rows = targets.flatMap(({ row, connections, share }) =>
    ofFake
      .filter((cell) => cell.row === row && cell.connections === connections)
      .map(({ cpuShare = 0 }) => [
        row,
        String(connections),
        share.toFixed(2),
        show(cpuShare, 2),
        cpuShare >= share ? 'met' : 'not met',
      ]),
  )
  return rows.length === 0
    ? 'No target was measured.'
    : toTable(['row', 'connections', 'target', 'share by CPU time', ''], rows)
}

function toMemoryTable({ memory = {} }: Partial<Loads> = {}): string {
  const rows = Object.entries(memory).map(([name, bytes]) => [name, showMb(bytes)])
  return toTable(['at the end of the loads', 'MB resident'], rows)
}

/** A row is slower above this ratio to the earlier build in time outside the kernel. */
const slowerBy = 1.1

const explanation = `Each cell: processor time of the server for a request in µs (requests a second) **share of bare node:http by processor time**
(share by requests a second). Medians of interleaved rounds; shares are medians of the ratios within a round.`

/** The medians of the loads of a run. */
export function cellsOf({ loads }: Pick<Results, 'loads'>): readonly Cell[] {
  return toCells(loads?.samples ?? [])
}

/** Writes the results as Markdown. @param fake the name of the fake in them */
export function toMarkdown(results: Results, fake: string): string {
  const { setting, loads, starts } = results
  const cells = cellsOf(results)
  const parts = [
    '# Speed',
    Object.entries(setting)
      .map(([name, value]) => `${name}: ${value}`)
      .join(' · '),
    ...(cells.length === 0 ? [] : [explanation, toLoadTable(cells), toTargetTable(cells, fake), toMemoryTable(loads)]),
    ...(starts.length === 0 ? [] : ['## Start', toStartTable(starts)]),
  ]
  return `${parts.join('\n\n')}\n`
}

/**
 * The rows in which the fake takes over 10 % longer than an earlier build, in the median of the pairs of a round. Only
 * time outside the kernel counts: time in the kernel depends on how often the client is asleep.
 */
export function slowerRows({ loads }: Pick<Results, 'loads'>, fake: string, earlier: string): readonly string[] {
  const samples = loads?.samples ?? []
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
