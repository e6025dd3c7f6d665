import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { operations } from '../../../src/core/app/areas.ts'
import { type Choices, defaultProfile } from '../../../src/core/assumptions/profile.ts'
import type { AssumptionId } from '../../../src/core/assumptions/register.ts'
import type { FakeOptions } from '../../../src/index.ts'
import { runProbes } from '../../../src/tools/resolve/run-probes.ts'
import { createSender } from '../../../src/tools/resolve/send.ts'
import { jobBody } from '../../support/answers.ts'
import { cli } from '../../support/command.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { type Entry, record, recordingOf } from '../../support/recording.ts'
import { reportsOf } from '../../support/resolving.ts'

/** Runs `resolve --har` on a file. */
async function resolveFile(har: unknown) {
  const folder = await writeFixtures({ 'a.har': har })
  const output = join(folder, 'assumptions.json')
  return { output, ...(await cli('resolve', '--har', join(folder, 'a.har'), '--output', output, '--format', 'json')) }
}

/** The findings of `resolve --har` in a recording. */
async function resolveHar(har: unknown) {
  const { code, out, err, output } = await resolveFile(har)
  expect(err).toBe('')
  expect([0, 3]).toContain(code)
  const known = reportsOf(out).flatMap(({ id, option }) => (option === null ? [] : [[id, option]]))
  const found: unknown = Object.fromEntries(known)
  expect(JSON.parse(readFileSync(output, 'utf8'))).toEqual(found)
  return { found, out }
}

const unrelated = (url: string, headers: Entry['request']['headers'], content: object) => ({
  request: { method: 'GET', url, headers: [] },
  response: { status: 200, headers, content },
})

/** As Chrome writes it: without credentials, bodies that it did not keep, and others in base 64. */
const asChrome = (entries: readonly Entry[]): readonly unknown[] => [
  unrelated('chrome-extension://abc/cloud/resources', [], { size: 0 }),
  unrelated('data:text/plain,a', [], {}),
  ...entries.map(({ request, response }, position) => {
    const text = Buffer.from(response.content.text).toString('base64')
    return {
      startedDateTime: '2026-07-01T00:00:00Z',
      request: { ...request, headers: request.headers.filter(({ name }) => name !== 'authorization') },
      response: position % 2 === 0 ? { ...response, content: { text, encoding: 'base64' } } : response,
    }
  }),
  ...entries.slice(0, 2).map(({ request }) => ({
    request: { ...request, headers: [] },
    response: { status: 304, headers: [], content: { size: 0 } },
  })),
  unrelated(
    'https://console.example.com/app/cloud/resources?limit=150',
    [{ name: 'Content-Type', value: 'text/html' }],
    { text: '<html>' },
  ),
]

/** What a recording of these entries shows. */
const foundIn = async (entries: readonly unknown[]) => (await resolveHar(recordingOf(entries))).found

const uuid = '00000000-0000-4000-8000-000000000000'

/** Rows that a recording of all requests of a live run cannot show: for want of two keys, of what happens between two exchanges, and of webhooks. */
const liveOnly: ReadonlySet<AssumptionId> = new Set([
  'assessmentStates',
  'assessmentTimestamp',
  'checkOrder',
  'notifyOn',
  'pendingListed',
  'permissionModel',
  'rateCounts',
  'rateScope',
  'rateWindow',
  'webhookPayload',
  'webhookRetries',
  'webhookSigning',
])

async function recordRun(options: FakeOptions) {
  const { fake, entries, send } = await record(options)
  const sender = createSender({
    fetch: send,
    baseUrl: fake.baseUrl,
    keys: { main: fake.apiKey, limited: 'csf_one_permission', spare: 'csf_small_quota' },
  })
  const findings = await runProbes({
    operations,
    send: sender,
    write: true,
    wait: undefined,
    keys: ['main', 'limited', 'spare'],
  })
  const found = [...findings].flatMap(([id, { option }]) =>
    option === undefined || liveOnly.has(id) ? [] : [[id, option] as const],
  )
  return { entries, found: Object.fromEntries(found) }
}

