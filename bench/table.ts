import { bareName, type Cell, groupBy } from './figures.ts'

/** A table in Markdown. */
function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n')
}

/** A number with so many digits after the point; `n/a` where it is not known. */
function show(value: number | undefined, digits = 0): string {
  return value === undefined ? 'n/a' : value.toFixed(digits)
}

const missing = '–'

/** A load above this part of its core may be what limits the rate. */
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
 * The table of all loads: processor time for a request in microseconds with the requests a second in brackets, and but
 * for the bare server the share of it, by the former and, in brackets, by the latter.
 */
export function toLoadTable(cells: readonly Cell[]): string {
  const contenders = [...new Set(cells.map(({ contender }) => contender))].filter((name) => name !== bareName)
  const rows = groupBy(cells, ({ row, connections }) => `${row}\0${connections}`)
  return toTable(
    ['request', 'connections', bareName, ...contenders],
    [...rows.values()].map((row) => rowOf(row, contenders)),
  )
}
