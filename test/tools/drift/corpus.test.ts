import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { operations } from '../../../src/core/app/areas.ts'
import { InputError } from '../../../src/core/lib/input-error.ts'
import { type Answer, readCorpus, toAnswers, writeCorpus } from '../../../src/tools/drift/corpus.ts'
import { formOf, mergeForms, seenIn, vocabularyOf, sampleOf } from '../../../src/tools/drift/form.ts'
import { toRecordedExchange } from '../../../src/tools/resolve/recorded-exchange.ts'

const vocabulary = new Set(['status', 'code', 'severity'])

interface Planted {
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: readonly (readonly [string, string])[]
  readonly status?: number
  readonly url?: string
  readonly method?: string
}

const exchange = ({ text, headers = {}, query = [], status = 200, url = 'https://a.test/v1/x', method }: Planted) =>
  toRecordedExchange({
    operation: 'listResources',
    method: method ?? 'GET',
    url,
    id: '',
    query,
    key: 'main',
    scheme: 'Bearer',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    text,
  })

const answersOf = (...planted: readonly Planted[]) => toAnswers(planted.map(exchange), operations, vocabulary)

const answerOf = (planted: Planted): Answer => answersOf(planted)[0] ?? expect.fail('no answer')

const kindsIn = (value: unknown): string => Object.keys(formOf(value, vocabulary).kinds).join()

describe('the form of a value', () => {
  it.each([
    [null, 'null'],
    [true, 'boolean'],
    [7, 'integer'],
    [-7, 'negative'],
    [0.5, 'number'],
    [[], 'array'],
    [{}, 'object'],
    ['', 'empty'],
    ['0A000000-0000-4000-8000-00000000000f', 'uuid'],
    [`res-${'0f'.repeat(16)}`, 'opaque-id:res'],
    [`customer-${'0f'.repeat(16)}`, 'opaque-id:'],
    ['2026-07-01T12:00:00Z', 'date-time'],
    ['2026-07-01T12:00:00.123Z', 'date-time-ms'],
    ['2026-07-01T12:00:00.123456Z', 'date-time-fraction'],
    ['2026-07-01T12:00Z', 'date-time-minutes'],
    ['2026-07-01T12:00:00.1-07:00', 'date-time-offset'],
    ['20260701T120000Z', 'date-time-other'],
    ['2026-07-01 12:00:00', 'date-time-other'],
    ['2026-07-01', 'date'],
    ['203.0.113.7', 'ipv4'],
    ['2001:db8::7', 'ipv6'],
    ['a.b@c.example', 'email'],
    ['https://a.example/b?c', 'url'],
    ['/v1/a?page=2', 'path'],
    ['?page=2', 'query'],
    ['vm-17.prod', 'word'],
    ['two words', 'text'],
    ['é', 'text'],
    ['a'.repeat(3000), 'text'],
  ])('%j is %s', (value, kind) => {
    expect(kindsIn(value)).toBe(kind)
    // What stands for a kind is of that kind, so that the schema decides about what came.
    const witness = sampleOf(kind)
    expect(witness === undefined ? kind : kindsIn(witness)).toBe(kind)
  })

  it.each([
    ['running', true],
    ['in_progress', true],
    ['IN-PROGRESS', true],
    ['inProgress', true],
    ['v2.1', false],
    ['eu-west-1', true],
    ['a1b2c3d4e5', false],
    ['deadbeef', false],
    ['aGVsbG8gd29ybGQ', false],
    ['ZXhhbXBsZVRva2Vu', false],
    ['someone@example.com', false],
    ['two words', false],
    ['x'.repeat(41), false],
    ['order-123456', false],
    ['', false],
  ])('of a state %j keeps it: %s', (text, isKept) => {
    expect(formOf({ status: text, name: text }, vocabulary).fields).toEqual({
      status: { kinds: { [kindsIn(text)]: 1 }, ...(isKept && { words: { [text]: 1 } }) },
      name: { kinds: { [kindsIn(text)]: 1 } },
    })
  })

  it('counts fields, items and words of all values', () => {
    const items = [{ id: 1, status: 'on' }, { id: null, status: 'off' }, { status: 'on' }]
    expect(formOf({ data: items }, vocabulary)).toEqual({
      kinds: { object: 1 },
      fields: {
        data: {
          kinds: { array: 1 },
          items: {
            kinds: { object: 3 },
            fields: {
              id: { kinds: { integer: 1, null: 1 } },
              status: { kinds: { word: 3 }, words: { on: 2, off: 1 } },
            },
          },
        },
      },
    })
    expect(mergeForms(items.map((item) => formOf(item, vocabulary)))).toEqual(formOf(items, vocabulary).items)
  })

  it('drops words that are too many for a vocabulary, and names that are none', () => {
    const states = Array.from({ length: 40 }, (_, i) => ({ status: `state${i}` }))
    expect(formOf(states, vocabulary).items?.fields).toEqual({ status: { kinds: { word: 40 } } })
    const odd = JSON.parse('{"__proto__":1,"a@b.example":2,"7":3,"constructor":"x","created_at":5}')
    expect(formOf(odd, vocabulary).fields).toEqual({
      '*': { kinds: { integer: 3 } },
      constructor: { kinds: { word: 1 } },
      created_at: { kinds: { integer: 1 } },
    })
  })

  it('is bounded for what is nested deeply or has many fields', () => {
    const deep: unknown = JSON.parse(`${'{"a":['.repeat(5000)}${']}'.repeat(5000)}`)
    expect(JSON.stringify(formOf(deep, vocabulary)).length).toBeLessThan(4000)
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`f${i % 1000}_${i >> 10}`, i]))
    const form = formOf({ ...wide, 'a@b.example': 1 }, vocabulary)
    expect(Object.keys(form.fields ?? {}).length).toBeLessThanOrEqual(501)
    expect(Object.values(form.fields ?? {}).reduce((sum, one) => sum + seenIn(one), 0)).toBe(
      Object.keys(wide).length + 1,
    )
  })

  it('takes the names of its vocabulary from a document', () => {
    const document = {
      components: { schemas: { A: { properties: { a: { enum: ['x'] }, b: { anyOf: [{ const: 'y' }] }, enum: {} } } } },
      paths: { p: { schema: { properties: { c: { enum: ['z'] } } } } },
    }
    expect([...vocabularyOf(document)]).toEqual(['a', 'b'])
  })
})

