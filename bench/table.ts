import { bareName, type Cell, groupBy } from './figures.ts'

/** A table in Markdown. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n')
}

/** Formats a number; `n/a` if it is unknown. */
export function show(value: number | undefined, digits = 0): string {
  return value === undefined ? 'n/a' : value.toFixed(digits)
}

/** Formats bytes as megabytes of 1,000,000. */
export function showMb(bytes: number | undefined, digits = 0): string {
  return show(bytes === undefined ? undefined : bytes / 1e6, digits)
}

const missing = '–'

/** Above this share of its core, the load may limit the rate. */
const busyShare = 0.9

function rowOf(cells: readonly Cell[], contenders: readonly string[]): readonly string[] {
  const [first] = cells
  if (first === undefined) return []
  const at = (name: string): Cell | undefined => cells.find(({ contender }) => contender === name)
  const bare = at(bareName)
  const isBusy = cells.some(({ loadShare }) => loadShare > busyShare)
  return [
    first.row,
    String(first.connections),
    `${show(bare?.cpuMicros, 1)} (${show(bare?.perSecond)}${isBusy ? ', load at its limit' : ''})`,
    ...contenders.map((name) => {
      const cell = at(name)
      return cell === undefined
        ? missing
        : `${show(cell.cpuMicros, 1)} (${show(cell.perSecond)}) **${show(cell.cpuShare, 2)}** (${show(cell.rateShare, 2)})`
    }),
  ]
}

/**
 * The table of all loads: processor time per request in microseconds, with requests per second in brackets. Except for
 * the bare server, its shares of the bare server follow, in the same order.
 */
export function toLoadTable(cells: readonly Cell[]): string {
  const contenders = [...new Set(cells.map(({ contender }) => contender))].filter((name) => name !== bareName)
  const rows = groupBy(cells, ({ row, connections }) => `${row}\0${connections}`)
  return toTable(
    ['request', 'connections', bareName, ...contenders],
    [...rows.values()].map((row) => rowOf(row, contenders)),
  )
}
