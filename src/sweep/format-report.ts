import { InputError, quote } from '../lib/input-error.ts'
import { toPlain } from '../lib/table.ts'
import type { SweepReport } from './report.ts'
import { answerOf, counted, failuresOf, openFindings, toText } from './text.ts'

export const reportFormats = ['text', 'markdown', 'json'] as const

export type ReportFormat = (typeof reportFormats)[number]

export function formatReport(report: SweepReport, format: ReportFormat): string {
  if (format === 'json') return `${JSON.stringify(report, undefined, 2)}\n`
  return format === 'text' ? toText(report) : toMarkdown(report)
}

const formatOfEnding: ReadonlyMap<string, ReportFormat> = new Map([
  ['.txt', 'text'],
  ['.md', 'markdown'],
  ['.json', 'json'],
])

/** The format of a file by the ending of its name. @throws InputError for another ending */
export function formatOfFile(name: string): ReportFormat {
  const format = formatOfEnding.get(/\.\w+$/.exec(name)?.[0].toLowerCase() ?? '')
  if (format !== undefined) return format
  const endings = [...formatOfEnding.keys()].join(', ')
  throw new InputError(`expected a name that ends in ${endings}, such as sweep.md, got ${quote(name)}`)
}

/** The most characters of the text below the table: a comment on GitHub has 65,536 in all. */
const mostText = 40_000

/** A report for a comment of a pull request: a table of the findings, with the report as text below it. */
function toMarkdown(report: SweepReport): string {
  const open = openFindings(report)
  const rows = open.map((finding) => {
    const { id, request } = finding
    const answers = request === null ? ['', ''] : [request.expected, request.actual].map(answerOf)
    return [id, failuresOf(finding), request === null ? '' : `${request.method} ${request.path}`, ...answers].map(cell)
  })
  const head = ['variant', 'breaks', 'first request that differs', 'expected', 'got']
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const text = toText(report)
  const whole = text.length > mostText ? `${text.slice(0, mostText)}…\n` : text
  // No text closes the block.
  const fence = '`'.repeat(Math.max(2, ...[...whole.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1)
  return [
    `### Sweep: ${open.length === 0 ? 'nothing breaks' : counted(open.length, 'finding')}`,
    ...(open.length === 0 ? [] : [table.join('\n')]),
    '<details><summary>The report</summary>',
    `${fence}text\n${whole}${fence}`,
    '</details>\n',
  ].join('\n\n')
}

/** A text as it is, in a cell of a table: no character of it is a mark of Markdown or HTML. */
function cell(text: string): string {
  const marks = /[&<>|`*~[\]\\$]|(?<!\w)[_@#]|_(?!\w)/g
  return text === '' ? '' : `<code>${toPlain(text).replaceAll(marks, (mark) => `&#${mark.charCodeAt(0)};`)}</code>`
}
