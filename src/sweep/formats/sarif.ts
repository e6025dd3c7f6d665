import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'

import { version } from '../../lib/version.ts'
import type { FailedTest, Finding, SweepReport } from '../report.ts'
import { sentencesOf } from './wording.ts'

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** A report as SARIF 2.1.0. Each result has the places of its failing tests, as far as they are known. */
export function toSarif(report: SweepReport): string {
  const rules = new Map(report.findings.map((finding) => [ruleOf(finding), ruleText(finding)]))
  const driver = {
    name: 'cloudsec-fake sweep',
    version,
    rules: [...rules].map(([id, text]) => ({ id, shortDescription: { text } })),
  }
  const run = {
    tool: { driver },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: true, commandLine: report.command.join(' ') }],
    results: report.findings.map(resultOf),
  }
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, undefined, 2)}\n`
}

/** The row or the fault of a finding: `limitAboveMax` of `limitAboveMax=clamp`, `reset` of `reset@getJob`. */
const ruleOf = ({ id }: Finding): string => /^[^=@ ]+/.exec(id)?.[0] ?? id

/** One text for all options of a row. */
function ruleText({ kind, title }: Finding): string {
  return kind === 'fault' ? title : 'The suite depends on an assumption about the service.'
}

function resultOf(finding: Finding): object {
  const { id, section, accepted, tests } = finding
  const places = tests.flatMap(locationOf)
  return {
    ruleId: ruleOf(finding),
    level: 'error',
    message: { text: [id, ...sentencesOf(finding)].join('\n') },
    ...(places.length === 0 ? {} : { locations: places }),
    partialFingerprints: { 'variant/1': id },
    ...(accepted === null ? {} : { suppressions: [{ kind: 'external', justification: accepted }] }),
    properties: { variant: id, section },
  }
}

function locationOf({ file, line }: FailedTest): readonly object[] {
  if (file === null) return []
  const uri = isAbsolute(file) ? pathToFileURL(file).href : encodePath(file)
  const region = line === null || line < 1 ? {} : { region: { startLine: line } }
  return [{ physicalLocation: { artifactLocation: { uri }, ...region } }]
}

/** A path as a URL, which has no place for half of a character. */
const encodePath = (path: string): string =>
  path
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
