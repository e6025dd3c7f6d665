import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { readTestResults, type TestResults } from '../../src/sweep/test-results.ts'

const read = (file: string): string => readFileSync(new URL(`suites/${file}`, import.meta.url), 'utf8')

/** Results in short: the number of tests, and a line for each that failed. */
function inShort(results: TestResults | undefined): readonly (string | number)[] | undefined {
  if (results === undefined) return undefined
  const lines = results.failed.map(({ name, file, line, message }) => {
    const place = file === null ? '' : `${file}${line === null ? '' : `:${line}`}`
    return `${name} | ${place} | ${message?.split('\n')[0] ?? ''}`
  })
  return [results.total, ...lines]
}

const readAll = (...texts: readonly string[]) => inShort(readTestResults(texts, '/home/dev/app'))

const limit = 'Error: expect(received).toEqual(expected) // deep equality'

/** Reports of one suite in each runner: a test that fails, one that throws, and a setup or file that is broken. */
const reports: readonly (readonly [string, readonly (string | number)[]])[] = [
  [
    'vitest.json',
    [
      8,
      "broken.test.js | broken.test.js | Cannot find module './missing' imported from /home/dev/app/broken.test.js",
      'the client > asks for 100 at most | client.test.js | AssertionError: expected [ 500 ] to deeply equal [ 100 ]',
      'the client > of jobs > waits & <retries> | client.test.js | Error: got 429, with key [redacted]',
      'hook.test.js | hook.test.js | ',
    ],
  ],
  [
    'vitest.xml',
    [
      8,
      "broken.test.js | broken.test.js | Cannot find module './missing' imported from /home/dev/app/broken.test.js",
      'the client > asks for 100 at most | client.test.js | expected [ 500 ] to deeply equal [ 100 ]',
      'the client > of jobs > waits & <retries> | client.test.js | got 429, with key [redacted]',
      'with a hook | hook.test.js | no fake',
    ],
  ],
  [
    'jest.json',
    [
      7,
      `the client > asks for 100 at most | client.test.js | ${limit}`,
      'the client > of jobs > waits & <retries> | client.test.js | Error: got 429, with key [redacted]',
      'with a hook > first | hook.test.js | Error: no fake',
      "broken.test.js | broken.test.js | Cannot find module './missing' from 'broken.test.js'",
    ],
  ],
  [
    'jest-junit.xml',
    [
      6,
      `the client asks for 100 at most |  | ${limit}`,
      'the client of jobs waits & <retries> |  | Error: got 429, with key [redacted]',
      'with a hook first |  | Error: no fake',
    ],
  ],
  [
    'node-test.xml',
    [
      8,
      'broken.test.mjs |  | test failed',
      'the client > asks for 100 at most |  | Expected values to be strictly deep-equal:',
      'the client > of jobs > waits & <retries> |  | got 429, with key [redacted]',
      'with a hook > first |  | test did not finish before its parent and was cancelled',
      'alone > inner |  | inner breaks',
    ],
  ],
  [
    'playwright.xml',
    [
      5,
      'the client › asks for 100 at most | client.spec.mjs | expect(received).toEqual(expected) // deep equality',
      'the client › of jobs › waits & <retries> | client.spec.mjs | got 429',
    ],
  ],
  [
    'pytest.xml',
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
    'pytest-xunit1.xml',
    [
      9,
      'test_broken | test_broken.py | collection failure',
      'test_client > test_limit | test_client.py:5 | AssertionError: limit',
      'test_client > test_fixture | test_client.py:21 | failed on setup with "RuntimeError: no fake red"',
      "test_client.TestJobs > test_waits[a&<b] | test_client.py:25 | AssertionError: assert 'a&<b' == 1",
      'test_client.Old > test_sub | test_client.py:30 | AssertionError: 1 != 2',
    ],
  ],
  [
    'surefire.xml',
    [
      4,
      'example.ClientTest > limit |  | limit <&> ]]> ==> expected: <100> but was: <500>',
      'example.ClientTest$Jobs > waits |  | got 429',
    ],
  ],
  ['surefire-setup.xml', [1, 'example.SetupTest |  | no fake']],
  [
    'gradle.xml',
    [2, 'example.ClientTest > limit() |  | org.opentest4j.AssertionFailedError: expected: <100> but was: <500>'],
  ],
  ['mocha.xml', [2, 'the client asks for 100 at most | test/client.spec.js | expected 500 to equal 100']],
]

