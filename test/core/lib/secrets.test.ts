import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { quote, shorten } from '../../../src/core/lib/input-error.ts'
import { hideSecret, redacted } from '../../../src/core/lib/secrets.ts'
import { createLog } from '../../../src/index.ts'
import { assessmentBody, jobBody } from '../../support/answers.ts'
import { describeWays } from '../../support/control.ts'

const list = '/cloud/resources'
const jobs = '/data/analysis/jobs'

describe('a secret in a text', () => {
  it.each([
    ['as it is', 'ab12cd34', 'id: got "ab12cd34"', 'id: got "[redacted]"'],
    ['twice, and in a word', 'ab12cd34', 'ab12cd34 xab12cd34y', '[redacted] x[redacted]y'],
    ['in a URL', 'a&b=c/d+', '/v1/a%26b%3Dc%2Fd%2B: no such path', '/v1/[redacted]: no such path'],
    ['in JSON', 'a"b\\c"d!', quote('a"b\\c"d!'), '"[redacted]"'],
    ['in JSON in JSON', 'a"b\\c"d!', JSON.stringify(quote('a"b\\c"d!')), '"\\"[redacted]\\""'],
    ['cut off', 'k'.repeat(100), quote('k'.repeat(100)), '"[redacted]"…'],
    ['cut off after other text', 'ab12cd34ef', quote(`${'x'.repeat(71)}ab12cd34ef`), `"${'x'.repeat(71)}[redacted]"…`],
    [
      'cut off without quotation marks',
      'ab12cd34ef',
      shorten(`${'x'.repeat(71)}ab12cd34ef`),
      `${'x'.repeat(71)}[redacted]…`,
    ],
    ['too short to be a key', 'page', 'page: expected a whole number', 'page: expected a whole number'],
    ['of the shortest key', 'ab12cd3', 'got "ab12cd3"', 'got "ab12cd3"'],
    ['none', '', 'got ""', 'got ""'],
  ])('is hidden %s', (_, secret, text, expected) => {
    expect(hideSecret(text, secret)).toBe(expected)
  })

  it('is looked for in linear time', () => {
    // A scan that grows with the square takes minutes, which is more than a test may take.
    expect(hideSecret('a…'.repeat(450_000), 'a'.repeat(200))).not.toBe('')
  })

  it('is in no message, in any context', () => {
    const secrets = fc.string({
      unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
      minLength: 8,
      maxLength: 200,
    })
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        const value = before + secret + after
        for (const text of [
          value,
          quote(value),
          shorten(value),
          encodeURIComponent(secret),
          JSON.stringify(quote(value)),
        ]) {
          const hidden = hideSecret(text, secret)
          expect(hidden.includes(secret) && !redacted.includes(secret)).toBe(false)
        }
      }),
    )
  })
})

const key = 'ab12+/cd34-key'
const inUrl = encodeURIComponent(key)

/** Requests with their key elsewhere too. */
const repeated: readonly { readonly where: string; readonly ask: readonly [string, string, unknown?] }[] = [
  { where: 'the path', ask: ['GET', `/cloud/${inUrl}`] },
  { where: 'an id', ask: ['GET', `/security/assessments/${inUrl}`] },
  { where: 'the name of a query parameter', ask: ['GET', `${list}?${inUrl}=1`] },
  { where: 'the value of a query parameter', ask: ['GET', `${list}?limit=${inUrl}`] },
  { where: 'a value that is cut', ask: ['GET', `${list}?limit=${'x'.repeat(70)}${inUrl}`] },
  { where: 'the name of a field', ask: ['POST', jobs, { ...jobBody, [key]: 1 }] },
  { where: 'values of fields', ask: ['POST', jobs, { ...jobBody, analysis_type: [key], output_format: key }] },
  { where: 'an id of a body', ask: ['POST', '/security/assessments', { ...assessmentBody, resource_id: key }] },
  { where: 'a body that is no JSON', ask: ['POST', jobs, `{"name":${key}}`] },
  { where: 'a body without its end', ask: ['POST', jobs, `{"name":"${key}`] },
]

describeWays('an error', (open) => {
  it.each(repeated)(
    'does not repeat the key of a request that stands in $where',
    async ({ ask: [method, path, body] }) => {
      const lines: string[] = []
      const { fake, api } = await open({ log: createLog('debug', (line) => lines.push(line)) })
      await fake.keys.create({ name: 'all', secret: key })
      const answer = await api(method, path, { key, body })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).not.toBe(401)
      for (const text of [answer.text, JSON.stringify(await fake.requests.list()), lines.join('\n')]) {
        expect(text).not.toMatch(/ab12(?:\+|%2B)/i)
      }
      const { status } = await api(method, path, { body })
      expect(status).toBe(answer.status)
    },
  )

  it('names what is wrong beside it', async () => {
    const { fake, api } = await open()
    await fake.keys.create({ name: 'all', secret: key })
    const { text } = await api('GET', `${list}?limit=${inUrl}`, { key })
    expect(text).toMatch(/limit: expected .*, got \\"\[redacted\]\\"/)
  })
})
