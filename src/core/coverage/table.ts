import { toTable } from '../lib/table.ts'
import { coverageKinds, type CoverageReport, keyOf, type OperationCoverage, shareOf } from './report.ts'

const headings = { success: 'SUCCESS', error: 'ERRORS', state: 'STATES', page: 'PAGES', fault: 'FAULTS' } as const

/** Writes a report for people: a row for each operation, and the names of unmet cells. */
export function toCoverageText({ total, requests, forgotten, items, faults }: CoverageReport): string {
  const cells = [...items.flatMap((item) => item.cells), ...faults]
  const rows = [...items, { operation: 'all', requests, cells }].map(toRow)
  const notes = [`${total.met} of ${total.of} met: ${total.percent} %`]
  const unmatched = items.reduce((rest, item) => rest - item.requests, requests)
  if (unmatched > 0) notes.push(`matched no operation: ${unmatched}`)
  if (forgotten > 0) {
    notes.push(
      `no longer in the journal: ${forgotten}; start the fake with --coverage to count all for --sandboxes all`,
    )
  }
  const table = toTable([['OPERATION', 'REQUESTS', 'MET', ...Object.values(headings)], ...rows])
  const unmet = unmetIn(items, cells)
  const never = unmet.length === 0 ? [] : [toTable([['NEVER MET'], ...unmet])]
  return [table, notes.join('\n'), ...never].join('\n\n')
}

function toRow({ operation, requests, cells }: OperationCoverage): readonly string[] {
  const shares = coverageKinds.map((kind) => {
    const { met, of } = shareOf(cells.filter((cell) => cell.kind === kind))
    return of === 0 ? '-' : `${met}/${of}`
  })
  return [operation, String(requests), `${shareOf(cells).percent} %`, ...shares]
}

/** Rows for the cells that were never met. A cell that no operation met is named once. */
function unmetIn(items: readonly OperationCoverage[], all: OperationCoverage['cells']): readonly (readonly string[])[] {
  const met = new Set(all.filter(({ count }) => count > 0).map(keyOf))
  const never = new Map(all.filter((cell) => !met.has(keyOf(cell))).map((cell) => [keyOf(cell), cell]))
  const ofItems = items.flatMap(({ operation, requests, cells }) => {
    if (requests === 0) return [[operation, 'never called']]
    const unmet = cells.filter((cell) => cell.count === 0 && met.has(keyOf(cell)))
    return toRows(operation, unmet)
  })
  return [...toRows('anywhere', [...never.values()]), ...ofItems]
}

/** A row for each kind that has cells. */
function toRows(title: string, cells: OperationCoverage['cells']): readonly (readonly string[])[] {
  const kinds = coverageKinds.filter((kind) => cells.some((cell) => cell.kind === kind))
  return kinds.map((kind, i) => {
    const names = kind === 'success' ? [] : cells.filter((cell) => cell.kind === kind).map(({ name }) => name)
    return [i === 0 ? title : '', headings[kind].toLowerCase(), names.join(', ')]
  })
}
