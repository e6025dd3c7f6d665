import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { answeredAreas as areas } from '../../../src/cli/captured-fake.ts'
import { operations } from '../../../src/core/app/areas.ts'
import { RandomStream } from '../../../src/core/random/random.ts'
import { collectTexts } from '../../../src/tools/capture/assemble.ts'
import { findLeaks, SourceTokens } from '../../../src/tools/capture/audit.ts'
import { toRecordedExchange, toSentRequest } from '../../../src/tools/resolve/recorded-exchange.ts'
import { capture } from '../../support/capturing.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { serve } from '../../support/resolving.ts'

const random = new RandomStream('secrets')

const signs = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

const letters = (count: number): string =>
  Array.from({ length: count }, () => signs.charAt(random.int(0, signs.length - 1))).join('')

const byte = (): number => random.int(11, 254)

/** A secret, and how it may stand in a text. */
const kinds: readonly (() => string)[] = [
  () => `sk_live_${letters(24)}`,
  () => `AKIA${letters(16).toUpperCase()}`,
  () => `ghp_${letters(36)}`,
  () => `${letters(20)}.${letters(40)}.${letters(30)}`,
  () => `${letters(8).toLowerCase()}@corp-${letters(5).toLowerCase()}.example`,
  () => `${byte()}.${byte()}.${byte()}.${byte()}`,
  () => `2a01:4f8:${random.hex().slice(0, 4)}:${random.hex().slice(0, 4)}::${random.hex().slice(0, 4)}`,
  () => `db-${letters(6).toLowerCase()}.internal.${letters(7).toLowerCase()}.example`,
  () => `+49 ${random.int(100, 999)} ${random.int(1_000_000, 9_999_999)}`,
  () => letters(12),
]

