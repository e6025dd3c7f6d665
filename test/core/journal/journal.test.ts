import { expect, it } from 'vitest'

import { readBytes } from '../../../src/core/http/body.ts'
import { InputError, type RequestInfo } from '../../../src/index.ts'
import { jobBody, knownResource, noon, unknownId } from '../../support/answers.ts'
import { describeTwoWays, describeWays, readProblem, verificationError } from '../../support/control.ts'
import { countOf } from '../../support/record-admin.ts'

const list = '/cloud/resources'
const jobs = '/data/analysis/jobs'
const shown = ({ operation, method, path, status, code }: RequestInfo) => [operation, method, path, status, code]

describeWays('the journal', (open) => {
  it('has each request with its answer, the newest last', async () => {
    const { fake, api } = await open({ clock: noon })
    await api('GET', `${list}?limit=2&type=database`)
    await api('GET', `${list}/${unknownId}`)
    await api('POST', jobs, { body: jobBody })
    const [page, missing, created, ...others] = await fake.requests.list()
    expect(others).toEqual([])
    expect(page).toMatchObject({
      id: '0-1',
      at: '2026-07-01T12:00:00.000Z',
      operation: 'listResources',
      method: 'GET',
      path: `/v1${list}?limit=2&type=database`,
      key: 'full-access',
      status: 200,
      code: null,
      fault: null,
      scenarios: [],
      request: { body: null, cut: false },
      response: { body: { status: 'success', pagination: { total_items: countOf('type', 'database') } }, cut: false },
      nearest: [],
    })
    expect(page?.response.headers).toMatchObject({ 'X-Rate-Limit-Remaining': '4999' })
    expect(page?.assumptions).toContain('listOrder')
    expect(page?.durationMs).toBeGreaterThan(0)
    expect(missing).toMatchObject({ id: '0-2', status: 404, code: 'resource_not_found' })
    expect(missing?.assumptions).toContain('errorStatus')
    expect(created).toMatchObject({ operation: 'createJob', status: 201, request: { body: jobBody } })
    expect(await fake.requests.show('0-3')).toEqual(created)
  })

  it('has requests that match no operation, with the operations that come nearest', async () => {
    const { fake, api } = await open()
    await api('GET', '/cloud/resource')
    await api('PUT', list)
    const [typo, method] = await fake.requests.list()
    expect(typo).toMatchObject({ operation: null, status: 404, code: 'resource_not_found' })
    expect(typo?.nearest[0]).toBe('GET /v1/cloud/resources')
    expect(method).toMatchObject({ operation: null, status: 405, code: 'invalid_request' })
    expect(method?.nearest).toContain('GET /v1/cloud/resources')
  })

  it('has the rules that fired, and what the network did', async () => {
    const { fake, api } = await open()
    await fake.scenarios.on('outage-then-recovery')
    await api('GET', list)
    await fake.scenarios.off()
    await api('GET', list, { headers: { 'X-Fake-Scenario': 'truncated-body' } }).catch(() => {})
    await api('GET', list, { headers: { 'X-Fake-Scenario': 'connection-reset' } }).catch(() => {})
    await api('GET', list, { headers: { 'X-Fake-Scenario': 'gateway-error-page' } })
    const [outage, cut, reset, page] = await fake.requests.list()
    expect(outage).toMatchObject({ status: 503, code: 'service_unavailable', scenarios: ['outage-then-recovery[0]'] })
    expect(cut).toMatchObject({ status: 200, code: null, fault: 'truncate', scenarios: ['truncated-body[0]'] })
    expect(reset).toMatchObject({ status: null, fault: 'reset' })
    expect(page).toMatchObject({ status: 502, fault: 'gateway_html' })
    expect((await fake.requests.list({ scenario: 'truncated-body' })).map(({ id }) => id)).toEqual(['0-2'])
  })

  it('is filtered', async () => {
    const { fake, api } = await open({ clock: noon })
    await api('GET', list)
    await api('GET', `${list}?limit=0`)
    await fake.clock.advance('1m')
    await api('GET', jobs, { key: 'csf_read_only' })
    const ids = async (query: Parameters<typeof fake.requests.list>[0]) =>
      (await fake.requests.list(query)).map(({ id }) => id)
    expect(await ids({ operation: 'listResources' })).toEqual(['0-1', '0-2'])
    expect(await ids({ status: 400 })).toEqual(['0-2'])
    expect(await ids({ code: 'invalid_request' })).toEqual(['0-2'])
    expect(await ids({ key: 'read-only' })).toEqual(['0-3'])
    expect(await ids({ unmatched: false })).toEqual(['0-1', '0-2', '0-3'])
    expect(await ids({ unmatched: true })).toEqual([])
    expect(await ids({ since: '0-1' })).toEqual(['0-2', '0-3'])
    expect(await ids({ since: '2026-07-01T12:01:00Z' })).toEqual(['0-3'])
    expect(await ids({ limit: 2 })).toEqual(['0-2', '0-3'])
    expect(await ids({ operation: 'listResources', status: 200, since: '0-1' })).toEqual([])
  })

  it.each([
    [{ operation: 'listResource' }, /^operation: expected one of .*, got "listResource"/],
    [{ since: 'yesterday' }, /^since: expected the id of a request or an ISO 8601 date-time/],
    [{ limit: 0 }, 'limit: expected a whole number of at least 1, got "0"'],
  ])('refuses the query %j', async (query, message) => {
    const { fake } = await open()
    const wanted: object = query
    const refused = fake.requests.list(wanted)
    await expect(refused).rejects.toBeInstanceOf(InputError)
    await expect(refused).rejects.toThrow(message)
  })

  it('is of one sandbox, and starts again with a reset', async () => {
    const { fake, api, at } = await open()
    await api('GET', list)
    await at('blue').api('GET', jobs)
    const blue = fake.sandbox('blue')
    expect((await blue.requests.list()).map(shown)).toEqual([['listJobs', 'GET', `/v1${jobs}`, 200, null]])
    expect(await fake.requests.list()).toHaveLength(1)
    await fake.reset()
    expect(await fake.requests.list()).toEqual([])
    await api('GET', list)
    expect((await fake.requests.list()).map(({ id }) => id)).toEqual([expect.stringMatching(/^[1-9]-1$/)])
    await expect(fake.requests.show('0-1')).rejects.toThrow('id: the journal has no request "0-1"')
    expect(await blue.requests.list()).toHaveLength(1)
  })

  it('is cleared, and its numbers go on', async () => {
    const { fake, api } = await open()
    await api('GET', list)
    await fake.requests.clear()
    expect(await fake.requests.list()).toEqual([])
    await api('GET', list)
    expect((await fake.requests.list()).map(({ id }) => id)).toEqual(['0-2'])
  })
})