describe('an answer of a corpus', () => {
  const page = (items: readonly unknown[], size = 100) => ({
    text: JSON.stringify({ status: 'success', data: items, pagination: { ...paging, items_per_page: size } }),
  })
  const paging = { total_items: 3, total_pages: 1, current_page: 1 }

  it('has names of headers, paging and orders', () => {
    const items = [3, 1, 2].map((n) => ({ id: `b${n}`, created_at: `2026-07-0${4 - n}T00:00:00Z`, n: -n, same: 1 }))
    const sorted = items.toSorted((a, b) => a.n - b.n)
    const { body: _, ...answer } = answerOf({
      ...page(sorted),
      headers: {
        'X-Rate-Limit-Limit': '9',
        'x-3fa9c1d2e4b5a6978': 'y',
        'content-type': 'Application/JSON;Charset="UTF-8"; boundary=zz',
      },
      query: [['limit', '100']],
    })
    expect(answer).toEqual({
      operation: 'listResources',
      status: 200,
      headers: ['*', 'content-type', 'x-rate-limit-limit'],
      contentType: 'application/json; charset=utf-8',
      paging: { limit: 100, items_per_page: 100 },
      order: ['id desc', 'created_at asc', 'n asc'],
    })
    expect(answerOf(page(items)).order).toEqual(['id unsorted', 'created_at unsorted', 'n unsorted'])
    expect(answerOf(page(items.slice(1)))).not.toHaveProperty('order')
    expect(answerOf({ ...page(items), query: [['limit', 'x']] })).not.toHaveProperty('paging')
  })

  it.each([
    ['<!doctype html><p>', 'html'],
    ['', 'empty'],
    ['{"data":', 'text'],
  ])('says what %j is', (text, body) => {
    expect(answerOf({ text })).toMatchObject({ body })
  })

  it('is none for a preflight or another method', () => {
    expect(answersOf({ text: '{}', method: 'OPTIONS' }, { text: '{}', method: 'HEAD' }, { text: '{}' })).toHaveLength(1)
  })
})

