import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { readTestResults } from '../../../src/tools/sweep/test-results.ts'

const read = (file: string): string => readFileSync(new URL(`suites/${file}.xml`, import.meta.url), 'utf8')

/** Results in short: the number of tests, and a line for each that failed. */
function inShort(...texts: readonly string[]): readonly (string | number)[] | undefined {
  const results = readTestResults(texts, '/home/dev/app')
  if (results === undefined) return undefined
  const lines = results.failed.map(
    ({ name, place, message }) => `${name} | ${place ?? ''} | ${message?.split('\n')[0] ?? ''}`,
  )
  return [results.total, ...lines]
}

/** Reports of one suite in each runner: a test that fails, one that throws, and a setup or file that is broken. */
const reports: readonly (readonly [string, readonly (string | number)[]])[] = [
  [
    'node-test',
    [
      7,
      'broken.test.mjs |  | test failed',
      'the client > asks for 100 at most |  | Expected values to be strictly deep-equal:',
      'the client > of jobs > waits & <retries> |  | got 429, with key [redacted]',
      'with a hook > first |  | test did not finish before its parent and was cancelled',
    ],
  ],
  [
    'pytest',
    [
      9,
      'test_broken |  | collection failure',
      'test_client > test_limit |  | AssertionError: limit',
      'test_client > test_fixture |  | failed on setup with "RuntimeError: no fake red"',
      "test_client.TestJobs > test_waits[a&<b] |  | AssertionError: assert 'a&<b' == 1",
      'test_client.Old > test_sub |  | AssertionError: 1 != 2',
    ],
  ],
  [
    'surefire',
    [
      4,
      'example.ClientTest > limit |  | limit <&> ]]> ==> expected: <100> but was: <500>',
      'example.ClientTest$Jobs > waits |  | got 429',
    ],
  ],
]

describe('the report of a suite', () => {
  it.each(reports)('is read, also in what the suite printed: %s', (file, expected) => {
    expect(inShort(read(file))).toEqual(expected)
    expect(inShort(`> test\n> run {"a": 1} <b>\n\n${read(file)}\nDone {in} 1s > 2\n`)).toEqual(expected)
  })

  it('adds up several files, and passes over others', () => {
    const [first, second] = [read('surefire'), read('pytest')]
    expect(inShort(first, 'no report', second)?.[0]).toBe(13)
    expect(inShort(`${first}\n> test\n${second}`)?.[0]).toBe(13)
    expect(inShort(`${first}\n> a && b < c\n${second}`)?.[0]).toBe(13)
  })

  it('without a failure has none', () => {
    expect(inShort('<testsuites tests="0"/>')).toEqual([0])
    expect(inShort('<testsuite><testcase name="a"><skipped/></testcase></testsuite>')).toEqual([1])
  })

  it.each([
    ['a class that is a file', 'name="a &gt; b" classname="x/a.test.ts"', 'a > b | x/a.test.ts | '],
    ['a class that repeats the name', 'name="a b" classname="a"', 'a b |  | '],
    ['no name', 'classname="a.B"', 'a.B |  | '],
    ['a file and a line', 'name="a" file="/home/dev/app/x/a.rb" line="4"', 'a | x/a.rb:4 | '],
  ])('names a test by %s', (_, attributes, expected) => {
    expect(inShort(`<testsuite><testcase ${attributes}><error/></testcase></testsuite>`)).toEqual([1, expected])
  })

  it.each([
    [
      "[Error [ERR_TEST_FAILURE]: Not equal:\n\n+ 1\n- 'a'] {\n  code: 'E',\n}",
      'Not equal:+ 1',
      "Not equal:\n\n+ 1\n- 'a'",
    ],
    ['AssertionError: no\n\n- 1\n+ 2\n ❯ a.test.js:4:52', 'no', 'no\n\n- 1\n+ 2'],
    ['    def test():\nE   AssertionError: no', 'AssertionError: no', 'AssertionError: no'],
    ['Error: no\n\ncloudsec-fake requests (sandbox a-12345678):\nID  AT\n\n    at x (a.ts:7:1)', '', 'no'],
  ])('has the lines of a message, but no stack and no requests: %j', (stack, message, expected) => {
    expect(readTestResults([junit({ stack, message })])?.failed[0]?.message).toBe(expected)
  })
})

/** A report with one failing test. */
function junit({ name = 'a', stack = '', message = '' }): string {
  return `<testsuites><testcase name="${name}" classname="a"><failure message="${message}">${stack}</failure></testcase></testsuites>`
}

describe('a report that is broken', () => {
  it.each([
    ['nothing', ''],
    ['a part', read('pytest').slice(0, 1500)],
    ['nesting without an end', `${'<testsuite>'.repeat(100_000)}${'</testsuite>'.repeat(100_000)}`],
    ['beginnings', '<testsuite '.repeat(100_000)],
    ['one that is too long', `${' '.repeat(33_554_432)}<testsuites/>`],
    ['a log about XML', 'no <testsuite> here, but <b>'],
  ])('counts as none: %s', (_, text) => {
    expect(readTestResults([text])).toBeUndefined()
  })
})

describe('a hostile report', () => {
  it.each([
    ['grows by no entity', '<!ENTITY a "lol"><!ENTITY x "&a;&a;">'],
    ['reads no file by an entity', '<!ENTITY x SYSTEM "file:///etc/passwd">'],
  ])('%s', (_, entities) => {
    const text = `<?xml version="1.0"?><!DOCTYPE a [${entities}]>${junit({ message: '&x;' })}`
    expect(readTestResults([text])).toMatchObject({ total: 1, failed: [{ message: '&x;' }] })
  })

  it('loses its colours and control characters', () => {
    const red = '\u001B[31mred\u001B[0m \u0000\u0007'
    const text = junit({ name: `${red}a\n b`, message: `${red}&#27;[1mb&#x1b;[0m&#0;#x1B[1mc&#10;\uFFFEd` })
    expect(readTestResults([text])).toMatchObject({ failed: [{ name: 'a > red a b', message: 'red bc\nd' }] })
  })

  it('shows no secret', () => {
    const secrets = 'csf_full_access and Authorization: Bearer abc.def-123&quot;'
    const [test] = readTestResults([junit({ name: 'csf_full_access', message: secrets })])?.failed ?? []
    expect(test).toMatchObject({ name: 'a > [redacted]', message: '[redacted] and Authorization: Bearer [redacted]"' })
  })

  it('has the begin and the end of a long message', () => {
    const message = `begin${'-'.repeat(1000)}end`
    const [test] = readTestResults([junit({ message })])?.failed ?? []
    expect(test?.message).toBe(`begin${'-'.repeat(295)}…${'-'.repeat(197)}end`)
  })

  it('is read at once, and has messages of bounded length', () => {
    const stack = `${'\n '.repeat(8000)}${' '.repeat(16_000)}${'(a'.repeat(100_000)}`
    expect(readTestResults([junit({ stack })])?.failed[0]?.message).toHaveLength(501)
  })
})
