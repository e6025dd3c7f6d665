import { shorten } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { toPlain } from '../lib/table.ts'
import type { ChangedRequest, FailedTest, Finding, ShownAnswer, SweepReport } from './report.ts'

/** The most failing tests of a finding that are shown, and the most characters of a line of a body or a message. */
const mostTests = 10
const mostInLine = 200

export function toText(report: SweepReport): string {
  const open = openFindings(report)
  const accepted = report.findings.filter((finding) => finding.accepted !== null)
  const tried = report.passed.length + report.findings.length + report.flaky.length
  const blocks = [
    [
      toPlain(`Sweep of ${report.command.join(' ')}`),
      ...baselineLines(report),
      ...(open.length > 0 ? [] : [tried === 0 ? 'No variant was tried.' : 'No variant breaks the suite.']),
    ],
    ...section('The suite depends on', open.filter(({ kind }) => kind === 'assumption').map(linesOf)),
    ...section('The suite does not survive', open.filter(({ kind }) => kind === 'fault').map(linesOf)),
    ...section('Accepted', lined(accepted.map((finding) => `${finding.id}: ${finding.accepted ?? ''}`))),
    ...section(
      'Flaky, since it failed once and then passed',
      report.flaky.map(({ id, tests }) => [`  ${toPlain(id)}`, ...testLines(tests)]),
    ),
    ...section('Accepted, but no longer breaking', lined(report.stale)),
    ...section('Left out by the budget', lined(report.leftOut)),
    [countsOf(report, open, accepted.length)],
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

export const openFindings = ({ findings }: SweepReport): readonly Finding[] =>
  findings.filter(({ accepted }) => accepted === null)

/** A number with its noun, in the plural where it needs it. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function baselineLines({ baseline }: SweepReport): readonly string[] {
  const { requests, durationMs, tests, operations, assumptions } = baseline
  const suite = tests === null ? 'The command' : counted(tests, 'test')
  const sent = `${counted(requests, 'request')} to ${counted(operations.length, 'operation')}`
  return [
    `${suite} sent ${sent} in ${(durationMs / 1000).toFixed(1)}s.`,
    assumptions.length === 0
      ? 'The answers depended on no assumption.'
      : `The answers depended on ${counted(assumptions.length, 'assumption')}: ${assumptions.join(', ')}.`,
  ]
}

function countsOf(report: SweepReport, open: readonly Finding[], accepted: number): string {
  const parts = [
    [accepted, 'accepted'],
    [report.stale.length, 'stale'],
    [report.flaky.length, 'flaky'],
    [report.passed.length, 'passed'],
    [report.leftOut.length, 'left out'],
  ] as const
  const others = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
  return `${[counted(open.length, 'finding'), ...others].join(', ')}; ${report.runs} of ${counted(report.planned, 'run')}`
}

/** A title with its blocks; nothing where there are none. */
function section(title: string, blocks: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first, ...rest] = blocks
  return first === undefined ? [] : [[`${title}:`, '', ...first], ...rest]
}

/** Texts as one block, each in a line. */
const lined = (texts: readonly string[]): readonly (readonly string[])[] =>
  texts.length === 0 ? [] : [texts.map((text) => `  ${toPlain(text)}`)]

/** A finding in several lines: what breaks, the first difference, and what to do about it. */
function linesOf(finding: Finding): readonly string[] {
  const { id, kind, title, tests, request, question, section: number, advice } = finding
  return [
    `  ${toPlain(id)}`,
    ...(kind === 'fault' ? [`    ${toPlain(title)}`] : []),
    ...(tests.length === 0 ? [labelled('breaks', outcomeOf(finding))] : testLines(tests)),
    ...(request === null ? [] : requestLines(request)),
    ...(question === null ? [] : [labelled('ask', `${question}${number === null ? '' : ` (§${number})`}`)]),
    ...(advice === null ? [] : [labelled('advice', advice)]),
  ]
}

const labelWidth = 10

const labelled = (label: string, text: string): string => `    ${label.padEnd(labelWidth)}${toPlain(text)}`

function testLines(tests: readonly FailedTest[]): readonly string[] {
  const rest = tests.length - mostTests
  return [
    ...tests.slice(0, mostTests).flatMap(({ name, file, line, message }) => {
      const place = file === null ? '' : `${file}${line === null ? '' : `:${line}`}  `
      return [
        labelled('breaks', file === name ? name : `${place}${name}`),
        ...firstLines(message ?? '', 4).map((text) => labelled('', `  ${text}`)),
      ]
    }),
    ...(rest > 0 ? [labelled('', `and ${counted(rest, 'more test')}`)] : []),
  ]
}

function requestLines({ operation, method, path, expected, actual }: ChangedRequest): readonly string[] {
  return [
    labelled('request', `${method} ${path}${operation === null ? '' : ` (${operation})`}`),
    labelled('expected', answerOf(expected)),
    labelled('got', answerOf(actual)),
    ...firstLines((actual.status === null ? null : actual.body) ?? '', 3).map((line) => labelled('', line)),
  ]
}

function firstLines(text: string, most: number): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, most)
    .map((line) => (line.length > mostInLine ? `${line.slice(0, mostInLine)}…` : line.trimEnd()))
}

/** The way in which the suite broke, without its tests. */
function outcomeOf({ outcome, exitCode }: Finding): string {
  if (outcome === 'timed_out') return 'the command ran out of time'
  return exitCode === null ? 'a signal ended the command' : `the command ended with exit code ${exitCode}`
}

/** The failing tests in one line; the outcome where none is known. */
export function failuresOf(finding: Finding): string {
  const { tests } = finding
  return tests.length === 0 ? outcomeOf(finding) : listed(tests, ', ', ({ name }) => shorten(toPlain(name)), 3)
}

/** An answer in one line, without its body. */
export function answerOf(answer: ShownAnswer | null): string {
  if (answer === null) return 'no such request'
  const { status, code, fault } = answer
  const parts = [status === null ? 'no answer' : String(status), code ?? '', fault === null ? '' : `(${fault})`]
  return parts.filter((part) => part !== '').join(' ')
}
