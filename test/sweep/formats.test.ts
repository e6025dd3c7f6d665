import { describe, expect, it } from 'vitest'

import { formatOfFile, formatReport } from '../../src/sweep/formats/format-report.ts'
import { cleanReport, hostileReport, limitFinding, sampleReport } from './support/sample-report.ts'

const endings = { text: 'txt', markdown: 'md' }

describe.each([
  ['sample', sampleReport],
  ['clean', cleanReport],
  ['hostile', hostileReport],
])('the %s report', (name, report) => {
  it.each(['text', 'markdown'] as const)('as %s', async (format) => {
    const text = formatReport(report, format)
    expect(text.endsWith('\n')).toBe(true)
    expect(formatReport(report, format)).toBe(text)
    expect(text).not.toMatch(/[^\P{Cc}\n]/u)
    // Half of a character has no form in a file.
    await expect(text.replaceAll(/\p{Cs}/gu, '\uFFFD')).toMatchFileSnapshot(`reports/${name}.${endings[format]}`)
  })

  it('as json is the report', () => {
    expect(JSON.parse(formatReport(report, 'json'))).toEqual(report)
  })
})

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
    ['a.b.json', 'json'],
  ] as const)('follows from its ending: %s', (name, format) => {
    expect(formatOfFile(name)).toBe(format)
  })

  it.each(['report', 'a.html', 'a.xml', 'constructor', 'a.toString'])('is refused: %s', (name) => {
    expect(() => formatOfFile(name)).toThrow(
      `expected a name that ends in .txt, .md, .json, such as sweep.md, got "${name}"`,
    )
  })
})
