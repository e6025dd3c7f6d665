import { type Cell, toCells } from './figures.ts'
import type { Loads } from './loads.ts'
import { type Scale, toScaleText } from './scale.ts'
import { type Starts, toStartTable } from './start.ts'
import { show, showMb, toLoadTable, toTable } from './table.ts'

/** Everything that a run measured. */
export interface Results {
  /** The conditions of the measurement. */
  readonly setting: Readonly<Record<string, string | number | boolean>>
  readonly loads: readonly Loads[]
  readonly starts: readonly Starts[]
  readonly scale: Scale | undefined
}

/** The goals of the fake in processor time, as a share of the bare server, by the beginning of a row's name. */
const targets = [
  { row: 'list of 20', share: 0.35 },
  { row: 'get', share: 0.42 },
  { row: 'create', share: 0.35 },
] as const

function toTargetTable(cells: readonly Cell[], fake: string): string {
  const rows = targets.flatMap(({ row, share }) =>
    cells
      .filter((cell) => cell.contender === fake && cell.row.startsWith(row) && cell.connections === 16)
      .map((cell) => {
        const isMet = cell.cpuShare !== undefined && cell.cpuShare >= share
        return [cell.row, share.toFixed(2), show(cell.cpuShare, 2), isMet ? 'met' : 'not met']
      }),
  )
  return rows.length === 0
    ? 'No target was measured.'
    : toTable(['16 connections', 'target', 'share by CPU time', ''], rows)
}

function toMemoryTable(loads: readonly Loads[]): string {
  const rows = loads.flatMap(({ memory }) => Object.entries(memory).map(([name, bytes]) => [name, showMb(bytes)]))
  return toTable(['at the end of the loads', 'MB resident'], rows)
}

const explanation = `Each cell: processor time of the server for a request in µs (requests a second) **share of bare node:http by processor time**
(share by requests a second). Medians of interleaved rounds; shares are medians of the ratios within a round.`

/** The medians of the loads of a run. */
export function cellsOf({ loads }: Pick<Results, 'loads'>): readonly Cell[] {
  return toCells(loads.flatMap(({ samples }) => samples))
}

/** The results as Markdown. @param fake what the fake is called in them */
export function toMarkdown(results: Results, fake: string): string {
  const { setting, loads, starts, scale } = results
  const cells = cellsOf(results)
  const notes = loads.flatMap((of) => of.notes)
  const parts = [
    '# Speed',
    Object.entries(setting)
      .map(([name, value]) => `${name}: ${value}`)
      .join(' · '),
    ...(cells.length === 0 ? [] : [explanation, toLoadTable(cells), toTargetTable(cells, fake), toMemoryTable(loads)]),
    ...notes.map((note) => `- ${note}`),
    ...(starts.length === 0 ? [] : ['## Start', toStartTable(starts)]),
    ...(scale === undefined ? [] : ['## Scale', toScaleText(scale)]),
  ]
  return `${parts.join('\n\n')}\n`
}
