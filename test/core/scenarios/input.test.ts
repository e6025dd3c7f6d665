import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { InputError, type Scenario } from '../../../src/index.ts'
import { answers, noon, operations } from '../../support/answers.ts'
import { type Client, describeSandboxes, fetchBy, read, readError, type Way } from '../../support/fake.ts'
import { refused, scenario } from '../../support/refused-scenarios.ts'
import { askOperation, countsOf, defineRules, tallyOf } from '../../support/scenarios.ts'

const list = '/cloud/resources?limit=1'

const problem = z.strictObject({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  field: z.optional(z.string()),
})

/** Sends a text to be defined as a scenario. */
async function postText({ sandbox, fake }: Client, way: Way, body: string | Uint8Array<ArrayBuffer>) {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetchBy(way, fake)(`${sandbox.controlUrl}/scenarios`, { method: 'POST', headers, body })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** The scenarios of a sandbox, and its answers. */
async function stateOf({ sandbox, get }: Client) {
  const { scenarios, assumptions } = await sandbox.summary()
  const all = await sandbox.scenarios.list()
  return { scenarios, assumptions, all, status: (await get(list)).status }
}

describeSandboxes('a scenario that is defined over HTTP', (open, way) => {
  const expectRefusal = async (client: Client, text: string, parts: readonly string[]) => {
    const answer = await postText(client, way, text)
    expect([answer.status, answer.type, answer.text]).toEqual([400, 'application/problem+json', expect.anything()])
    const { detail, field } = problem.parse(JSON.parse(answer.text))
    expect(field).toBe(/^([\w.[\]-]+(?: Y|:|é)?): /.exec(detail)?.[1])
    for (const part of parts) expect(detail).toContain(part)
    expect(detail).not.toMatch(/[\n]|undefined|\[object/)
  }

  const some = way === 'in process' ? refused : refused.filter((_, position) => position % 8 === 0)

  it.each(some)('as %s is refused, and nothing changes', async (text, ...parts) => {
    const client = await open({ clock: noon })
    const before = await stateOf(client)
    await expectRefusal(client, text, parts)
    expect(await stateOf(client)).toEqual(before)
  })

  it.each(['flaky', 'slow-body'])('with the name of the built-in %s is refused', async (name) => {
    const client = await open()
    const answer = await postText(client, way, JSON.stringify({ name }))
    expect(answer.status).toBe(409)
    expect(problem.parse(JSON.parse(answer.text)).detail).toBe(
      `name: "${name}" is already the name of a scenario of every sandbox (built-in); PUT /scenarios/${name} switches it on`,
    )
    await expect(client.sandbox.scenarios.define({ name })).rejects.toThrow(InputError)
    expect((await client.sandbox.summary()).scenarios).toEqual([])
  })

  it('and is refused leaves the one of that name as it was', async () => {
    const { sandbox, get } = await open()
    await defineRules(sandbox, [{ count: { first: 1 }, then: { error: 'service_unavailable' } }])
    expect((await get(list)).status).toBe(503)
    const bad: Scenario = { name: 'own', rules: [{ then: { delay: 'soon' } }] }
    await expect(sandbox.scenarios.define(bad)).rejects.toThrow('rules[0].then.delay')
    expect((await get(list)).status).toBe(200)
    expect(await tallyOf(sandbox)).toEqual([[2, 1]])
  })

  it('reports many problems in a few words', async () => {
    const client = await open()
    const rules = Array.from({ length: 1000 }, () => ({ ['x'.repeat(5000)]: 1, then: { fault: 'y'.repeat(5000) } }))
    const answer = await postText(client, way, scenario({ rules: rules.slice(0, 80) }))
    const { detail } = problem.parse(JSON.parse(answer.text))
    expect([answer.status, detail.length < 5000]).toEqual([400, true])
    expect(await postText(client, way, scenario({ rules }))).toMatchObject({ status: 413 })
  })

  it('may have bytes that are no text, and the message says so', async () => {
    const client = await open()
    const answer = await postText(client, way, Uint8Array.from([0x7b, 0xff, 0x7d]))
    expect(answer.status).toBe(400)
    expect(problem.parse(JSON.parse(answer.text)).detail).toContain('the body: not valid JSON')
  })
})

/** The text of a scenario of one rule, with this JSON as its condition or its effect. */
const ruleFor = (when: string): string => `{"name":"own","rules":[{"when":${when},"then":{"error":"internal_error"}}]}`
const ruleThat = (then: string): string => `{"name":"own","rules":[{"then":${then}}]}`

describeSandboxes('JSON that is unusual', (open, way) => {
  it.each([
    '{"name":"own","__proto__":{"rules":[]}}',
    ruleFor('{"__proto__":{"path":"*"}}'),
    ruleFor('{"query":{"__proto__":"a"}}'),
    ruleFor('{"header":{"__proto__":"a"}}'),
    ruleFor('{"body":{"__proto__":1}}'),
    ruleFor('{"body":{"a":{"__proto__":1}}}'),
    ruleThat('{"patch":{"__proto__":{"a":1}}}'),
    ruleThat('{"patch":{"data":{"__proto__":{"a":1}}}}'),
    ruleThat('{"replace":{"__proto__":1}}'),
    ruleThat('{"headers":{"__proto__":"a"}}'),
    '{"name":"own","assume":{"__proto__":"clamp"}}',
  ])('__proto__ in %s is refused, or kept as it was sent', async (text) => {
    const client = await open()
    const answer = await postText(client, way, text)
    if (answer.status === 201) expect(answer.text).toContain('"__proto__"')
    else expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('__proto__')])
    expect(Reflect.get({}, 'a')).toBeUndefined()
    // A rule that is for a parameter, header or body field of that name is not for a request without.
    if (text.includes('"when"')) read(await client.get(list), 200, answers.resources)
  })

  it.each(['constructor', 'toString', 'hasOwnProperty', 'length', '0'])('%s is a name as any other', async (name) => {
    const { sandbox, get, post } = await open()
    await defineRules(sandbox, [
      { when: { query: { [name]: 'a' } }, then: { error: 'internal_error', status: 511 } },
      { when: { body: { [name]: 'a' } }, then: { error: 'internal_error', status: 512 } },
    ])
    expect((await get('/cloud/resources?limit=1')).status).toBe(200)
    expect((await get(`/cloud/resources?${name}=a`)).status).toBe(511)
    expect((await post('/data/analysis/jobs', {})).status).toBe(400)
    expect((await post('/data/analysis/jobs', `{"${name}":"a"}`)).status).toBe(512)
    await defineRules(sandbox, [{ then: { error: 'internal_error', patch: { error: { [name]: { [name]: 1 } } } } }])
    expect(JSON.parse((await get(list)).text)).toMatchObject({ error: { [name]: { [name]: 1 } } })
  })

  const arrays = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`

  it.each([
    ['a patch', ruleThat(`{"patch":{"a":${arrays}}}`)],
    ['a patch of objects', ruleThat(`{"patch":${objects}}`)],
    ['a patch of more objects than a patch may have', ruleThat(`{"patch":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`)],
    ['a replacement', ruleThat(`{"replace":{"name":${arrays}}}`)],
    ['a body', ruleFor(`{"body":${objects}}`)],
    ['an unknown field', `{"name":"own","more":${arrays}}`],
    ['a name', `{"name":${arrays}}`],
    ['itself', arrays],
  ])('%s of endless depth is refused, and nothing changes', async (_, text) => {
    const client = await open({ clock: noon })
    const before = await stateOf(client)
    const answer = await postText(client, way, text)
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([400, expect.stringContaining('Bad Request')])
    expect(await stateOf(client)).toEqual(before)
    await client.sandbox.scenarios.off()
    expect((await client.get(list)).status).toBe(200)
  })

  it('a request of endless depth is looked into as far as a rule asks', async () => {
    const { sandbox, post } = await open()
    await defineRules(sandbox, [{ when: { body: { a: { a: 1 } } }, then: { error: 'service_unavailable' } }])
    readError(await post('/data/analysis/jobs', objects), 400, 'invalid_request')
    expect(await tallyOf(sandbox)).toEqual([[0, 0]])
  })
})

describeSandboxes('the name of an unknown scenario', (open) => {
  it.each(['flakey', 'Flaky', 'flaky2', ' flaki '])('in a header is refused with the nearest: %j', async (name) => {
    const client = await open({ clock: noon })
    for (const operation of operations) {
      const answer = await askOperation(client, operation, { 'X-Fake-Scenario': name })
      const expected = new RegExp(`^X-Fake-Scenario: no scenario is named "${name.trim()}"\\. Did you mean .*flaky`)
      expect(readError(answer, 400, 'invalid_request')).toMatch(expected)
    }
    expect((await client.get(list)).headers.get('x-rate-limit-limit')).toBe('5000')
  })

  it('among others in a header is refused, and nothing counts', async () => {
    const { sandbox, get } = await open()
    const before = await countsOf(sandbox)
    const headers = { 'X-Fake-Scenario': 'outage-then-recovery, nowhere' }
    readError(await get(list, { headers }), 400, 'invalid_request')
    expect(await tallyOf(sandbox, 'outage-then-recovery')).toEqual([[0, 0]])
    expect(await countsOf(sandbox)).toEqual(before)
    for (const name of ['__proto__', 'constructor', '*', 'a'.repeat(5000), '"', 'é']) {
      const details = readError(await get(list, { headers: { 'X-Fake-Scenario': name } }), 400, 'invalid_request')
      expect([details.startsWith('X-Fake-Scenario: no scenario is named'), details.length < 300]).toEqual([true, true])
    }
  })

  it('is refused of a program with the nearest, and nothing is switched', async () => {
    const { sandbox } = await open()
    await sandbox.scenarios.on('flaky')
    const state = await sandbox.scenarios.list()
    const near = 'scenario: no scenario is named "slwo". Did you mean slow?'
    for (const work of [
      () => sandbox.scenarios.on('slwo'),
      () => sandbox.scenarios.on('slow', 'slwo'),
      () => sandbox.scenarios.on('slwo', 'slow'),
      () => sandbox.scenarios.off('slwo'),
      () => sandbox.scenarios.off('flaky', 'slwo'),
      () => sandbox.scenarios.show('slwo'),
    ]) {
      const error: unknown = await work().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(InputError)
      expect(error).toMatchObject({ message: near })
    }
    expect(await sandbox.scenarios.list()).toEqual(state)
    for (const name of [' ', '__proto__', 'constructor', '../scenarios', '%2e%2e', 'a/b', 'a'.repeat(100)]) {
      await expect(sandbox.scenarios.show(name)).rejects.toThrow(InputError)
    }
  })
})
