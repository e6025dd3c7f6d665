import { describe, expect, it } from 'vitest'

import { createFake, createLog } from '../../../src/index.ts'
import { anyList, anySuccess, jobBody, noon } from '../../support/answers.ts'
import { type Client, describeSandboxes, fetchBy, read, readError } from '../../support/fake.ts'
import { countsOf, defineRules, senderTo, tallyOf } from '../../support/scenarios.ts'

const list = '/cloud/resources?limit=1'

/** The headers of a request with the effect of a rule. */
const asking = (effect: unknown, scenarios?: string) => ({
  headers: {
    'X-Fake-Then': typeof effect === 'string' ? effect : JSON.stringify(effect),
    ...(scenarios === undefined ? {} : { 'X-Fake-Scenario': scenarios }),
  },
})

/** The rules that fired on each request, as the journal shows them. */
async function firedIn({ sandbox }: Client): Promise<readonly (readonly string[])[]> {
  return (await sandbox.requests.list()).map(({ scenarios }) => scenarios)
}

describeSandboxes('the effect of a rule in a header', (open, way) => {
  it('holds for one request, and the journal shows it', async () => {
    const client = await open({ clock: noon })
    const before = await countsOf(client.sandbox)
    expect(readError(await client.get(list, asking({ error: 'internal_error' })), 500, 'internal_error')).toBe(
      'the header X-Fake-Then says so',
    )
    const posted = await client.post('/data/analysis/jobs', {}, asking({ error: 'service_unavailable' }))
    readError(posted, 503, 'service_unavailable')
    read(await client.get(list), 200, anyList)
    expect(await countsOf(client.sandbox)).toEqual(before)
    expect(await firedIn(client)).toEqual([['X-Fake-Then'], ['X-Fake-Then'], []])
    const ids = await client.sandbox.requests.verify({ scenario: 'X-Fake-Then' }, 2)
    expect(ids).toHaveLength(2)
  })

  it('is written in ASCII', async () => {
    const client = await open()
    const answer = await client.get(list, asking('{"body":"\u00e9"}'))
    expect(readError(answer, 400, 'invalid_request')).toBe(String.raw`X-Fake-Then: expected ASCII; write é as \u00e9`)
    const escaped = await senderTo(client, way)(list, asking(String.raw`{"body":"\u00e9"}`))
    expect(await escaped.text()).toBe('é')
  })

  it('comes before the scenarios of the header, and these before those of the sandbox', async () => {
    const client = await open()
    await client.sandbox.scenarios.on('internal-error')
    const ask = async (effect: object, scenarios?: string) => (await client.get(list, asking(effect, scenarios))).status
    expect(await ask({ error: 'resource_not_found' }, 'service-unavailable')).toBe(404)
    expect(await ask({ delay: '1ms' }, 'service-unavailable')).toBe(503)
    expect(await ask({ delay: '1ms' })).toBe(500)
    // An effect on the answer of a request comes after the errors in place of it.
    expect(await ask({ status: 202 })).toBe(500)
    expect(await firedIn(client)).toEqual([
      ['X-Fake-Then'],
      ['X-Fake-Then', 'service-unavailable[0]'],
      ['X-Fake-Then', 'internal-error[0]'],
      ['internal-error[0]'],
    ])
  })

  it.each([
    ['', 'X-Fake-Then: expected JSON, such as {"error":"internal_error"}: '],
    ['{"error":', 'X-Fake-Then: expected JSON, such as {"error":"internal_error"}: '],
    ['{"error":"internal_error"}, {"delay":"1ms"}', 'X-Fake-Then: expected JSON'],
    ['"internal_error"', 'X-Fake-Then: the effect: expected an object, got "internal_error"'],
    ['{}', 'X-Fake-Then: the effect: expected at least one of error, delay, fault, over, status, body,'],
    ['{"status":204,"error":"internal_error"}', 'X-Fake-Then: status: expected a status that has a body, got 204'],
    ['{"error":"internal-error"}', 'Did you mean internal_error'],
    ['{"eror":"internal_error"}', 'X-Fake-Then: eror: not a known field. Did you mean error'],
    ['{"__proto__":{"error":"internal_error"}}', 'X-Fake-Then: __proto__: not a known field'],
    [`{"patch":${'{"a":'.repeat(101)}1${'}'.repeat(102)}`, 'X-Fake-Then: expected at most 100 levels'],
  ])('that is %s is refused, and nothing counts', async (text, reason) => {
    const client = await open({ clock: noon })
    const before = await client.sandbox.summary()
    const answer = await client.post('/data/analysis/jobs', {}, asking(text, 'outage-then-recovery'))
    expect(readError(answer, 400, 'invalid_request')).toContain(reason)
    expect(await tallyOf(client.sandbox, 'outage-then-recovery')).toEqual([[0, 0]])
    expect((await client.sandbox.summary()).counts).toEqual(before.counts)
    const [entry, ...others] = await client.sandbox.requests.list()
    expect([entry?.status, entry?.code, entry?.scenarios, others]).toEqual([400, 'invalid_request', [], []])
  })

  it('is refused as the first request of a sandbox, which the journal shows', async () => {
    const { fake, sandbox } = await open()
    const name = `${sandbox.name}-new`
    const url = sandbox.baseUrl.replace(`@${sandbox.name}`, `@${name}`)
    const headers = { Authorization: `Bearer ${sandbox.apiKey}`, ...asking('{').headers }
    expect((await fetchBy(way, fake)(`${url}/cloud/resources`, { headers })).status).toBe(400)
    expect((await fake.sandboxes.list()).map((one) => one.name)).toContain(name)
    expect(await fake.sandbox(name).requests.list()).toMatchObject([{ status: 400, key: 'full-access' }])
  })

  it('beside an unknown scenario is refused with it, with a key or without', async () => {
    const client = await open()
    for (const key of ['csf_full_access', null]) {
      const answer = await client.get(list, { ...asking({ error: 'internal_error' }, 'nowhere'), key })
      expect(readError(answer, 400, 'invalid_request')).toContain('X-Fake-Scenario: no scenario is named "nowhere"')
    }
  })
})

