import { toPlain } from '../lib/table.ts'
import type { ChangedRequest, ShownAnswer } from './report.ts'
import type { FailedTest } from './test-results.ts'
import type { Finding, SweepReport } from './to-report.ts'

/** The most failing tests of a finding that are shown. */
const mostTests = 10

export function toText(report: SweepReport): string {
  const { findings, flaky, stale, passed, notTried, leftOut, runs } = report
  const open = openFindings(report)
  const accepted = findings.filter((one) => !open.includes(one))
  const ofKind = (kind: Finding['kind']): readonly string[] => open.filter((one) => one.kind === kind).map(blockOf)
  const sections: Readonly<Record<string, readonly string[]>> = {
    'The suite depends on': ofKind('assumption'),
    'The suite does not survive': ofKind('fault'),
    'The suite is green, but its client misbehaves': ofKind('conduct'),
    Accepted: listOf(accepted.map(({ id, accepted: reason }) => `${id}: ${reason}`)),
    'Flaky, since it failed once and then passed': listOf(flaky.flatMap(({ id, tests }) => [id, ...testLines(tests)])),
    'Accepted, but no longer breaking': listOf(stale),
    'Not tried, since no request met it, or its row or operation broke before': listOf(notTried),
    'Left out by the budget': listOf(leftOut),
  }
  const counts = Object.entries({ accepted, stale, flaky, passed, 'not tried': notTried, 'left out': leftOut })
    .filter(([, { length }]) => length > 0)
    .map(([word, { length }]) => `${length} ${word}`)
  return [
    headOf(report),
    ...Object.entries(sections).flatMap(([title, blocks]) => (blocks.length === 0 ? [] : [`${title}:`, ...blocks])),
    `${[counted(open.length, 'finding'), ...counts].join(', ')}; ${counted(runs, 'run')}\n`,
  ].join('\n\n')
}

export const openFindings = ({ findings }: SweepReport): readonly Finding[] =>
  findings.filter(({ accepted }) => accepted === null)

/** A number with its noun, in the plural where it needs it. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A text without its middle where it is long. */
export const cutMiddle = (text: string, mostBegin: number, mostEnd: number): string =>
  text.length > mostBegin + mostEnd ? `${text.slice(0, mostBegin)}…${text.slice(-mostEnd)}` : text

/** The lines of a text that are not blank. */
export const linesIn = (text: string): readonly string[] => text.match(/^.*\S/gm) ?? []

function headOf(report: SweepReport): string {
  const { command, baseline, findings, passed, flaky, leftOut, isFlaky } = report
  const { requests, durationMs, tests, operations, assumptions } = baseline
  const suite = tests === null ? 'The command' : counted(tests, 'test')
  const sent = `${counted(requests, 'request')} to ${counted(operations.length, 'operation')}`
  const depended = `The answers depended on ${counted(assumptions.length, 'assumption')}.`
  const tried = passed.length + findings.filter(({ kind }) => kind !== 'conduct').length + flaky.length
  const all = counted(tried + leftOut.length, 'variant')
  return lines([
    `Sweep of ${command.join(' ')}`,
    `${suite} sent ${sent} in ${(durationMs / 1000).toFixed(1)}s. ${depended}`,
    isFlaky && 'The suite itself is flaky: it fails by chance. Each finding failed three times out of three.',
    openFindings(report).length === 0 && `${tried} of ${all} tried, none of these breaks the suite.`,
  ])
}

const lines = (some: readonly (string | false | null)[]): string =>
  some.flatMap((one) => (one ? toPlain(one) : [])).join('\n')

const listOf = (texts: readonly string[]): readonly string[] =>
  texts.length === 0 ? [] : [lines(texts.map((text) => `  ${text}`))]

/** A finding: what breaks, the first difference, and what to do about it. */
function blockOf(finding: Finding): string {
  const { id, also, title, tests, output, request, question, advice, verdicts, exitCode } = finding
  return lines([
    `  ${id}`,
    title && labelled('what', title),
    also.length > 0 && labelled('also', `under ${also.join(', ')}`),
    // What conduct alone shows breaks nothing.
    tests.length === 0 && exitCode !== 0 && labelled('breaks', outcomeOf(finding)),
    ...testLines(tests),
    ...indented(output),
    request && labelled('request', `${request.method} ${request.path} (${request.operation ?? 'no operation'})`),
    request && labelled('differs', changeIn(request)),
    ...verdicts.map((verdict) => labelled('conduct', `${verdict.id}: ${verdict.detail}`)),
    question && labelled('ask', question),
    advice && labelled('advice', advice),
  ])
}

const labelled = (label: string, text: string): string => `    ${label.padEnd(10)}${text}`

const indented = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => labelled('', `  ${cutMiddle(text, 300, 200)}`))

function testLines(tests: readonly FailedTest[]): readonly string[] {
  const shown = tests
    .slice(0, mostTests)
    .flatMap(({ name, place, message }) => [
      labelled('breaks', place === null || place === name ? name : `${place}  ${name}`),
      ...indented(linesIn(message ?? '')),
    ])
  const rest = tests.length - mostTests
  return rest > 0 ? [...shown, labelled('', `and ${counted(rest, 'more test')}`)] : shown
}

/** What a variant changed in an answer. */
function changeIn({ expected, actual, difference: first }: ChangedRequest): string {
  return first ? `${first.path}: ${first.expected} → ${first.actual}` : `${answerOf(expected)} → ${answerOf(actual)}`
}

/** The way in which the suite broke, without its tests. */
function outcomeOf({ outcome, exitCode }: Finding): string {
  if (outcome === 'hung') return 'the command hung, without a request or output; --timeout gives it more time'
  if (outcome === 'timed_out') return 'the command ran out of time'
  return exitCode === null ? 'a signal ended the command' : `the command ended with exit code ${exitCode}`
}

/** An answer in one line, without its body. */
function answerOf(answer: ShownAnswer | null): string {
  if (answer === null) return 'no such request'
  const { status, code, fault } = answer
  return [status ?? 'no answer', code ?? [], fault === null ? [] : `(${fault})`].flat().join(' ')
}
