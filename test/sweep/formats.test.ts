import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { describe, expect, it } from 'vitest'

import { version } from '../../src/lib/version.ts'
import { formatOfFile, formatReport, reportFormats } from '../../src/sweep/formats/format-report.ts'
import type { SweepReport } from '../../src/sweep/report.ts'
import { readTestResults } from '../../src/sweep/test-results.ts'
import { cleanReport, hostileReport, limitFinding, sampleReport } from './support/sample-report.ts'
import { sarifSchema } from './support/sarif-schema.ts'

const endings = { text: 'txt', markdown: 'md', json: 'json', junit: 'xml', sarif: 'sarif', github: 'github.txt' }

describe.each([
  ['sample', sampleReport],
  ['clean', cleanReport],
  ['hostile', hostileReport],
])('the %s report', (name, report) => {
  it.each(reportFormats)('as %s', async (format) => {
    const text = formatReport(report, format)
    expect(text.endsWith('\n')).toBe(true)
    expect(formatReport(report, format)).toBe(text)
    const released = text.replace(`"version": "${version}"`, '"version": "0.0.0"')
    // Half of a character has no form in a file.
    await expect(released.replaceAll(/\p{Cs}/gu, '\uFFFD')).toMatchFileSnapshot(`reports/${name}.${endings[format]}`)
  })

  it('as json is the report', () => {
    expect(JSON.parse(formatReport(report, 'json'))).toEqual(report)
  })

  it('as junit has a test for each variant, and a failure for each finding that counts', () => {
    const text = formatReport(report, 'junit')
    const [suite] = parseXml(text).root?.children.filter((child) => child instanceof XmlElement) ?? []
    const cases = suite?.children.filter((child) => child instanceof XmlElement) ?? []
    const { findings, flaky, passed, leftOut } = report
    const ids = [...findings, ...flaky].map(({ id }) => id)
    expect(cases.map(({ attributes }) => attributes['name'])).toEqual([...ids, ...passed, ...leftOut])
    const open = findings.filter(({ accepted }) => accepted === null).map(({ id }) => id)
    expect(readTestResults([text])?.failed.map(({ name: failed }) => failed)).toEqual(open.map((id) => `sweep > ${id}`))
    expect(suite?.attributes).toMatchObject({ tests: String(cases.length), failures: String(open.length) })
  })

  it('as sarif is valid, with a result for each finding', () => {
    const log = sarifSchema.parse(JSON.parse(formatReport(report, 'sarif')))
    const [{ results, tool }] = log.runs
    expect(results.map(({ properties }) => properties.variant)).toEqual(report.findings.map(({ id }) => id))
    expect(new Set(results.map(({ ruleId }) => ruleId))).toEqual(new Set(tool.driver.rules.map(({ id }) => id)))
    expect(results.filter(({ suppressions }) => suppressions !== undefined)).toHaveLength(acceptedIn(report))
  })

  it('as github has one command in each line', () => {
    const lines = formatReport(report, 'github').trimEnd().split('\n')
    const { findings, flaky, stale } = report
    expect(lines).toHaveLength(findings.length + flaky.length + stale.length + 1)
    for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) [^:\n]+::[^\r\n]+$/)
    const errors = lines.filter((line) => line.startsWith('::error '))
    expect(errors).toHaveLength(findings.length - acceptedIn(report))
  })

  it.each(['text', 'markdown', 'junit', 'github'] as const)('as %s has no control character', (format) => {
    expect(formatReport(report, format)).not.toMatch(/[^\P{Cc}\n]/u)
  })
})

const acceptedIn = ({ findings }: SweepReport): number => findings.filter(({ accepted }) => accepted !== null).length

describe('the report for a comment', () => {
  it('has room in one, however many findings there are', () => {
    const many = Array.from({ length: 80 }, (_, i) => ({
      ...limitFinding,
      id: `row${i}=option`,
      tests: limitFinding.tests.map((test) => ({ ...test, message: 'm'.repeat(500) })),
    }))
    const text = formatReport({ ...sampleReport, findings: many }, 'markdown')
    expect(text.length).toBeLessThan(65_536)
    expect(text).toContain('<code>row79=option</code>')
    expect(text).toMatch(/^\d+ more findings in the table\.$/m)
  })

  it('closes what it opens', () => {
    const text = formatReport(hostileReport, 'markdown')
    const outside = text.replaceAll(/^(`{3,})text\n[^]*?^\1$/gm, '')
    expect(outside.match(/<details>/g)).toHaveLength(1)
    expect(outside.match(/<\/details>/g)).toHaveLength(1)
    expect(outside).not.toMatch(/^::error/m)
    const table = outside.split('\n').filter((line) => line.startsWith('|'))
    for (const row of table) expect(row.split('|')).toHaveLength(7)
  })
})

describe('the format of a file', () => {
  it.each([
    ['a.txt', 'text'],
    ['out/sweep.MD', 'markdown'],
    ['a.json', 'json'],
    ['a.b.xml', 'junit'],
    ['a.sarif', 'sarif'],
    ['a.sarif.json', 'sarif'],
  ] as const)('follows from its ending: %s', (name, format) => {
    expect(formatOfFile(name)).toBe(format)
  })

  it.each(['report', 'a.html', 'constructor', 'a.toString'])('is refused: %s', (name) => {
    expect(() => formatOfFile(name)).toThrow(
      `expected a name that ends in .txt, .md, .json, .xml, .sarif, such as sweep.md, got "${name}"`,
    )
  })
})
