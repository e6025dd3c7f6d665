import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { connect } from '../../../src/index.ts'
import { anyList, answers, jobBody, noon } from '../../support/answers.ts'
import { type Client, describeFake, read, readError } from '../../support/fake.ts'

const list = '/cloud/resources'
const hours = { default: 12, address: 13, header: 14, baggage: 15, maker: 16 } as const

/** A fake with sandboxes of different times: the Date of an answer says which of them served it. */
async function withTimes(open: () => Promise<Client>) {
  const client = await open()
  for (const [name, hour] of Object.entries(hours)) await client.fake.sandbox(name).clock.advance(`${hour - 12}h`)
  const { secret } = await client.fake.sandbox('maker').keys.create({ name: 'k' })
  const servedBy = async (headers: Readonly<Record<string, string>>, prefix = '', key = client.fake.apiKey) => {
    const { status, headers: answered } = await client.request('GET', `/..${prefix}/v1${list}`, { headers, key })
    const hour = new Date(answered.get('date') ?? '').getUTCHours()
    return [Object.entries(hours).find(([, other]) => other === hour)?.[0], status]
  }
  return { client, secret, servedBy }
}

describeFake('the sandbox of a request', (open) => {
  const openAtNoon = () => open({ clock: noon })

  it('is that of its address, else of its header, else of its baggage, else of its key, else the default one', async () => {
    const { secret, servedBy } = await withTimes(openAtNoon)
    const [header, baggage] = [{ 'X-Fake-Sandbox': 'header' }, { baggage: 'cloudsec-sandbox=baggage' }]
    expect(await servedBy({ ...header, ...baggage }, '/@address')).toEqual(['address', 200])
    expect(await servedBy({ ...header, ...baggage })).toEqual(['header', 200])
    expect(await servedBy(baggage)).toEqual(['baggage', 200])
    expect(await servedBy({}, '', secret)).toEqual(['maker', 200])
    expect(await servedBy({})).toEqual(['default', 200])
    expect(await servedBy({ 'X-Fake-Sandbox': 'default', ...baggage })).toEqual(['default', 200])
    // A key belongs to the sandbox that made it.
    expect(await servedBy(header, '', secret)).toEqual(['header', 401])
    expect(await servedBy({ 'X-Fake-Sandbox': 'maker' }, '', secret)).toEqual(['maker', 200])
  })

  it('is found in baggage, among other members, and only by its whole name', async () => {
    const { servedBy } = await withTimes(openAtNoon)
    for (const baggage of [
      ' cloudsec-sandbox = baggage ;is=sampled; ttl',
      'a=1;p=2,cloudsec-sandbox=baggage,b=3',
      'cloudsec-sandbox=b%61ggag%65',
      'a=%ZZ,%,=,;;,,a b c,"q",cloudsec-sandbox=baggage,=',
      'cloudsec-sandbox=header,cloudsec-sandbox=baggage',
    ]) {
      expect([baggage, ...(await servedBy({ baggage }))]).toEqual([baggage, 'baggage', 200])
    }
    for (const baggage of [
      '',
      'a=1,b=2',
      'cloudsec-sandbox-2=baggage',
      'my-cloudsec-sandbox=baggage',
      'a=cloudsec-sandbox=baggage',
      'a=1;cloudsec-sandbox=baggage',
      'Cloudsec-Sandbox=baggage',
      'cloudsec%2Dsandbox=baggage',
    ]) {
      expect([baggage, ...(await servedBy({ baggage }))]).toEqual([baggage, 'default', 200])
    }
  })
})

describeFake('a header that names no sandbox', (open) => {
  const rule = '1 to 63 lower-case letters, digits and hyphens, not a hyphen first'
  const long = 'a'.repeat(64)

  it.each([
    ['Checkout', '"Checkout"'],
    ['-a', '"-a"'],
    ['', '""'],
    ['one, two', '"one, two"'],
    ['/@one', '"/@one"'],
    [long, `"${long}"`],
    ['b'.repeat(200), `"${'b'.repeat(80)}"…`],
  ])('is refused, with a reason and an example: %s', async (name, got) => {
    const client = await open({ clock: noon, quota: 9 })
    const header = await client.get(list, { headers: { 'X-Fake-Sandbox': name } })
    expect(readError(header, 400, 'invalid_request')).toBe(
      `X-Fake-Sandbox: expected the name of a sandbox, ${rule}, such as checkout; got ${got}`,
    )
    const baggage = { baggage: `a=1,cloudsec-sandbox=${encodeURIComponent(name)};p=1` }
    const posted = await client.post('/data/analysis/jobs', jobBody, { headers: baggage })
    expect(readError(posted, 400, 'invalid_request')).toBe(
      `baggage: expected the name of a sandbox, ${rule}, such as cloudsec-sandbox=checkout; got ${got}`,
    )
    // Both are in the journal and count on the quota, and nothing else came of them.
    const requests = await client.sandbox.requests.list()
    expect(requests.map(({ method, status, key }) => [method, status, key])).toEqual([
      ['GET', 400, 'full-access'],
      ['POST', 400, 'full-access'],
    ])
    expect((await client.fake.sandboxes.list()).map((sandbox) => sandbox.name)).toEqual(['default'])
    const { pagination } = read(await client.get('/data/analysis/jobs'), 200, answers.jobs)
    expect(pagination.total_items).toBe(25)
    expect((await client.get(list)).headers.get('x-rate-limit-remaining')).toBe('5')
  })

  it('is refused where baggage names the member without a value', async () => {
    const client = await open({ clock: noon })
    const answer = await client.get(list, { headers: { baggage: 'a=1, cloudsec-sandbox;p=1' } })
    expect(readError(answer, 400, 'invalid_request')).toMatch(/^baggage: expected the name of a sandbox, .* got ""$/)
  })

  it('keeps the new sandbox that the request would go to, with the journal that says why', async () => {
    const client = await open({ clock: noon })
    await client.get(list, { headers: { 'X-Fake-Sandbox': 'Bad', baggage: 'cloudsec-sandbox=fresh' } })
    const requests = await client.fake.sandbox('fresh').requests.list()
    expect(requests.map(({ status, key }) => [status, key])).toEqual([[400, 'full-access']])
  })
})

