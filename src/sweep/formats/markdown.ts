import { toPlain } from '../../lib/table.ts'
import type { ChangedRequest, FailedTest, Finding, SweepReport } from '../report.ts'
import {
  acceptedFindings,
  answerOf,
  baselineOf,
  bodyOf,
  counted,
  countsOf,
  failuresOf,
  mostTests,
  openFindings,
  outcomeOf,
  placeOf,
  rowsOf,
} from './wording.ts'

/** The most characters of all details together: a comment on GitHub has 65,536 in all. */
const mostDetails = 40_000

/** A report for a comment of a pull request: a table, and the details of each finding. */
export function toMarkdown(report: SweepReport): string {
  const open = openFindings(report)
  const blocks = [
    `### Sweep of ${code(report.command.join(' '))}: ${open.length === 0 ? 'nothing breaks' : counted(open.length, 'finding')}`,
    ...(open.length === 0 ? [] : [tableOf(open), ...detailsOf(open)]),
    ...list(
      'Accepted',
      acceptedFindings(report).map(({ id, accepted }) => `${code(id)}: ${escaped(accepted ?? '')}`),
    ),
    ...list(
      'Flaky, since it failed once and then passed',
      report.flaky.map(({ id }) => code(id)),
    ),
    ...list('Accepted, but no longer breaking', report.stale.map(code)),
    ...list('Left out by the budget', report.leftOut.map(code)),
    `${baselineOf(report)} ${rowsOf(report)}`,
    countsOf(report),
  ]
  return `${blocks.join('\n\n')}\n`
}

function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => {
    const { request } = finding
    const asked = request === null ? '' : cell(`${request.method} ${request.path}`)
    const answers = request === null ? ['', ''] : [request.expected, request.actual].map((one) => cell(answerOf(one)))
    return [cell(finding.id), cell(failuresOf(finding)), asked, ...answers]
  })
  const head = ['variant', 'breaks', 'first request that differs', 'expected', 'got']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The details of the first findings, as many as there is room for. */
function detailsOf(findings: readonly Finding[]): readonly string[] {
  const details: string[] = []
  let room = mostDetails
  for (const finding of findings) {
    const text = detailOf(finding)
    room -= text.length
    if (room < 0) return [...details, `${counted(findings.length - details.length, 'more finding')} in the table.`]
    details.push(text)
  }
  return details
}

function detailOf(finding: Finding): string {
  const { id, title, question, section, advice, tests, request } = finding
  const rest = tests.length - mostTests
  return [
    `<details><summary><code>${escaped(id)}</code>: ${escaped(title)}</summary>`,
    ...(question === null
      ? []
      : [`Ask the owners of the service${section === null ? '' : ` (§${section})`}: ${escaped(question)}`]),
    ...(advice === null ? [] : [escaped(advice)]),
    ...(tests.length === 0 ? [`Here ${outcomeOf(finding)}.`] : tests.slice(0, mostTests).map(testOf)),
    ...(rest > 0 ? [`And ${counted(rest, 'more test')}.`] : []),
    ...(request === null ? [] : answerTo(request)),
    '</details>',
  ].join('\n\n')
}

function answerTo(request: ChangedRequest): readonly string[] {
  const body = bodyOf(request)
  return body === undefined ? [] : [`The answer to ${code(`${request.method} ${request.path}`)}:`, block(body)]
}

function testOf(test: FailedTest): string {
  const place = placeOf(test)
  const name = `${code(test.name)}${place === undefined || place === test.name ? '' : ` at ${code(place)}`}`
  return test.message === null ? name : `${name}\n\n${block(test.message)}`
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${title}:\n\n${items.map((item) => `- ${item}`).join('\n')}`]
}

/** A text as it is, in one line. */
function code(text: string): string {
  const ticks = fence(text, 1)
  return `${ticks} ${toPlain(text)} ${ticks}`.replace(/^` ([^`]+) `$/, '`$1`')
}

/** A text as it is, in a block. */
function block(text: string): string {
  const ticks = fence(text, 3)
  return `${ticks}text\n${text.split('\n').map(toPlain).join('\n')}\n${ticks}`
}

/** Backticks that no text closes. */
function fence(text: string, fewest: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  return '`'.repeat(Math.max(fewest, longest + 1))
}

/** A text as it is, in a cell of a table: no character of it is a mark. */
const cell = (text: string): string => `<code>${escaped(text)}</code>`

/** A text without marks of Markdown or HTML. */
function escaped(text: string): string {
  return toPlain(text).replaceAll(/[&<>|`*~[\]\\$]|(?<!\w)[_@#]|_(?!\w)/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
