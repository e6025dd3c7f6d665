import { toTable } from '../../lib/table.ts'
import { at, textAt } from '../../resolve/recorded-exchange.ts'
import type { Report, ShownExchange } from '../../resolve/report.ts'
import type { Need } from '../../resolve/session.ts'

const order = ['contradicted', 'observed', 'unknown'] as const

/** Reports as text: contradictions first, then the counts. @param file the file that the choices were written to */
export function describeReports(reports: readonly Report[], file: string): string {
  const rows = order.flatMap((outcome) => reports.filter((report) => report.outcome === outcome)).map(toRow)
  const counts = order.map((outcome) => `${reports.filter((report) => report.outcome === outcome).length} ${outcome}`)
  const table = toTable([['ID', 'OUTCOME', 'OPTION', 'EXPECTED', 'EVIDENCE'], ...rows])
  return `${table}\n\n${counts.join(', ')}; saved to ${file}, for cloudsec-fake start --assumptions ${file}`
}

/** The flag for each thing that a probe needs. */
const flags: Readonly<Record<Need, string>> = {
  write: '--write',
  wait: '--wait',
  limitedKey: '--limited-key',
  otherKey: '--limited-key',
  spareKey: '--spare-key',
  receiver: '--webhook-url',
  failedAssessment: '--failed-assessment',
}

function toRow({ id, outcome, option, expected, reason, need, evidence }: Report): readonly string[] {
  const shown = evidence.filter((one, i) => i === evidence.length - 1 || codeIn(one) !== '').map(describe)
  const hint = need === null ? [] : [`give ${flags[need]}`]
  const why = [...(reason === null ? [] : [reason]), ...hint, ...(shown.length === 0 ? [] : [shown.join(', ')])].join(
    '; ',
  )
  return [id, outcome, option === null ? '-' : String(option), String(expected), why]
}

function describe({ request, response }: ShownExchange): string {
  const url = textAt(request, 'url') ?? ''
  const path = URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url
  const asked = `${textAt(request, 'method') ?? ''} ${path}`
  if (response === undefined) return `${asked} arrived`
  return `${asked} → ${String(at(response, 'status'))} ${codeIn({ request, response })}`.trimEnd()
}

const codeIn = ({ response }: ShownExchange): string => textAt(response, 'body', 'error', 'code') ?? ''
