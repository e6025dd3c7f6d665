import { InputError, quote } from '../../lib/input-error.ts'
import type { SweepReport } from '../report.ts'
import { toMarkdown } from './markdown.ts'
import { toText } from './text.ts'

export const reportFormats = ['text', 'markdown', 'json'] as const

export type ReportFormat = (typeof reportFormats)[number]

const writers: Readonly<Record<ReportFormat, (report: SweepReport) => string>> = {
  text: toText,
  markdown: toMarkdown,
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
}

/** Writes a report in a format, with a line break at its end. */
export function formatReport(report: SweepReport, format: ReportFormat): string {
  return writers[format](report)
}

const formatOfEnding: Readonly<Record<string, ReportFormat>> = {
  txt: 'text',
  md: 'markdown',
  json: 'json',
}

/** The format of a file by the ending of its name. @throws InputError for another ending */
export function formatOfFile(name: string): ReportFormat {
  const [, ending = ''] = /\.(\w+)$/.exec(name) ?? []
  const format = formatOfEnding[ending.toLowerCase()]
  if (format !== undefined) return format
  const endings = Object.keys(formatOfEnding).map((known) => `.${known}`)
  throw new InputError(`expected a name that ends in ${endings.join(', ')}, such as sweep.md, got ${quote(name)}`)
}
