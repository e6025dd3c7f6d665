import { describe, expect, it } from 'vitest'

import { oneLine } from '../src/cli/io.ts'
import { operations } from '../src/core/app/areas.ts'
import { describeJsonError } from '../src/core/lib/parse-json.ts'
import { readingsOf } from '../src/core/lib/readings.ts'
import { hideSecret, hideSecrets } from '../src/core/lib/secrets.ts'
import { toPlain } from '../src/core/lib/table.ts'
import { parseDuration } from '../src/core/time/duration.ts'
import { parseHttpDate, parseIsoDate } from '../src/core/time/instant.ts'
import { Pseudonyms } from '../src/tools/capture/pseudonyms.ts'
import { tokensOf } from '../src/tools/capture/tokens.ts'
import { toAnswers, readCorpus } from '../src/tools/drift/corpus.ts'
import { formOf } from '../src/tools/drift/form.ts'
import { readHar } from '../src/tools/resolve/har.ts'
import { toRecordedExchange } from '../src/tools/resolve/recorded-exchange.ts'

const length = 200_000

/** Texts that a pattern with two ways to take a sign would take hours for: a beginning, what is repeated, and an end. */
const texts: readonly string[] = [
  ['B', ' ', '\n'],
  ['', ' \n', 'x'],
  ['', '\t', 'x'],
  ['a@b', '.', ' '],
  ['a@', 'b.', '@'],
  ['', '1', 'x'],
  ['1', '.1', 'ms '],
  ['', ':', 'x'],
  ['a', ':1', ' '],
  ['', '-', '!'],
  ['', 'a-', '!'],
  ['', 'A', '!'],
  ['', 'aB', '!'],
  ['', '%', 'zz'],
  ['', '%4', '%'],
  ['', '\\', 'u'],
  ['', '\\u006', 'x'],
  ['', '"', ', "'],
  ['', ', ', '"'],
  ['', '…', 'x'],
  ['', 'csf_', '!'],
  ['', '[', ''],
  ['', '=', 'x'],
  ['text/html', '; ', 'charset'],
  ['', ';', 'charset="'],
  ['2026-01-01T00:00', ':0', 'x'],
  ['P', '1', 'x'],
  ['Mon, 01 Jan 2026 ', '0', ':'],
].map(([begin = '', middle = '', end = '']) => begin + middle.repeat(length / middle.length) + end)

const exchange = (text: string) =>
  toRecordedExchange({
    operation: 'listResources',
    method: 'GET',
    url: 'https://a.test/v1/cloud/resources',
    id: '',
    query: [['limit', text]],
    key: 'main',
    scheme: 'Bearer',
    status: 200,
    headers: { date: text, 'content-type': text, 'x-rate-limit-reset': text, 'retry-after': text },
    text,
  })

const header = (name: string, value: string) => ({ name, value })

const harOf = (urls: readonly string[], value: string) => ({
  log: {
    entries: urls.map((url) => ({
      request: { method: 'GET', url, headers: [header('Authorization', value), header('Origin', value)] },
      response: { status: 200, headers: [header('Date', value)], content: { text: '{"status":"success","data":[]}' } },
    })),
  },
})

const service = 'https://a.test/v1/cloud/resources'

/** What reads texts that others wrote. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a recording': (text) => readHar(harOf([`${service}?q=${encodeURIComponent(text)}`], text), operations),
  'an answer': (text) => toAnswers([exchange(text)], operations, new Set()),
  'a text in an answer': (text) =>
    formOf([text, Array.from({ length: 2000 }, () => text.slice(0, 2000) + text.slice(-40))], new Set()),
  'a pseudonym': (text) => new Pseudonyms(new Set(tokensOf(text)), []).mask({ a: text, [text]: 1 }, []),
  'readings of a text': (text) => readingsOf(text).flatMap(tokensOf),
  'a line of a corpus': (text) => attempt(() => readCorpus(text, 'corpus')),
  'a secret in a text': (text) => [hideSecret(text, 'a-secret-of-tests'), hideSecrets(text, text.slice(0, 4096))],
  'a message': (text) => [oneLine(new Error(text)), toPlain(text), describeJsonError(new Error(text))],
  'a time': (text) => [parseHttpDate(text), parseIsoDate(text), attempt(() => parseDuration(text, 'wait'))],
}

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Far above what a linear reader takes for a text, and far below what a quadratic one takes. */
const boundMs = 2000

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  it('is read in a time that grows with the text', () => {
    const slow = texts.flatMap((text) => {
      const ms = cpuMsOf(() => read(text))
      return ms > boundMs ? [`${JSON.stringify(text.slice(0, 20))}: ${ms} ms`] : []
    })
    expect(slow).toEqual([])
  })
})

it('finds the commonest address and key of many in a recording', () => {
  const urls = Array.from({ length: 20_000 }, (_, at) => `https://a${at}.test/v1/cloud/resources`)
  const har = harOf([...urls, urls[7] ?? ''], '')
  for (const [at, { request }] of har.log.entries.entries())
    request.headers = [header('Authorization', `Bearer key-${at}`)]
  let found: readonly number[] = []
  const ms = cpuMsOf(() => {
    const { seen, keys } = readHar(har, operations)
    found = [seen.length, keys.length]
  })
  expect([found, ms < boundMs * 5]).toEqual([[2, urls.length + 1], true])
})
