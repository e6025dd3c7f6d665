import type { Finding, SweepReport } from '../report.ts'
import { countsOf, sentencesOf } from './wording.ts'

type Level = 'error' | 'warning' | 'notice'

/** A report as lines that GitHub Actions shows beside the code: one annotation a finding, since a step has room for ten of a kind. */
export function toGithub(report: SweepReport): string {
  const { findings, flaky, stale } = report
  const lines = [
    ...findings.map(ofFinding),
    ...flaky.map(({ id }) => command('warning', { title: id }, 'The suite is flaky: it failed once, and then passed.')),
    ...stale.map((id) => command('warning', { title: id }, 'This finding is accepted, but the suite passes.')),
    command('notice', { title: 'Sweep' }, countsOf(report)),
  ]
  return `${lines.join('\n')}\n`
}

function ofFinding(finding: Finding): string {
  const { id, tests, accepted } = finding
  const place = tests.find(({ file }) => file !== null)
  const properties = { file: place?.file, line: place?.line, title: id }
  const sentences = sentencesOf(finding)
  return accepted === null
    ? command('error', properties, sentences.join('\n'))
    : command('notice', properties, [`Accepted: ${accepted}`, ...sentences].join('\n'))
}

/** A command of a workflow. @param properties those without a value are left out */
function command(
  level: Level,
  properties: Readonly<Record<string, string | number | null | undefined>>,
  text: string,
): string {
  const given = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}=${ofProperty(String(value))}`],
  )
  return `::${level} ${given.join(',')}::${escaped(text)}`
}

/** The characters that end a line, or begin an escape. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

const ofProperty = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