describe('the report of a suite', () => {
  it.each(reports)('is read, also in what the suite printed: %s', (file, expected) => {
    expect(readAll(read(file))).toEqual(expected)
    const text = file.endsWith('.json') ? JSON.stringify(JSON.parse(read(file))) : read(file)
    expect(readAll(`> test\n> run {"a": 1} <b>\n\n${text}\nDone {in} 1s > 2\n`)).toEqual(expected)
  })

  it('adds up several files, and passes over others', () => {
    const [first, second] = [read('surefire.xml'), read('surefire-setup.xml')]
    expect(readAll(first, 'no report', second)?.[0]).toBe(5)
    expect(readAll(`${first}\n${second}`)?.[0]).toBe(5)
  })

  it('without a failure has none', () => {
    expect(readAll('<testsuites tests="0"/>')).toEqual([0])
    expect(readAll('<testsuite><testcase name="a"><skipped/></testcase></testsuite>')).toEqual([1])
    expect(readAll('{"testResults":[]}')).toEqual([0])
  })

  it('of node:test has the lines of the message', () => {
    const stack = "[Error [ERR_TEST_FAILURE]: Not equal:\n\n+ 1\n- 'a'] {\n  code: 'ERR_TEST_FAILURE',\n}"
    expect(readTestResults([junit({ stack, message: 'Not equal:+ 1' })])?.failed[0]?.message).toBe(
      "Not equal:\n\n+ 1\n- 'a'",
    )
  })

  it('leaves out the requests that a fixture adds to a message', () => {
    const stack = 'Error: no\n\ncloudsec-fake requests (sandbox a-12345678):\nID  AT\n\n    at x (a.ts:7:1)'
    expect(readTestResults([junit({ stack })])?.failed[0]).toMatchObject({ message: 'Error: no' })
  })

  it('takes the file and the line that are written', () => {
    const text = '<testsuite><testcase name="a" file="/home/dev/app/x/a.rb" line="4"><error/></testcase></testsuite>'
    expect(readAll(text)).toEqual([1, 'a | x/a.rb:4 | '])
  })
})

/** A report with one failing test. */
function junit({ name = 'a', stack = '', message = '' }): string {
  return `<testsuites><testcase name="${name}" classname="a"><failure message="${message}">${stack}</failure></testcase></testsuites>`
}

const longest = 33_554_432

describe('a report that is broken', () => {
  it.each([
    ['nothing', ''],
    ['a part', read('pytest.xml').slice(0, 1500)],
    ['JSON that was cut', read('vitest.json').slice(0, -2)],
    ['other JSON', '{"testResults":{}}'],
    ['a list of something else', '{"testResults":[{"name":1}]}'],
    ['nesting without an end', `${'<testsuite>'.repeat(100_000)}${'</testsuite>'.repeat(100_000)}`],
    ['beginnings', '<testsuite '.repeat(100_000)],
    ['open objects', `${'{"num":'.repeat(100_000)}"testResults"`],
    ['a log about XML', 'no <testsuite> here, but <b>'],
    ['more than is read', `<testsuites>${' '.repeat(longest)}</testsuites>`],
  ])('counts as none: %s', (_, text) => {
    expect(readTestResults([text])).toBeUndefined()
  })
})

describe('a hostile report', () => {
  it('grows by no entity', () => {
    const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">${entities}]>${junit({ message: '&l9;' })}`
    expect(readTestResults([bomb])).toMatchObject({ total: 1, failed: [{ message: '&l9;' }] })
  })

  it('reads no file by an entity', () => {
    const text = `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${junit({ message: '&x;' })}`
    expect(readTestResults([text])).toMatchObject({ failed: [{ message: '&x;' }] })
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

  it('has messages of bounded length, for the first tests', () => {
    const failing = junit({ message: 'long '.repeat(10_000) }).replace(/<.?testsuites>/g, '')
    const { failed = [] } = readTestResults([`<testsuites>${failing.repeat(50)}</testsuites>`]) ?? {}
    expect(failed).toHaveLength(50)
    expect(failed[0]?.message).toHaveLength(501)
    expect(failed.filter(({ message }) => message !== null)).toHaveLength(20)
  })

  it('of spaces and brackets is read at once', () => {
    const stack = `${'\n '.repeat(8000)}${' '.repeat(16_000)}${'(a'.repeat(100_000)}`
    expect(readTestResults([junit({ stack })])?.total).toBe(1)
  })
})
