import { toTable } from '../lib/table.ts'
import {
  type CoverageCell,
  coverageKinds,
  type CoverageReport,
  keyOf,
  type OperationCoverage,
  shareOf,
} from './report.ts'

const headings = { success: 'SUCCESS', error: 'ERRORS', state: 'STATES', page: 'PAGES', fault: 'FAULTS' } as const

/** Writes a report for people: a row for each operation, and the names of what was never met. */
export function toCoverageText(report: CoverageReport): string {
  const { total, requests, items, faults } = report
  const cells = [...items.flatMap((item) => item.cells), ...faults]
  const all = { operation: 'all', requests, cells }
  const table = toTable([['OPERATION', 'REQUESTS', 'MET', ...Object.values(headings)], ...[...items, all].map(toRow)])
  const met = `${total.met} of ${total.of} met: ${total.percent} %`
  return [table, [met, ...notesOn(report)].join('\n'), ...unmetIn(items, cells)].join('\n\n')
}

function toRow({ operation, requests, cells }: OperationCoverage): readonly string[] {
  const shares = coverageKinds.map((kind) => {
    const { met, of } = shareOf(cells.filter((cell) => cell.kind === kind))
    return of === 0 ? '-' : `${met}/${of}`
  })
  return [operation, String(requests), `${shareOf(cells).percent} %`, ...shares]
}

function notesOn({ requests, forgotten, items }: CoverageReport): readonly string[] {
  const unmatched = items.reduce((rest, item) => rest - item.requests, requests)
  return [
    ...(unmatched === 0 ? [] : [`matched no operation: ${unmatched}`]),
    ...(forgotten === 0
      ? []
      : [`no longer in the journal: ${forgotten}; with --coverage, a fake counts all for --sandboxes all`]),
  ]
}

/** The cells that were never met. A cell that no operation met is named once. */
function unmetIn(items: CoverageReport['items'], all: readonly CoverageCell[]): readonly string[] {
  const metOnce = new Set(all.filter(isMet).map(keyOf))
  const never = new Map(all.filter((cell) => !metOnce.has(keyOf(cell))).map((cell) => [keyOf(cell), cell]))
  const rows = [
    ...toLines('anywhere', [...never.values()]),
    ...items.flatMap(({ operation, requests, cells }) => {
      if (requests === 0) return [[operation, 'never called']]
      const unmet = cells.filter((cell) => !isMet(cell) && metOnce.has(keyOf(cell)))
      return toLines(operation, unmet)
    }),
  ]
  return rows.length === 0 ? [] : [toTable([['NEVER MET'], ...rows])]
}

/** A row for each kind of which there are cells. */
function toLines(title: string, cells: readonly CoverageCell[]): readonly (readonly string[])[] {
  const lines = coverageKinds.flatMap((kind) => {
    const names = cells.filter((cell) => cell.kind === kind).map(({ name }) => name)
    return names.length === 0 ? [] : [[headings[kind].toLowerCase(), kind === 'success' ? '' : names.join(', ')]]
  })
  return lines.map(([kind = '', names = ''], position) => [position === 0 ? title : '', kind, names])
}

const isMet = ({ count }: CoverageCell): boolean => count > 0
