import { shorten } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { toPlain } from '../lib/table.ts'
import type { RunVerdict } from './judge-trace.ts'
import type { ChangedRequest, FailedTest, Finding, ShownAnswer, SweepReport } from './report.ts'

/** The most failing tests of a finding that are shown, the most lines of a message, and the most characters of a line. */
const [mostTests, mostLines, mostInLine] = [10, 8, 200]

export function toText(report: SweepReport): string {
  const open = openFindings(report)
  const { findings, misbehaviours, flaky, stale, neverMet, leftOut } = report
  const accepted = [...findings, ...misbehaviours].filter((one) => one.accepted !== null)
  const blocks = [
    [toPlain(`Sweep of ${report.command.join(' ')}`), ...baselineLines(report), ...conclusionOf(report)],
    ...section('The suite depends on', open.filter(({ kind }) => kind === 'assumption').map(linesOf)),
    ...section('The suite does not survive', open.filter(({ kind }) => kind === 'fault').map(linesOf)),
    ...section(
      'The suite is green, but its client misbehaves',
      misbehaviours.filter((one) => one.accepted === null).map((one) => [`  ${toPlain(one.id)}`, ...verdictLines(one)]),
    ),
    ...section('Accepted', lined(accepted.map(({ id, accepted: reason }) => `${id}: ${reason ?? ''}`))),
    ...section(
      'Flaky, since it failed once and then passed',
      flaky.map(({ id, tests }) => [`  ${toPlain(id)}`, ...testLines(tests)]),
    ),
    ...section('Accepted, but no longer breaking', lined(stale)),
    ...section('Never met, so not tried', lined(neverMet)),
    ...section('Left out by the budget', lined(leftOut)),
    [countsOf(report, accepted.length)],
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

export const openFindings = ({ findings }: SweepReport): readonly Finding[] =>
  findings.filter(({ accepted }) => accepted === null)

/** True if a sweep found nothing, and left nothing out. */
export const isProved = ({ passed, findings, leftOut, isFlaky }: SweepReport): boolean =>
  passed.length + findings.length > 0 && leftOut.length === 0 && !isFlaky

/** A number with its noun, in the plural where it needs it. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function baselineLines({ baseline, isFlaky }: SweepReport): readonly string[] {
  const { requests, durationMs, tests, operations, assumptions } = baseline
  const suite = tests === null ? 'The command' : counted(tests, 'test')
  const sent = `${counted(requests, 'request')} to ${counted(operations.length, 'operation')}`
  return [
    `${suite} sent ${sent} in ${(durationMs / 1000).toFixed(1)}s. The answers depended on ${counted(assumptions.length, 'assumption')}.`,
    ...(isFlaky
      ? ['The suite itself is flaky: failures came and went by chance. Each finding failed three times out of three.']
      : []),
  ]
}

/** Says how far the sweep came, where it found nothing. */
function conclusionOf(report: SweepReport): readonly string[] {
  const { findings, misbehaviours, passed, flaky, leftOut } = report
  if (openFindings(report).length + misbehaviours.filter(({ accepted }) => accepted === null).length > 0) return []
  const tried = passed.length + findings.length + flaky.length
  if (leftOut.length > 0)
    return [`${tried} of ${counted(tried + leftOut.length, 'variant')} tried, none of these breaks the suite.`]
  return [tried === 0 ? 'No variant was tried.' : 'No variant breaks the suite.']
}

function countsOf(report: SweepReport, accepted: number): string {
  const { misbehaviours, stale, flaky, passed, neverMet, leftOut, runs } = report
  const open = openFindings(report).length + misbehaviours.filter((one) => one.accepted === null).length
  const parts = [
    [accepted, 'accepted'],
    [stale.length, 'stale'],
    [flaky.length, 'flaky'],
    [passed.length, 'passed'],
    [neverMet.length, 'never met'],
    [leftOut.length, 'left out'],
  ] as const
  const others = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
  return `${[counted(open, 'finding'), ...others].join(', ')}; ${counted(runs, 'run')}`
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
  const { id, also, kind, title, tests, output, request, question, section: number, advice, verdicts } = finding
  return [
    `  ${toPlain(id)}`,
    ...(kind === 'fault' ? [`    ${toPlain(title)}`] : []),
    ...(also.length === 0 ? [] : [labelled('also', `under ${also.join(', ')}`)]),
    ...(tests.length === 0 ? [labelled('breaks', outcomeOf(finding)), ...indented(output)] : testLines(tests)),
    ...(request === null ? [] : requestLines(request)),
    ...verdicts.flatMap((verdict) => [labelled('conduct', `${verdict.id}: ${verdict.detail}`)]),
    ...(question === null ? [] : [labelled('ask', `${question}${number === null ? '' : ` (§${number})`}`)]),
    ...(advice === null ? [] : [labelled('advice', advice)]),
  ]
}

const verdictLines = ({ title, detail, advice }: RunVerdict): readonly string[] => [
  `    ${toPlain(title)}`,
  labelled('shown by', detail),
  labelled('advice', advice),
]

const labelWidth = 10

const labelled = (label: string, text: string): string => `    ${label.padEnd(labelWidth)}${toPlain(text)}`

const indented = (lines: readonly string[]): readonly string[] =>
  lines.map((text) => labelled('', `  ${text.length > mostInLine ? `${text.slice(0, mostInLine)}…` : text.trimEnd()}`))

function testLines(tests: readonly FailedTest[]): readonly string[] {
  const rest = tests.length - mostTests
  return [
    ...tests.slice(0, mostTests).flatMap(({ name, file, line, message }) => {
      const place = file === null ? '' : `${file}${line === null ? '' : `:${line}`}  `
      return [labelled('breaks', file === name ? name : `${place}${name}`), ...indented(linesIn(message ?? ''))]
    }),
    ...(rest > 0 ? [labelled('', `and ${counted(rest, 'more test')}`)] : []),
  ]
}

/** The lines of a message, of a long one those at its begin and its end. */
function linesIn(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines / 2), '…', ...lines.slice(1 - mostLines / 2)]
}

function requestLines({ operation, method, path, expected, actual, difference }: ChangedRequest): readonly string[] {
  return [
    labelled('request', `${method} ${path}${operation === null ? '' : ` (${operation})`}`),
    ...(difference === null
      ? [labelled('expected', answerOf(expected)), labelled('got', answerOf(actual))]
      : [labelled('differs', `${difference.path}: ${difference.expected} → ${difference.actual}`)]),
  ]
}

/** The way in which the suite broke, without its tests. */
function outcomeOf({ outcome, exitCode }: Finding): string {
  if (outcome === 'hung') return 'the command hung, without a request or output; --timeout gives it more time'
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