describeFake('a request that names its sandbox by a header', (open, way) => {
  it('has everything of that sandbox: records, quota, scenarios, assumptions, journal and outbox', async () => {
    const client = await open({ clock: noon, quota: 100 })
    const box = client.fake.sandbox('box')
    await box.scenarios.define({ name: 'own', rules: [{ then: { error: 'service_unavailable' } }] })
    await box.scenarios.off()
    await box.assumptions.set({ jobCreateStatus: '202' })
    for (const headers of [{ 'X-Fake-Sandbox': 'box' }, { baggage: box.headers.baggage }]) {
      const send = (method: string, path: string, options: object = {}) =>
        client.fake.fetch(client.fake.baseUrl + path, {
          method,
          headers: { Authorization: `Bearer ${box.apiKey}`, 'Content-Type': 'application/json', ...headers },
          ...options,
        })
      const job = { ...jobBody, notification: { email: 'a@example.com' } }
      const created = await send('POST', '/data/analysis/jobs', { body: JSON.stringify(job) })
      const { data } = z.object({ data: z.looseObject({ id: z.string() }) }).parse(await created.json())
      expect(created.status).toBe(202)
      const scenario = { headers: { ...headers, Authorization: `Bearer ${box.apiKey}`, 'X-Fake-Scenario': 'own' } }
      expect((await send('GET', list, scenario)).status).toBe(503)
      await box.clock.advance('10s')
      expect((await send('GET', `/data/analysis/jobs/${data.id}`)).status).toBe(200)
      readError(await client.get(`/data/analysis/jobs/${data.id}`), 404, 'resource_not_found')
    }
    expect((await client.get(list)).headers.get('x-rate-limit-remaining')).toBe('97')
    expect((await box.quota.list()).map(({ remaining }) => remaining)).toContain(94)
    expect([(await box.outbox.list()).length, (await client.fake.outbox.list()).length]).toEqual([2, 0])
    expect([(await box.requests.list()).length, (await client.fake.requests.list()).length]).toEqual([6, 3])
  })

  it('makes the sandbox as its address does: only with a valid key, and not one too many', async () => {
    const client = await open({ maxSandboxes: 2 })
    const at = (name: string) => ({ headers: { 'X-Fake-Sandbox': name } })
    const names = async () => (await client.fake.sandboxes.list()).map(({ name }) => name)
    readError(await client.get(list, { ...at('one'), key: 'csf_unknown' }), 401, 'authentication_error')
    expect(await names()).toEqual(['default'])
    read(await client.get(list, at('one')), 200, anyList)
    expect(readError(await client.get(list, at('two')), 503, 'service_unavailable')).toContain('holds 2 sandboxes')
    expect(await names()).toEqual(['default', 'one'])
  })

  it('does not choose the sandbox of a control plane', async () => {
    const { fake } = await open()
    const refusal = await fake.fetch(fake.controlUrl, { headers: fake.sandbox('box').headers })
    const detail = 'X-Fake-Sandbox: expected the sandbox in the path, /@box/_control; only the API reads this header'
    expect([refusal.status, await refusal.json()]).toEqual([400, expect.objectContaining({ detail })])
  })

  it('has these headers from the client of each sandbox', async () => {
    const { fake } = await open()
    const headersOf = (name: string) => ({ 'X-Fake-Sandbox': name, baggage: `cloudsec-sandbox=${name}` })
    expect(fake.headers).toEqual(headersOf('default'))
    expect(fake.sandbox('box').headers).toEqual(headersOf('box'))
    if (way === 'in process') return
    const far = await connect(`${new URL(fake.baseUrl).origin}/@far/v1`)
    expect([far.headers, far.sandbox('box').headers]).toEqual([headersOf('far'), headersOf('box')])
  })
})
