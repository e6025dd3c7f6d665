import { expect, it } from 'vitest'

import { createLog } from '../../../src/index.ts'
import { answers, anySuccess, assessmentBody, jobBody, noon } from '../../support/answers.ts'
import { describeFake, fetchBy, read, readError } from '../../support/fake.ts'
import { heldBody } from '../../support/held-body.ts'

describeFake('sandboxes', (open, way) => {
  it('are named in the links to other pages, so that a client that follows them stays inside', async () => {
    const client = await open()
    const { get, sandbox } = client.at('checkout')
    expect(sandbox.baseUrl).toBe(client.fake.baseUrl.replace(/\/v1$/, '/@checkout/v1'))
    const { pagination } = read(await get('/cloud/resources?limit=5&page=2'), 200, answers.resources)
    expect(pagination).toMatchObject({
      next_page: '/@checkout/v1/cloud/resources?page=3&limit=5',
      prev_page: '/@checkout/v1/cloud/resources?page=1&limit=5',
    })
  })

  it('the one named default is the one behind the plain address', async () => {
    const client = await open({ clock: noon })
    await client.get('/cloud/resources')
    const answer = await client.request('GET', '/../@default/v1/cloud/resources')
    expect(answer.headers.get('x-rate-limit-remaining')).toBe('4998')
    expect(client.fake.sandbox('default').baseUrl).toBe(client.fake.baseUrl)
  })

  it.each(['Checkout', '-a', 'a_b', 'a.b', '', 'a'.repeat(64), 'a%20b'])('are not named %j', async (name) => {
    const { request, fake } = await open()
    const shown = JSON.stringify(decodeURIComponent(name))
    const expected = `the path: expected the name of a sandbox, 1 to 63 lower-case letters, digits and hyphens, not a hyphen first, such as /@checkout; got ${shown}`
    for (const key of [fake.apiKey, 'csf_wrong']) {
      const answer = await request('GET', `/../@${name}/v1/cloud/resources`, { key })
      expect(readError(answer, 400, 'invalid_request')).toBe(expected)
    }
    expect((await fake.requests.list()).map(({ code }) => code)).toEqual(['invalid_request', 'invalid_request'])
    expect((await fake.quota.show('full-access')).remaining).toBe(4999)
    expect(() => fake.sandbox(name)).toThrow(
      `sandbox: expected 1 to 63 lower-case letters, digits and hyphens, not a hyphen first, got "${name}"`,
    )
  })

  it('have no path of their own but that of the API, and a page to read', async () => {
    const { fake, request } = await open()
    expect(readError(await request('POST', '/../@one'), 404, 'resource_not_found')).toBe('/@one/: no such path')
    const { baseUrl } = fake.sandbox('one')
    const page = await fetchBy(way, fake)(baseUrl.replace(/\/v1$/, ''))
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(await page.text()).toContain(`API ${baseUrl}\n`)
  })

  it('are as new for each request without a valid key, under every name, and not made for it', async () => {
    const { fake, at, request } = await open({ clock: noon, assume: { rateCounts: 'every_request' }, maxSandboxes: 2 })
    for (const name of ['one', 'two', 'one', 'one']) {
      for (const key of [null, 'csf_unknown', 'csf_revoked']) {
        const answer = await request('GET', `/../@${name}/v1/cloud/resources`, { key })
        readError(answer, 401, 'authentication_error')
        expect(answer.headers.get('x-rate-limit-remaining')).toBe('4999')
      }
    }
    expect(await fake.sandboxes.list()).toHaveLength(1)
    expect((await at('one').get('/cloud/resources')).headers.get('x-rate-limit-remaining')).toBe('4999')
  })

  it('that do not exist have their own names in the log, also where requests overlap', async () => {
    const lines: string[] = []
    // With a delay, a request without a valid key waits for its body, too.
    const { fake } = await open({ delay: '1ms', log: createLog('debug', (line) => lines.push(line)) })
    const ask = fetchBy(way, fake)
    const at = (name: string) => fake.baseUrl.replace(/\/v1$/, `/@${name}/v1`)
    const headers = { Authorization: 'Bearer wrong', 'Content-Type': 'application/json' }
    const { body, release } = heldBody(jobBody)
    const first = ask(`${at('one')}/data/analysis/jobs`, { method: 'POST', headers, body, duplex: 'half' })
    await ask(`${at('two')}/cloud/resources`, { headers })
    release()
    await first
    expect(lines.map((line) => /(GET|POST) .*(sandbox \w+)/.exec(line)?.slice(1))).toEqual([
      ['GET', 'sandbox two'],
      ['POST', 'sandbox one'],
    ])
  })

  it('are bounded: one too many is refused, and none is dropped to make room', async () => {
    const client = await open({ maxSandboxes: 3 })
    const { id } = read(await client.at('one').post('/data/analysis/jobs', jobBody), 201, answers.job).data
    read(await client.at('two').get('/cloud/resources'), 200, anySuccess)
    const refused = await client.request('GET', '/../@three/v1/cloud/resources')
    expect(readError(refused, 503, 'service_unavailable')).toBe(
      'this fake holds 3 sandboxes, its bound, so "three" was not made; none is dropped to make room',
    )
    expect(() => client.fake.sandbox('three')).toThrow(
      'sandbox: this fake holds 3 sandboxes, its limit; "three" was not created',
    )
    read(await client.at('one').get(`/data/analysis/jobs/${id}`), 200, answers.job)
  })

  it('share the room for what requests make, and keep what they have when it is used up', async () => {
    const client = await open({ maxStoredBytes: 20_000 })
    const one = client.at('one')
    const made = [await one.post('/data/analysis/jobs', jobBody), await client.post('/data/analysis/jobs', jobBody)]
    expect(made.map((answer) => answer.status)).toEqual([201, 201])
    const large = { ...jobBody, description: 'x'.repeat(4000) }
    const refused = await client.at('two').post('/data/analysis/jobs', large)
    expect(readError(refused, 503, 'service_unavailable')).toBe(
      'the bound of 20000 bytes for created records is reached; restart the fake',
    )
    expect(read(await one.get('/data/analysis/jobs'), 200, answers.jobs).pagination.total_items).toBe(26)
  })
})

describeFake('another seed', (open) => {
  it('gives other ids', async () => {
    const ids = await Promise.all(
      [1, 2].map(async (seed) => {
        const { post } = await open({ clock: noon, seed })
        return read(await post('/security/assessments', assessmentBody), 201, answers.creation).data.id
      }),
    )
    expect(new Set(ids).size).toBe(2)
  })
})