describeSandboxes('a body of its own', (open, way) => {
  const down = 'service_unavailable'

  it.each([
    [{ body: { a: [1, null] } }, 200, 'application/json', '{"a":[1,null]}'],
    [{ body: null }, 200, 'application/json', 'null'],
    [{ body: false, status: 500 }, 500, 'application/json', 'false'],
    [{ body: '<p>é</p>' }, 200, 'text/plain; charset=utf-8', '<p>é</p>'],
    [{ body: '' }, 200, 'text/plain; charset=utf-8', ''],
    [{ body: '<p>', headers: { 'Content-Type': 'text/html' } }, 200, 'text/html', '<p>'],
    [{ body: { a: 1 }, headers: { 'content-type': 'application/hal+json' } }, 200, 'application/hal+json', '{"a":1}'],
    [{ body: 'down', error: down }, 503, 'text/plain; charset=utf-8', 'down'],
    [{ body: { a: 1 }, fault: 'malformed_json' }, 200, 'application/json', '{"a":1,'],
  ] as const)('%j is sent in place of the work', async (then, status, type, text) => {
    const client = await open()
    const before = await countsOf(client.sandbox)
    await defineRules(client.sandbox, [{ when: { method: 'POST' }, then }])
    const response = await senderTo(client, way)('/data/analysis/jobs', { method: 'POST', body: '{}' })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([status, type, text])
    expect(response.headers.get('x-rate-limit-limit')).toBe('5000')
    expect(await countsOf(client.sandbox)).toEqual(before)
  })

  it('is sent after the work with the status of the answer, where the rule says so', async () => {
    const client = await open()
    const before = await countsOf(client.sandbox)
    await defineRules(client.sandbox, [{ phase: 'after', then: { body: { odd: true } } }])
    const send = senderTo(client, way)
    const response = await send('/data/analysis/jobs', { method: 'POST', body: JSON.stringify(jobBody) })
    expect([response.status, await response.text()]).toEqual([201, '{"odd":true}'])
    expect(await countsOf(client.sandbox)).toEqual({ ...before, jobs: (before['jobs'] ?? 0) + 1 })
    const head = await send('/cloud/resources', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    await client.sandbox.scenarios.off()
    read(await client.get(list), 200, anySuccess)
  })
})

describe('a header that begins like those of the fake', () => {
  it('is a warning in the log and in the journal, and changes no answer', async () => {
    const hint = 'x-fake-delay: not a header of the fake. Known: X-Fake-Sandbox, X-Fake-Scenario, X-Fake-Then, X-Fake'
    const lines: string[] = []
    const fake = await createFake({ clock: noon, log: createLog('warn', (line) => lines.push(line)) })
    const ask = async (headers: Record<string, string>) => {
      const all = { Authorization: `Bearer ${fake.apiKey}`, ...headers }
      return await (await fake.fetch(`${fake.baseUrl}/cloud/resources`, { headers: all })).text()
    }
    const plain = await ask({ 'X-Fake-Sandbox': 'default' })
    expect(await ask({ 'X-Fake-Delay': 'internal-error' })).toBe(plain)
    expect(lines).toEqual([expect.stringContaining(hint)])
    const warnings = (await fake.requests.list()).map((request) => request.warnings)
    expect(warnings).toEqual([undefined, [expect.stringContaining(hint)]])
    await fake.close()
  })
})