describe('a corpus', () => {
  const answer = answerOf({ text: '{"status":"error","error":{"code":"invalid_request"}}', status: 400 })
  const head = '{"corpus":1}'

  it('is read as it was written', () => {
    const answers = [answer, answerOf({ text: JSON.stringify(deepest()) }), answerOf({ text: '' })]
    expect(readCorpus(writeCorpus(answers), 'c')).toEqual(answers)
    expect(readCorpus('\n \n', 'c')).toEqual([])
  })

  it.each([
    ['{"log":{}}', /^c:1: corpus: /],
    ['{"corpus":2}', /^c:1: corpus: expected one of 1, got 2/],
    [`${head}\n\n{`, /^c:3: not valid JSON/],
    [`${head}\n[]`, /^c:2: .*object/],
    [`${head}\n${JSON.stringify({ ...answer, status: 'x' })}`, /^c:2: status: /],
    [`${head}\n${JSON.stringify({ ...answer, body: { kinds: { word: -1 } } })}`, /^c:2: body/],
    [`${head}\n${JSON.stringify(answer)}\n${JSON.stringify({ ...answer, path: '/x' })}`, /^c:3: .*path/],
    [`${head}\n${JSON.stringify(answer).replace('"kinds"', '"__proto__":{},"kinds"')}`, /^c:2: __proto__/],
  ])('%j is refused', (text, message) => {
    expect(() => readCorpus(text, 'c')).toThrow(InputError)
    expect(() => readCorpus(text, 'c')).toThrow(message)
  })

  const deepest = (): unknown => JSON.parse(`${'{"a":'.repeat(4000)}1${'}'.repeat(4000)}`)

  /** Secrets of an alphabet that no name of a field or kind shares in four characters. */
  const letters = fc.string({ unit: fc.constantFrom(...'qxzjkQXZJK'.split('')), minLength: 12, maxLength: 40 })
  const digits = fc.string({ unit: fc.constantFrom(...'56789'.split('')), minLength: 9, maxLength: 12 })
  const secret = fc.tuple(letters, digits).map(([a, b]) => `${a}${b}`)
  const disguised = fc.oneof(
    secret,
    secret.map((text) => Buffer.from(text).toString('base64')),
    secret.map((text) => encodeURIComponent(`ä ${text}"`)),
    secret.map((text) => JSON.stringify(JSON.stringify({ [text]: `"${text}"` }))),
    secret.map((text) => `${text}@${text}.zzz`),
    secret.map((text) => `https://${text}.zzz/${text}?${text}`),
    secret.map((text) => `xx ${text} ${text}`),
    secret.map((text) => Buffer.from(text).toString('hex')),
  )

  it('has no part of a value of four characters but words of the vocabulary', () => {
    const property = fc.property(fc.array(disguised, { minLength: 8, maxLength: 8 }), (secrets) => {
      const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = ''] = secrets
      const record = { id: a, status: b, code: { [c]: d, severity: [e] }, tags: [{ [f]: f }], [g]: { name: g } }
      const text = JSON.stringify({ status: 'success', data: [record, record, { ...record, id: h }], [h]: 1 })
      const headers = { [a]: a, 'x-note': b, 'content-type': `application/${c}; charset=${d}` }
      const query = [
        ['limit', e],
        [f, f],
      ] as const
      const planted = { text, headers, query, url: `https://x.test/${g}?${h}` }
      const others = [{ text: a }, { text: `<html>${b}` }, { text: `${text}${c}` }]
      const written = writeCorpus(answersOf(planted, ...others)).toLowerCase()
      for (const one of secrets.map((hidden) => hidden.toLowerCase())) {
        for (let at = 0; at + 4 <= one.length; at += 1) {
          const part = one.slice(at, at + 4)
          if (written.includes(part)) throw new Error(`${part} of ${one}`)
        }
      }
    })
    fc.assert(property, { numRuns: 300 })
  })
})