describeWays('verification', (open) => {
  it('gives back the requests that matched', async () => {
    const { fake, api } = await open()
    for (const limit of [1, 2, 1]) await api('GET', `${list}?limit=${limit}`)
    const { requests } = fake
    expect(await requests.verify({ operation: 'listResources' }, 3)).toEqual(['0-1', '0-2', '0-3'])
    expect(await requests.verify({ query: { limit: '1' }, status: 200 })).toEqual(['0-1', '0-3'])
    expect(await requests.verify({ operation: 'createJob' }, 0)).toEqual([])
    expect(await requests.verify({ method: 'get', path: `${list}*`, key: 'full-*' }, { min: 2, max: 3 })).toHaveLength(
      3,
    )
    expect(await requests.verify({ header: { authorization: '*' }, assumption: 'listOrder' })).toHaveLength(3)
  })

  it('says what came instead, and where the nearest requests differ', async () => {
    const { fake, api } = await open()
    await api('GET', list)
    await api('POST', jobs, { body: { ...jobBody, name: 'Other' } })
    const match = { operation: 'createJob', body: { name: 'Mine', data_source: { type: 'security_logs' } } } as const
    const failed = await verificationError(fake.requests.verify(match, 1))
    expect(failed.message).toBe(
      'expected createJob with body {"name":"Mine","data_source":{"type":"security_logs"}} once, got 0; nearest: ' +
        '0-2 POST /v1/data/analysis/jobs → 201: body.name: expected "Mine", got "Other" | ' +
        '0-1 GET /v1/cloud/resources → 200: operation: expected "createJob", got "listResources"; ' +
        'body: expected {"name":"Mine","data_source":{"type":"security_logs"}}, got null',
    )
    expect(failed.expected).toEqual({ match, count: 1 })
    expect(failed.actual).toEqual({ count: 0, requests: [] })
    expect(failed.nearest[0]).toEqual({
      id: '0-2',
      request: 'POST /v1/data/analysis/jobs → 201',
      differences: [{ field: 'body.name', expected: 'Mine', actual: 'Other' }],
    })
  })

  it('takes a count that says nothing for at least once', async () => {
    const { fake } = await open()
    const failed = await verificationError(fake.requests.verify({ operation: 'listResources' }, {}))
    expect(failed.message).toBe('expected listResources at least once, got 0')
    expect(await fake.requests.verify({ operation: 'listResources' }, { max: 1 })).toEqual([])
  })

  it('reports requests that were forgotten', async () => {
    const { fake, api } = await open({ journalBytes: 30_000 })
    for (let i = 0; i < 20; i += 1) await api('GET', list)
    const failed = await verificationError(fake.requests.verify({ operation: 'listResources' }, 20))
    expect(failed.message).toMatch(/; \d+ earlier requests are no longer in the journal/)
  })

  it('refuses too many, and says which', async () => {
    const { fake, api } = await open()
    await api('GET', list)
    await api('GET', list)
    const failed = await verificationError(fake.requests.verify({ operation: 'listResources' }, { max: 1 }))
    expect(failed.message).toBe(
      'expected listResources at most once, got 2: 0-1 GET /v1/cloud/resources → 200, 0-2 GET /v1/cloud/resources → 200',
    )
    expect(failed.actual).toEqual({ count: 2, requests: ['0-1', '0-2'] })
  })

  it('takes no header for there that is of every object in JavaScript', async () => {
    const { fake, api } = await open()
    await api('GET', list)
    const { nearest } = await verificationError(fake.requests.verify({ header: { constructor: '*' } }))
    expect(nearest[0]?.differences).toEqual([{ field: 'header.constructor', expected: '*', actual: null }])
  })

  it('checks the order of requests, with others between them', async () => {
    const { fake, api } = await open()
    for (const path of [list, jobs, `${list}/${knownResource.id}`]) await api('GET', path)
    const { requests } = fake
    expect(await requests.verifySequence([{ operation: 'listResources' }, { operation: 'getResource' }])).toEqual([
      '0-1',
      '0-3',
    ])
    const failed = await verificationError(
      requests.verifySequence([{ operation: 'listJobs' }, { operation: 'listResources' }]),
    )
    expect(failed.message).toMatch(/^expected listResources \(2 of 2\) after 0-2, got none; nearest: 0-3 GET /)
    const twice = requests.verifySequence([{ operation: 'listJobs' }, { operation: 'listJobs' }])
    expect((await verificationError(twice)).message).toMatch(/^expected listJobs \(2 of 2\) after 0-2, got none/)
  })

  it.each([
    [{ match: { operation: 'createJobs' } }, /^match\.operation: expected one of/],
    [{ match: { metod: 'GET' } }, /^match.*metod.*Did you mean method\?/],
    [{ match: {}, count: -1 }, /^count: /],
    [{ match: {}, count: { min: 3, max: 1 } }, /^count.*at least min/],
    [{ match: { status: 99 } }, /^match\.status: /],
    [{ match: {}, sequence: [{}] }, /^sequence: expected either sequence, or match and count/],
    [{ sequence: [] }, /^sequence: /],
  ])('refuses %j', async (body, message) => {
    const { control } = await open()
    expect(readProblem(await control('POST', '/requests/verify', body), 400)).toMatch(message)
  })
})

