import { describe, expect, it } from 'vitest'

import { formatOfFile, formatReport } from '../../../src/tools/sweep/format-report.ts'
import { hostileReport, limitFinding, sampleReport } from './support/sample-report.ts'

describe('the report', () => {
  it('is written as text', async () => {
    await expect(formatReport(sampleReport, 'text')).toMatchFileSnapshot('reports/sample.txt')
  })

  it('as json is the report', () => {
    expect(JSON.parse(formatReport(sampleReport, 'json'))).toEqual(sampleReport)
  })

  it.each([
    [{ leftOut: [] }, '3 of 3 variants tried, none of these breaks the suite.'],
    [{ leftOut: [], flaky: [], passed: [] }, '0 of 0 variants tried, none of these breaks the suite.'],
    [{}, '3 of 6 variants tried, none of these breaks the suite.'],
  ])('without a finding says so: %j', (fields, sentence) => {
    const baseline = { ...sampleReport.baseline, tests: null, assumptions: [] }
    const found = { findings: [], isFlaky: false }
    const report = { ...sampleReport, ...found, ...fields, baseline }
    expect(formatReport(report, 'text')).toContain(
      `The command sent 42 requests to 3 operations in 1.2s. The answers depended on 0 assumptions.\n${sentence}\n`,
    )
    expect(formatReport(report, 'markdown')).toMatch(/^### Sweep: nothing breaks\n\n```text\nSweep of/)
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
    expect(text).toMatch(/^### Sweep: 80 findings\n\n```text\n[^]+…[^]+\n80 findings, 1 stale, .+; 9 runs\n```\n$/)
  })

  it('has all of a report in its block, without control characters', () => {
    const text = formatReport(hostileReport, 'markdown')
    expect(text).not.toMatch(/[^\P{Cc}\n]/u)
    expect(text).toContain('and 21 more tests')
    expect(text.replaceAll(/^(`{3,})text\n[^]*?^\1$/gm, '')).toBe('### Sweep: 2 findings\n\n\n')
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

  it.each(['report', 'a.html', 'constructor', 'a.toString'])('is refused: %s', (name) => {
    expect(() => formatOfFile(name)).toThrow(
      `expected a name that ends in .txt, .md, .json, such as sweep.md, got "${name}"`,
    )
  })
})
