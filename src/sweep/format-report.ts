import { extname } from 'node:path'

import { InputError, quote } from '../lib/input-error.ts'
import { keysOf } from '../lib/keys-of.ts'
import { counted, cutMiddle, openFindings, toText } from './text.ts'
import type { SweepReport } from './to-report.ts'

/** Each format with the ending of its files. */
const formats = {
  text: { ending: '.txt', write: toText },
  markdown: { ending: '.md', write: toMarkdown },
  json: { ending: '.json', write: (report: SweepReport) => `${JSON.stringify(report, undefined, 2)}\n` },
}

export type ReportFormat = keyof typeof formats

export const reportFormats = keysOf(formats)

export const formatReport = (report: SweepReport, format: ReportFormat): string => formats[format].write(report)

/** The format of a file by the ending of its name. @throws InputError for another ending */
export function formatOfFile(name: string): ReportFormat {
  const format = reportFormats.find((one) => formats[one].ending === extname(name).toLowerCase())
  if (format !== undefined) return format
  const endings = reportFormats.map((one) => formats[one].ending).join(', ')
  throw new InputError(`expected a name that ends in ${endings}, such as sweep.md, got ${quote(name)}`)
}

/** A report for a comment of a pull request, which on GitHub has at most 65,536 characters. */
function toMarkdown(report: SweepReport): string {
  const text = cutMiddle(toText(report), 50_000, 5000)
  const open = openFindings(report).length
  // No text closes the block.
  const fence = '`'.repeat(Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1)
  return `### Sweep: ${open === 0 ? 'nothing breaks' : counted(open, 'finding')}\n\n${fence}text\n${text}${fence}\n`
}
