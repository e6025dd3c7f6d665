import { extname } from 'node:path'

import { InputError, quote } from '../../core/lib/input-error.ts'
import { keysOf } from '../../core/lib/keys-of.ts'
import { toPlain } from '../../core/lib/table.ts'
import type { ChangedRequest, ShownAnswer } from './difference.ts'
import type { FailedTest } from './test-results.ts'
import { counted, cutMiddle, linesIn } from './text.ts'
import { type Finding, openFindings, type SweepReport } from './to-report.ts'

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

function toText(report: SweepReport): string {
  const { flaky, stale, passed, notTried, leftOut, runs } = report
  const open = openFindings(report)
  const accepted = report.findings.filter((one) => one.accepted !== null)
  const ofKind = (kind: Finding['kind']): string => paragraphs(open.filter((one) => one.kind === kind).map(blockOf))
  const sections = {
    'The suite depends on': ofKind('assumption'),
    'The suite does not survive': ofKind('fault'),
    'The suite is green, but its client misbehaves': ofKind('conduct'),
    Accepted: listOf(accepted.map((one) => `${one.id}: ${one.accepted}`)),
    'Flaky, since it failed once and then passed': listOf(flaky.flatMap(({ id, tests }) => [id, ...testLines(tests)])),
    'Accepted, but no longer breaking': listOf(stale),
    'Not tried, since no request met it, or another one at its assumption or operation broke': listOf(notTried),
    'Left out by the budget': listOf(leftOut),
  }
  const counts = Object.entries({
    accepted,
    stale,
    flaky,
    'variants passed': passed,
    'not tried': notTried,
    'left out': leftOut,
  })
    .filter(([, { length }]) => length > 0)
    .map(([word, { length }]) => `${length} ${word}`)
  return paragraphs([
    headOf(report),
    ...Object.entries(sections).flatMap(([title, text]) => (text === '' ? [] : [`${title}:`, text])),
    `${[counted(open.length, 'finding'), ...counts].join(', ')}; ${counted(runs, 'run')}\n`,
  ])
}

const paragraphs = (texts: readonly string[]): string => texts.join('\n\n')

const lines = (some: readonly (string | false | null)[]): string =>
  some.flatMap((one) => (one ? toPlain(one) : [])).join('\n')

const listOf = (texts: readonly string[]): string => lines(texts.map((text) => `  ${text}`))

function headOf({ command, baseline, findings, passed, flaky, leftOut, isFlaky }: SweepReport): string {
  const { requests, durationMs, tests, operations, assumptions } = baseline
  const suite = tests === null ? 'The command' : counted(tests, 'test')
  const sent = `${counted(requests, 'request')} to ${counted(operations.length, 'operation')}`
  const depended = `The answers depended on ${counted(assumptions.length, 'assumption')}.`
  const tried = passed.length + findings.filter(({ kind }) => kind !== 'conduct').length + flaky.length
  const isSound = findings.every(({ accepted }) => accepted !== null)
  return lines([
    `Sweep of ${command.join(' ')}`,
    `${suite} sent ${sent} in ${(durationMs / 1000).toFixed(1)}s. ${depended}`,
    isFlaky && 'The suite itself is flaky: it fails by chance. Each finding failed five times out of five.',
    isSound && `${tried} of ${counted(tried + leftOut.length, 'variant')} tried, none of these breaks the suite.`,
  ])
}

function blockOf(finding: Finding): string {
  const { id, also, title, tests, output, request, question, advice, verdicts, exitCode } = finding
  return lines([
    `  ${id}`,
    title && labelled('what', title),
    also.length > 0 && labelled('also', `under ${also.join(', ')}`),
    // What conduct alone shows breaks nothing.
    tests.length === 0 && exitCode !== 0 && labelled('breaks', outcomeOf(finding)),
    ...testLines(tests),
    ...output.map(indented),
    request && labelled('request', `${request.method} ${request.path} (${request.operation ?? 'no operation'})`),
    request && labelled('differs', changeIn(request)),
    ...verdicts.map((verdict) => labelled('conduct', `${verdict.id}: ${verdict.detail}`)),
    question && labelled('ask', question),
    advice && labelled('advice', advice),
  ])
}

const labelled = (label: string, text: string): string => `    ${label.padEnd(10)}${text}`

const indented = (text: string): string => labelled('', `  ${text}`)

const maxTests = 10

function testLines(tests: readonly FailedTest[]): readonly string[] {
  const rest = tests.length - maxTests
  const shown = tests.slice(0, maxTests).flatMap(({ name, place, message }) => {
    const title = place === null || place === name ? name : `${place}  ${name}`
    return [labelled('breaks', title), ...linesIn(message ?? '').map(indented)]
  })
  return rest > 0 ? [...shown, labelled('', `and ${counted(rest, 'more test')}`)] : shown
}

function outcomeOf({ outcome, exitCode }: Finding): string {
  if (outcome === 'hung') return 'the command hung, without a request or output; --timeout gives it more time'
  if (outcome === 'timed_out') return 'the command ran out of time'
  return exitCode === null ? 'a signal ended the command' : `the command ended with exit code ${exitCode}`
}

const changeIn = ({ expected, actual, difference }: ChangedRequest): string =>
  difference
    ? `${difference.path}: ${difference.expected} → ${difference.actual}`
    : `${answerOf(expected)} → ${answerOf(actual)}`

function answerOf(answer: ShownAnswer | null): string {
  if (answer === null) return 'no such request'
  const { status, code, fault } = answer
  return [status ?? 'no answer', code ?? [], fault === null ? [] : `(${fault})`].flat().join(' ')
}