describe('a recording', () => {
  it.each([
    {},
    {
      limitAboveMax: 'clamp',
      errorStatus: 'unprocessable',
      jobRecord: 'minimal',
      pendingRead: 'not_found',
      listOrder: 'by_id',
      authScheme: 'exact',
    },
  ] as const)('of a live run gives the findings of the run, %o', async (assume) => {
    const { entries, found } = await recordRun({ assume })
    expect(Object.keys(found).length).toBeGreaterThan(45)
    const replayed = await resolveHar(recordingOf(entries))
    expect(replayed.found).toEqual(found)
    expect(replayed.out).not.toContain('csf_')
  })

  it('of a browser works, without keys, with other hosts and with answers that were not kept', async () => {
    const { entries, found } = await recordRun({})
    const { authScheme: _, ...others } = found
    const replayed = await resolveHar({ log: { entries: asChrome(entries) } })
    expect(replayed.found).toMatchObject(
      Object.fromEntries(Object.entries(others).filter(([id]) => id !== 'methodNotAllowed')),
    )
  })

  it('of a page on another port shows the same, since every request of it has an Origin', async () => {
    const { entries, found } = await recordRun({})
    const origin = { name: 'Origin', value: 'http://localhost:5173' }
    const ofPage = entries.map((entry) => ({
      ...entry,
      request: {
        ...entry.request,
        headers: [...entry.request.headers.filter(({ name }) => name !== 'Origin'), origin],
      },
    }))
    const { cors: _, ...others } = found
    expect(await foundIn(ofPage)).toMatchObject(others)
  })

  it('of ordinary traffic resolves the rows that it shows, and no other', async () => {
    const { entries, ask } = await record()
    await ask('GET', '/cloud/resources?limit=150')
    const job = z.looseObject({ id: z.string() }).parse(await ask('POST', '/data/analysis/jobs', { body: jobBody }))
    await ask('GET', `/data/analysis/jobs/${job.id}`)
    await ask('GET', '/security/assessments/abc')
    expect(await foundIn(entries)).toEqual({
      limitAboveMax: 'reject',
      jobCreateStatus: '201',
      errorDetails: 'specific',
      rateQuota: 5000,
      rateResetUnit: 'seconds',
    })
  })

  const revoked = 'csf_revoked'

  it('is not misled by what was refused for something else', async () => {
    const { entries, ask } = await record({
      assume: {
        limitAboveMax: 'clamp',
        pagingInvalid: 'default',
        dateOnly: 'accept',
        tagMalformed: 'empty',
        pageBeyondEnd: 'invalid_request',
        jobStatusFilter: 'empty',
        headRequests: 'as_get',
      },
    })
    for (const path of [
      '/cloud/resources?limit=150&page=9000',
      '/cloud/resources?limit=150&no_such=1',
      '/cloud/resources?page=0&tag=a:b:c&typo=1',
      '/cloud/resources?tag=none&page=9000',
      '/security/assessments?from_date=2026-01-01&to_date=yesterday',
      '/security/assessments?from_date=2026-01-01&page=77',
      '/data/analysis/jobs?status=no-such-value&page=77',
    ]) {
      await ask('GET', path)
    }
    await ask('GET', '/cloud/resources?limit=150', { key: revoked })
    await ask('GET', '/cloud/resources?page=0', { key: null })
    await ask('HEAD', '/cloud/resources', { key: null })
    await ask('HEAD', '/cloud/resources?typo=1')
    await ask('DELETE', '/cloud/resources', { key: null })
    await ask('GET', '/cloud/resources', { key: revoked, scheme: 'bearer' })
    expect(await foundIn(entries)).toEqual({ rateQuota: 5000, rateResetUnit: 'seconds' })
  })

  /** Requests that are wrong in two ways, or ask something else, each with the row that they must not decide. */
  const ambiguous: readonly (readonly [AssumptionId, Choices, string])[] = [
    ['pagingInvalid', { pagingInvalid: 'default' }, 'GET /cloud/resources?limit=3&limit=4&page=abc'],
    ['pagingInvalid', { pagingInvalid: 'default' }, 'GET /cloud/resources?page=1&page=1&limit=abc'],
    ['limitAboveMax', { limitAboveMax: 'clamp' }, 'GET /cloud/resources?page=1&page=1&limit=150'],
    ['dateOnly', { dateOnly: 'accept' }, 'GET /cloud/resources?from_date=2026-01-01'],
    ['dateOnly', { dateOnly: 'accept' }, 'GET /data/analysis/jobs?from_date=2026-01-01'],
    ['dateOnly', { dateOnly: 'accept' }, 'GET /data/analysis/jobs?to_date=2026-01-01'],
    ['dateOnly', { dateOnly: 'accept' }, 'GET /security/assessments?from_date=2026-01-01&limit=2&limit=3'],
    ['jobStatusFilter', { jobStatusFilter: 'empty' }, 'GET /data/analysis/jobs?status=no-such-value&limit=1&limit=1'],
    ['errorDetails', { errorDetails: 'specific' }, `GET /security/assessments/${uuid}?typo=1`],
    ['methodNotAllowed', { errorStatus: 'always_200' }, 'DELETE /cloud/resources?typo=1'],
    ['methodNotAllowed', { errorStatus: 'always_200' }, 'PUT /cloud/resources {}'],
    ['pageBeyondEnd', {}, `GET /security/assessments/${uuid}?page=3&limit=100`],
    ['authScheme', { authScheme: 'any_case' }, 'GET /cloud/resources with a word after the key'],
  ]

  it.each(ambiguous)('does not decide %s, which is %o, by %s', async (id, assume, request) => {
    const { entries, ask, fake } = await record({ assume: { ...assume } })
    await ask('GET', '/cloud/resources?limit=100')
    const [method = '', path = '', more] = request.split(' ')
    const [key, scheme] = more === 'with' ? [`${fake.apiKey} more`, 'bearer'] : [fake.apiKey, 'Bearer']
    const others = path.includes(uuid) ? [path.replace(uuid, uuid.replace(/^0/, '1'))] : []
    for (const asked of [path, ...others])
      await ask(method, asked, { body: more === '{}' ? {} : undefined, key, scheme })
    expect(await foundIn(entries)).not.toHaveProperty(id)
  })

  it('does not take the refusal of a method for that of an assessment which has not completed', async () => {
    const { entries, ask, assess } = await record({ assume: { methodNotAllowed: 'resource_not_found_404' } })
    const id = await assess()
    await ask('DELETE', `/security/assessments/${id}`)
    expect(await foundIn(entries)).not.toHaveProperty('pendingRead')
  })

  it('decides errorStatus by refusals of requests, not of a method', async () => {
    const { entries, ask } = await record({ assume: { errorStatus: 'unprocessable' } })
    await ask('POST', '/cloud/resources')
    await ask('GET', '/cloud/resources?limit=0')
    expect(await foundIn(entries)).toMatchObject({ errorStatus: 'unprocessable' })
  })

  it('shows the outcome of an assessment by requests with the key that made it', async () => {
    const { entries, ask, assess } = await record({ assume: { pendingRead: 'not_found' } })
    const id = await assess()
    await ask('GET', `/security/assessments/${id}`, { key: null })
    await ask('GET', `/security/assessments/${id}`)
    expect(await foundIn(entries)).toMatchObject({ pendingRead: 'not_found', assessmentCreateStatus: '201' })
  })

  it('of two services is read as that of the one which answered most', async () => {
    const [one, other] = [await record({ assume: { limitAboveMax: 'clamp', rateQuota: 700 } }), await record()]
    await one.ask('GET', '/cloud/resources?limit=150')
    for (const path of ['/cloud/resources', '/security/assessments']) await other.ask('GET', path)
    const elsewhere = one.entries.map((entry) => ({
      ...entry,
      request: { ...entry.request, url: 'https://staging.example.com/v1/cloud/resources?limit=150' },
    }))
    const { found } = await resolveHar(recordingOf([...elsewhere, ...other.entries]))
    expect(found).toMatchObject({ rateQuota: 5000 })
    expect(found).not.toHaveProperty('limitAboveMax')
  })

  it('with several keys goes by the one that was used most', async () => {
    const { entries, ask } = await record()
    await ask('GET', '/cloud/resources?limit=150', { key: null })
    await ask('HEAD', '/cloud/resources?typo=1')
    await ask('HEAD', '/cloud/resources', { key: null })
    await ask('HEAD', '/cloud/resources')
    await ask('GET', '/cloud/resources', { key: 'csf_small_quota' })
    await ask('GET', '/cloud/resources?limit=150')
    await ask('GET', '/security/assessments', { scheme: 'bearer' })
    expect(await foundIn(entries)).toMatchObject({
      rateQuota: 5000,
      authScheme: 'any_case',
      limitAboveMax: 'reject',
      headRequests: 'as_get',
    })
  })

  it.each([
    ['text that is no JSON', '{', /not valid JSON/],
    ['a list', [], /expected an object|object/],
    ['no log', {}, /log/],
    ['entries that are none', { log: { entries: {} } }, /entries/],
    ['an entry without a request', { log: { entries: [{}] } }, /request/],
    [
      'a status that is none',
      recordingOf([
        { request: { method: 'GET', url: 'http://a/', headers: [] }, response: { status: 'x', headers: [] } },
      ]),
      /status/,
    ],
  ])('that is %s is refused in one line', async (_, har, message) => {
    const { code, out, err } = await resolveFile(har)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^cloudsec-fake: .*a\.har.*\n$/)
    expect(err).toMatch(message)
  })

  it('may name what objects have by themselves, and texts that no URL can carry', async () => {
    const { ask, entries } = await record()
    await ask('GET', '/cloud/resources?limit=2')
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      await ask('GET', `/cloud/resources?${name}=1`)
      await ask('GET', `/cloud/resources/${name}`)
      await ask('GET', '/cloud/resources?limit=2', { scheme: name })
    }
    const odd = JSON.stringify({
      status: 'success',
      data: [{ id: 'a\uD800', type: '\uD800', tags: { ['__proto__']: '\uDC00' } }],
    })
    const [first] = entries
    const strange = { ...first, response: { ...first?.response, headers: [], content: { text: odd } } }
    const har = recordingOf([...entries, strange])
    const folder = await writeFixtures({ 'a.har': har, 'all.json': defaultProfile })
    for (const [name, ...more] of [
      ['resolve', '--output', 'found.json'],
      ['drift', '--assumptions', 'all.json'],
      ['capture', '--output', 'captured'],
    ]) {
      const flags = more.map((word) => (word.startsWith('-') ? word : join(folder, word)))
      const { code, err } = await cli(name ?? '', '--har', join(folder, 'a.har'), ...flags)
      expect([name, code === 0 || code === 3, err]).toEqual([name, true, ''])
    }
  })

  it('may be missing, or have nothing of the service', async () => {
    const folder = await writeFixtures({ 'a.har': { log: { entries: [] } } })
    const on = (file: string) => cli('resolve', '--har', join(folder, file), '--output', join(folder, 'b.json'))
    expect(await on('none.har')).toMatchObject({ code: 2, out: '' })
    const { code, out } = await on('a.har')
    expect(code).toBe(0)
    expect(out).toContain('\n0 contradicted, 0 observed, ')
  })
})