describeTwoWays('the room of the journal', (open) => {
  it('keeps the newest that there is room for, for all sandboxes together', async () => {
    const { fake, api, at } = await open({ journalBytes: 60_000 })
    for (let i = 0; i < 20; i += 1) await api('GET', `${list}?limit=10`)
    const alone = await fake.requests.list()
    expect(alone.length).toBeGreaterThan(3)
    expect(alone.length).toBeLessThan(15)
    expect(alone.at(-1)?.id).toBe('0-20')
    for (const name of ['a', 'b', 'c']) for (let i = 0; i < 10; i += 1) await at(name).api('GET', `${list}?limit=10`)
    const counts = await Promise.all(
      [fake, ...['a', 'b', 'c'].map((name) => fake.sandbox(name))].map(async ({ requests }) => await requests.list()),
    )
    for (const kept of counts) expect(kept.length).toBeGreaterThan(0)
    expect(counts.flat().length).toBeLessThanOrEqual(alone.length)
    expect((await fake.sandbox('c').requests.list()).at(-1)?.id).toMatch(/^\d+-10$/)
  })

  it('counts each header, however short', async () => {
    const { fake, api } = await open({ journalBytes: 60_000 })
    await api('GET', list, { headers: Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`x${i}`, 'ab'])) })
    expect(await fake.requests.list()).toEqual([])
  })

  it('keeps of a body only its own bytes', async () => {
    const body = ReadableStream.from(['{"a"', ':1}'].map((text) => new TextEncoder().encode(text)))
    const bytes = await readBytes(new Request('http://a.test', { method: 'POST', body, duplex: 'half' }))
    expect([bytes.length, bytes.buffer.byteLength]).toEqual([7, 7])
  })

  it('keeps the newest request of each sandbox, cut where need be', async () => {
    const { fake, at } = await open({ journalBytes: 200_000 })
    const names = Array.from({ length: 20 }, (_, i) => `box-${i}`)
    for (const name of names) await at(name).api('GET', list)
    for (const name of names) {
      const [entry] = (await fake.sandbox(name).requests.list()).slice(-1)
      expect([name, entry?.operation, entry?.response.cut]).toEqual([name, 'listResources', expect.any(Boolean)])
    }
  })

  it('keeps none where there is none', async () => {
    const { fake, api } = await open({ journalBytes: 0 })
    await api('GET', list)
    expect(await fake.requests.list()).toEqual([])
  })

  it('cuts long bodies', async () => {
    const { fake, api } = await open()
    const description = 'x'.repeat(100_000)
    await api('POST', jobs, { body: { ...jobBody, description } })
    const [entry] = await fake.requests.list()
    expect([entry?.request.cut, entry?.response.cut]).toEqual([true, true])
    expect(entry?.request.body).toBe('[65536 characters, not JSON]')
    expect(entry?.response.body).toBe('[65536 characters, not JSON]')
  })

  it('has nothing of sandboxes that are not there', async () => {
    const { fake, at } = await open()
    await at('stranger').api('GET', list, { key: null })
    expect(await fake.sandbox('stranger').requests.list()).toEqual([])
  })
})
