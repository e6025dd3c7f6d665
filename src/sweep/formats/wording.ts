import { shorten } from '../../lib/input-error.ts'
import { listed } from '../../lib/listed.ts'
import { toPlain } from '../../lib/table.ts'
import type { ChangedRequest, FailedTest, Finding, ShownAnswer, SweepReport } from '../report.ts'

/** The most failing tests of a finding that a text shows. */
export const mostTests = 10

/** The findings that count. */
export const openFindings = ({ findings }: SweepReport): readonly Finding[] =>
  findings.filter(({ accepted }) => accepted === null)

export const acceptedFindings = ({ findings }: SweepReport): readonly Finding[] =>
  findings.filter(({ accepted }) => accepted !== null)

/** A number with its noun, in the plural where it needs it. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The counts of a report in one line. */
export function countsOf(report: SweepReport): string {
  const open = openFindings(report)
  const faults = open.filter(({ kind }) => kind === 'fault').length
  const kinds =
    open.length === 0 ? '' : ` (${counted(open.length - faults, 'assumption')}, ${counted(faults, 'fault')})`
  const parts = [
    [acceptedFindings(report).length, 'accepted'],
    [report.stale.length, 'stale'],
    [report.flaky.length, 'flaky'],
    [report.passed.length, 'passed'],
    [report.leftOut.length, 'left out'],
  ] as const
  const others = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
  return `${[`${counted(open.length, 'finding')}${kinds}`, ...others].join(', ')}; ${report.runs} of ${counted(report.planned, 'run')}`
}

/** The baseline in one sentence. */
export function baselineOf({ baseline }: SweepReport): string {
  const { requests, durationMs, tests, operations } = baseline
  const suite = tests === null ? 'The command' : counted(tests, 'test')
  const sent = `${counted(requests, 'request')} to ${counted(operations.length, 'operation')}`
  return `${suite} sent ${sent} in ${(durationMs / 1000).toFixed(1)}s.`
}

/** The rows that the answers depended on. */
export function rowsOf({ baseline: { assumptions } }: SweepReport): string {
  return assumptions.length === 0
    ? 'The answers depended on no assumption.'
    : `The answers depended on ${counted(assumptions.length, 'assumption')}: ${assumptions.join(', ')}.`
}

/** The way in which the suite broke, without its tests. */
export function outcomeOf({ outcome, exitCode }: Finding): string {
  if (outcome === 'timed_out') return 'the command ran out of time'
  return exitCode === null ? 'a signal ended the command' : `the command ended with exit code ${exitCode}`
}

/** The failing tests in one line; the outcome where none is known. */
export function failuresOf(finding: Finding, most = 3): string {
  const { tests } = finding
  return tests.length === 0 ? outcomeOf(finding) : listed(tests, ', ', ({ name }) => shorten(toPlain(name)), most)
}

/** The place of a test, such as `test/client.test.ts:14`; undefined if it is not known. */
export function placeOf({ file, line }: FailedTest): string | undefined {
  return file === null ? undefined : `${toPlain(file)}${line === null ? '' : `:${line}`}`
}

/** An answer in one line, without its body. */
export function answerOf(answer: ShownAnswer | null): string {
  if (answer === null) return 'no such request'
  const { status, code, fault } = answer
  const parts = [status === null ? 'no answer' : String(status), code ?? '', fault === null ? '' : `(${fault})`]
  return parts.filter((part) => part !== '').join(' ')
}

/** The most characters of a line of a body or a message. */
const mostInLine = 200

/** The first lines of a text, each in a line of its own. */
export function firstLines(text: string, most: number): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, most)
    .map((line) => (line.length > mostInLine ? `${line.slice(0, mostInLine)}…` : line))
    .map((line) => toPlain(line).trimEnd())
}

/** The beginning of the body that the client got; undefined for none. */
export function bodyOf({ actual: { status, body } }: ChangedRequest): string | undefined {
  return status === null || body === null || body === '' ? undefined : body
}

/** The title of a finding, unless its question says it. */
export const titleOf = ({ title, question }: Finding): readonly string[] =>
  question?.startsWith(title) === true ? [] : [title]