const writings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `Rotate the key ${secret} before Friday, please`,
  (secret) => `https://user:${encodeURIComponent(secret)}@a.example/path?token=${encodeURIComponent(secret)}`,
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(`{"password":"${secret}"}`).toString('base64url'),
  (secret) => JSON.stringify({ password: secret, note: 'a "quoted" one' }),
  (secret) => secret.replaceAll(/[^a-z0-9]/gi, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`),
  (secret) => secret.replaceAll(/[^]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
]

const secrets = Array.from({ length: 500 }, (_, at) => kinds[at % kinds.length]?.() ?? '')
const written = secrets.map((secret, at) => writings[at % writings.length]?.(secret) ?? '')

/** A record for each few secrets, in every field that takes a text. */
function plant() {
  const left = [...written]
  const next = (): string => left.pop() ?? 'none'
  const [resources, assessments, jobs] = [[], [], []] as Record<string, unknown>[][]
  while (left.length > 0) {
    const details = { instance_type: next(), vpc_id: next(), security_groups: [{ id: next(), name: next() }] }
    resources?.push({ name: next(), type: next(), region: next(), tags: [{ key: next(), value: next() }], details })
    const finding = { id: next(), severity: 'high', category: next(), description: next(), remediation: next() }
    assessments?.push({ status: 'completed', resource_type: next(), findings: [finding] })
    const extra = { owner: { mail: next(), ids: [next()] }, [next()]: next(), code: next() }
    jobs?.push({ name: next(), description: next(), output_format: next(), analysis_type: next(), extra })
  }
  return { 'resources.json': resources, 'assessments.json': assessments, 'jobs.json': jobs }
}

/** A text in every reading that somebody would try. */
const readings = (text: string): string =>
  [
    text,
    text.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    text.replaceAll(/\\+u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    ...[...text.matchAll(/[\w+/-]{8,}/g)].map(([run]) => Buffer.from(run, 'base64').toString('latin1')),
  ].join('\n')

it('500 planted secrets: none is in any file', async () => {
  const service = await serve({ fixtures: await writeFixtures(plant()) })
  const { code, err, out, output } = await capture(service.baseUrl)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const files = await readdir(output)
  expect(files.toSorted()).toEqual([
    'assessments.json',
    'assumptions.json',
    'corpus.jsonl',
    'jobs.json',
    'resources.json',
  ])
  const contents = await Promise.all(files.map((file) => readFile(join(output, file), 'utf8')))
  const all = readings([...contents, out].join('\n'))
  const found = [...secrets, ...written].filter((text) => all.includes(text))
  expect(found).toEqual([])
  // The search finds what is there.
  expect(secrets.filter((secret) => readings(JSON.stringify(plant())).includes(secret)).length).toBeGreaterThan(450)
})

describe('the audit', () => {
  const bareId = '0b54c1de00004000800000000000abcd'
  const leaks = (said: string, content: string, known: readonly string[] = [], keys: readonly string[] = []) => {
    const source = new SourceTokens()
    source.add({ text: said, path: 'data.name' })
    return findLeaks(source, new Map([['resources.json', content]]), new Set(known), keys)
  }

  it.each([
    ['the value', 'tokyo-host-17', JSON.stringify([{ name: 'tokyo-host-17' }])],
    ['it in other case', 'Tokyo-Host-17', JSON.stringify([{ name: 'TOKYO-HOST-17' }])],
    ['it as a key', 'someone@corp.example', JSON.stringify({ 'someone@corp.example': 1 })],
    ['a part of it', 'the key s3cr3tt0ken is old', JSON.stringify(['s3cr3tt0ken'])],
    ['it in a text', 's3cr3tt0ken', JSON.stringify(['a text with s3cr3tt0ken in it'])],
    ['it in base64', 's3cr3tt0ken', JSON.stringify([Buffer.from('s3cr3tt0ken').toString('base64')])],
    ['it for a URL', 'a b@corp.example', JSON.stringify(['?q=a%20b%40corp.example'])],
    ['base64, read', Buffer.from('s3cr3tt0ken').toString('base64'), JSON.stringify(['s3cr3tt0ken'])],
    ['a short value', 'bob', JSON.stringify([{ owner: 'bob' }])],
    ['a number', '4711000815', JSON.stringify([{ account: 4711000815 }])],
    ['a UUID without its hyphens', `x-${bareId}`, JSON.stringify(['0b54c1de-0000-4000-8000-00000000abcd'])],
    ['a symbol', '🔑🗝🔒', JSON.stringify([{ owner: '🔑🗝🔒' }])],
    ['punctuation', '!#$%^&*()_+', JSON.stringify([{ owner: '!#$%^&*()_+' }])],
    ['a line of several', 's3cr3tt0ken', `{"a":1}\n{"words":{"s3cr3tt0ken":1}}\n`],
  ])('finds %s', async (_, said, content) => {
    const [leak, ...more] = await leaks(said, content)
    expect([leak, more]).toEqual([
      expect.stringMatching(/^resources\.json has a value of data\.name \(\d+ characters\)$/),
      [],
    ])
    expect(leak).not.toContain(said)
    expect(await leaks('another thing', content)).toEqual([])
  })

  it('finds an API key anywhere, and lets pass what is known', async () => {
    expect(await leaks('none', '{"a":"xxcsf_key_1yy"}', [], ['csf_key_1'])).toEqual(['resources.json has an API key'])
    expect(await leaks('database', '{"type":"database"}', ['database'])).toEqual([])
  })

  it('takes a short API key for a part of words, and searches many keys at once', async () => {
    const hosts = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => `https://hostname${at}.test/place`))
    expect(await leaks('none', hosts, [], ['test'])).toEqual([])
    expect(await leaks('none', '["test"]', [], ['test'])).toEqual(['resources.json has an API key'])
    const keys = Array.from({ length: 1000 }, (_, at) => `csf_key_${at % 3}`)
    expect(await leaks('none', hosts, [], keys)).toEqual([])
  })

  it('knows all that was said in answers, and holds no value for public but words and counts of the lists', () => {
    const [resources] = areas
    const body = {
      status: 'success',
      data: [{ type: 'vm', region: 'db1.corp.example', status: { 'bob@corp.example': 4711000815 }, count: 1234567 }],
      pagination: { total_items: 1234568, next_page: '/next?cursor=s3cr3t' },
    }
    const seen = toRecordedExchange({
      ...toSentRequest(operations, { operation: resources?.list.id ?? '' }),
      url: 'https://corp.example/v1/cloud/resources?tag=owner',
      query: [],
      status: 200,
      headers: { 'content-type': 'application/json', 'x-account': 'account-17' },
      text: JSON.stringify(body),
      body: JSON.stringify({ email: 'someone@corp.example' }),
    })
    const said = [...collectTexts(areas, [seen], new Set(), new Set(['status', 'type']))]
    expect(said.filter(({ isOpen }) => isOpen).map(({ text }) => text)).toEqual([
      'success',
      'vm',
      '1234568',
      'application/json',
    ])
    expect(said.filter(({ isOpen }) => !isOpen).map(({ text }) => text)).toEqual([
      'db1.corp.example',
      'bob@corp.example',
      '4711000815',
      '1234567',
      '/next?cursor=s3cr3t',
      'account-17',
      'https://corp.example/v1/cloud/resources?tag=owner',
      'someone@corp.example',
    ])
  })
})
