import type { FailedTest, Finding, SweepReport } from '../report.ts'
import { linesOf } from './text.ts'
import { failuresOf, openFindings } from './wording.ts'

/** A report as JUnit XML: a test for each variant, green where the suite passed. */
export function toJunit(report: SweepReport): string {
  const flaky = new Set(report.flaky.map(({ id }) => id))
  const cases = [
    ...report.findings.map(ofFinding),
    ...report.flaky.map(({ id, tests }) => skipped(id, `flaky: ${namesOf(tests)} failed once, and then passed`)),
    ...report.passed.filter((id) => !flaky.has(id)).map((id) => testCase(id, '')),
    ...report.leftOut.map((id) => skipped(id, 'left out by the budget')),
  ]
  const failures = openFindings(report).length
  const skips = cases.filter((one) => one.includes('<skipped ')).length
  const name = attribute(`sweep of ${report.command.join(' ')}`)
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skips}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="cloudsec-fake" ${counts}>
  <testsuite name="${name}" ${counts}>
${cases.join('\n')}
  </testsuite>
</testsuites>
`
}

function ofFinding(finding: Finding): string {
  const { id, outcome, accepted } = finding
  if (accepted !== null) return skipped(id, `accepted: ${accepted}`)
  const lines = linesOf(finding).map((line) => line.slice(2))
  const text = escaped(lines.join('\n'))
  return testCase(id, `<failure type="${outcome}" message="${attribute(failuresOf(finding))}">${text}</failure>`)
}

const namesOf = (tests: readonly FailedTest[]): string =>
  tests.length === 0 ? 'the suite' : tests.map(({ name }) => name).join(', ')

const skipped = (id: string, reason: string): string => testCase(id, `<skipped message="${attribute(reason)}"/>`)

function testCase(id: string, content: string): string {
  const start = `    <testcase classname="sweep" name="${attribute(id)}"`
  return content === '' ? `${start}/>` : `${start}>${content}</testcase>`
}

const attribute = (text: string): string => escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')

/** A text in XML, which has no place for most control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
