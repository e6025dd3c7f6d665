import { toPlain } from '../../lib/table.ts'
import type { ChangedRequest, FailedTest, Finding, SweepReport } from '../report.ts'
import {
  acceptedFindings,
  answerOf,
  baselineOf,
  bodyOf,
  counted,
  countsOf,
  firstLines,
  mostTests,
  openFindings,
  outcomeOf,
  placeOf,
  rowsOf,
  titleOf,
} from './wording.ts'

/** A report for a terminal. */
export function toText(report: SweepReport): string {
  const open = openFindings(report)
  const head = [
    toPlain(`Sweep of ${report.command.join(' ')}`),
    baselineOf(report),
    rowsOf(report),
    ...(open.length === 0 ? [nothingBreaks(report)] : []),
  ]
  const blocks = [
    head,
    ...section('The suite depends on', open.filter(({ kind }) => kind === 'assumption').map(linesOf)),
    ...section('The suite does not survive', open.filter(({ kind }) => kind === 'fault').map(linesOf)),
    ...section('Accepted', lined(acceptedFindings(report).map(({ id, accepted }) => `${id}: ${accepted ?? ''}`))),
    ...section('Flaky, since it failed once and then passed', report.flaky.map(flakyLines)),
    ...section('Accepted, but no longer breaking', lined(report.stale)),
    ...section('Left out by the budget', lined(report.leftOut)),
    [countsOf(report)],
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** A sentence for a report without findings that count. */
function nothingBreaks(report: SweepReport): string {
  if (report.passed.length + report.findings.length + report.flaky.length === 0) return 'No variant was tried.'
  return acceptedFindings(report).length === 0
    ? 'No variant breaks the suite.'
    : 'Only accepted variants break the suite.'
}

/** A title with its blocks; nothing where there are none. */
function section(title: string, blocks: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first, ...rest] = blocks
  return first === undefined ? [] : [[`${title}:`, '', ...first], ...rest]
}

/** Texts as one block, each in a line. */
const lined = (texts: readonly string[]): readonly (readonly string[])[] =>
  texts.length === 0 ? [] : [texts.map((text) => `  ${toPlain(text)}`)]

function flakyLines({ id, tests }: SweepReport['flaky'][number]): readonly string[] {
  return [`  ${toPlain(id)}`, ...testLines(tests)]
}

/** A finding in several lines: what breaks, the first difference, and what to do about it. */
function linesOf(finding: Finding): readonly string[] {
  const { id, tests, request, question, section: number, advice } = finding
  const ask = question === null ? [] : [labelled('ask', `${question}${number === null ? '' : ` (§${number})`}`)]
  return [
    `  ${toPlain(id)}`,
    ...titleOf(finding).map((title) => `    ${toPlain(title)}`),
    ...(tests.length === 0 ? [labelled('breaks', outcomeOf(finding))] : testLines(tests)),
    ...(request === null ? [] : requestLines(request)),
    ...ask,
    ...(advice === null ? [] : [labelled('advice', advice)]),
  ]
}

const labelWidth = 10

function labelled(label: string, text: string): string {
  return `    ${label.padEnd(labelWidth)}${toPlain(text)}`
}

function testLines(tests: readonly FailedTest[]): readonly string[] {
  const rest = tests.length - mostTests
  return [
    ...tests.slice(0, mostTests).flatMap((test) => {
      const lines = test.message === null ? [] : firstLines(test.message, 4)
      const place = placeOf(test)
      return [
        labelled('breaks', place === undefined || place === test.name ? test.name : `${place}  ${test.name}`),
        ...lines.map((line) => labelled('', `  ${line}`)),
      ]
    }),
    ...(rest > 0 ? [labelled('', `and ${counted(rest, 'more test')}`)] : []),
  ]
}

function requestLines(request: ChangedRequest): readonly string[] {
  const { operation, method, path, expected, actual } = request
  return [
    labelled('request', `${method} ${path}${operation === null ? '' : ` (${operation})`}`),
    labelled('expected', answerOf(expected)),
    labelled('got', answerOf(actual)),
    ...firstLines(bodyOf(request) ?? '', 3).map((line) => labelled('', line)),
  ]
}
