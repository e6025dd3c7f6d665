import { toTable } from '../../core/lib/table.ts'
import type { Report } from '../../tools/resolve/report.ts'

const order = ['contradicted', 'observed', 'unknown'] as const

export function describeReports(reports: readonly Report[], file: string): string {
  const rows = order.flatMap((outcome) => reports.filter((report) => report.outcome === outcome)).map(toRow)
  const counts = order.map((outcome) => `${reports.filter((report) => report.outcome === outcome).length} ${outcome}`)
  const table = toTable([['ID', 'OUTCOME', 'OPTION', 'EXPECTED', 'EVIDENCE'], ...rows])
  return `${table}\n\n${counts.join(', ')}; saved to ${file}, for cloudsec-fake start --assumptions ${file}`
}

function toRow({ id, outcome, option, expected, reason, evidence }: Report): readonly string[] {
  const why = [reason ?? [], evidence.join(', ') || []].flat().join('; ')
  return [id, outcome, option === null ? '-' : String(option), String(expected), why]
}
