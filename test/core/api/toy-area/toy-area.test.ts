import { fileURLToPath } from 'node:url'

import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import type { Filters } from '../../../../src/core/api/define-list.ts'
import { areas } from '../../../../src/core/app/areas.ts'
import { composeCore } from '../../../../src/core/app/create-core.ts'
import { toLocalFake } from '../../../../src/core/app/create-fake.ts'
import type { AnyKind } from '../../../../src/core/control/endpoints/records.ts'
import type { ParameterDeclaration } from '../../../../src/core/http/types.ts'
import type { ScenarioOf } from '../../../../src/core/scenarios/schema.ts'
import type { FakeOptions } from '../../../../src/index.ts'
import { noon, unknownId } from '../../../support/answers.ts'
import { Contract } from '../../../support/contract.ts'
import { errors } from '../../../support/scenarios.ts'
import { ticketsArea } from './tickets/area.ts'

const all = [...areas, ticketsArea] as const

interface Names {
  readonly area: (typeof all)[number]['name']
  readonly records: Readonly<Record<string, AnyKind>>
  readonly operation: string
  readonly permission: string
  readonly scenario: string
  readonly definition: ScenarioOf<'assessments' | 'jobs' | 'tickets', string>
}

/** Fixtures with a ticket, and a key that may do everything. */
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))

const origin = 'http://localhost'

/** The document of the API. */
let contract: Promise<Contract> | undefined

async function open(options: FakeOptions = {}) {
  const core = await composeCore({ clock: noon, fixtures, ...options }, all)
  const fake = toLocalFake<Names>(core, { origin, controlToken: undefined, close: () => core.end() })
  onTestFinished(fake.close)
  contract ??= fake.fetch(`${origin}/openapi.json`).then(async (answer) => new Contract(await answer.json()))
  /** Asks, and holds the answer to the document. */
  const ask = async (method: string, path: string, { key = fake.apiKey, body = '', scenario = '' } = {}) => {
    const response = await fake.fetch(fake.baseUrl + path, {
      method,
      headers: {
        ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
        ...(scenario === '' ? {} : { 'X-Fake-Scenario': scenario }),
      },
      ...(body === '' ? {} : { body }),
    })
    const answer = { status: response.status, headers: response.headers, text: await response.text() }
    expect((await contract)?.violations({ method, path, ...answer }), `${method} ${path}`).toEqual([])
    return answer
  }
  const create = async (title = 'Printer') =>
    JSON.parse((await ask('POST', path, { body: JSON.stringify({ title }) })).text).data
  const statusOf = async (id: string) => JSON.parse((await ask('GET', `${path}/${id}`)).text).data.status
  return { fake, ask, create, statusOf }
}

const path = '/support/tickets'
const operations = [
  ['listTickets', 'GET', path],
  ['createTicket', 'POST', path],
  ['getTicket', 'GET', `${path}/{id}`],
] as const

describe('a fourth area', () => {
  it('lists, gets and creates', async () => {
    const { fake, ask, create, statusOf } = await open()
    const { id } = await create('Printer')
    const other = await create('Door')
    expect(await statusOf(id)).toBe('pending')
    expect(JSON.parse((await ask('GET', `${path}?title=Door`)).text).data).toEqual([other])
    expect(await fake.tickets.list({ title: 'Door' })).toEqual({ items: [expect.objectContaining(other)], total: 1 })
    const refused = await ask('PUT', `${path}/${unknownId}`)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('says what each of its filters selects', () => {
    const title: ParameterDeclaration = { description: 'Filter by title.', schema: () => z.string() }
    // @ts-expect-error it does not say what it selects
    const filters: Filters = { title }
    expect(filters).toEqual({ title })
  })

  it.each(operations)('answers each error of %s', async (_, method, template) => {
    const { fake, ask, create } = await open()
    const { id } = await create()
    const { id: keyId, secret } = await fake.keys.create({ name: 'Used up', quota: 1 })
    await fake.quota.set(keyId, { remaining: 0 })
    const { secret: limited } = await fake.keys.create({ name: 'Limited', permissions: ['cloud:read'] })
    const target = template.replace('{id}', id)
    const body = method === 'POST' ? '{"title":"x"}' : ''
    const unknown = template.includes('{id}') ? template.replace('{id}', unknownId) : `${path}?page=99`
    const malformed = template.includes('{id}') ? template.replace('{id}', 'x') : `${path}?limit=0&no_such=1`
    const codeOf = async (at: string, options: Parameters<typeof ask>[2]) =>
      JSON.parse((await ask(method, at, { body, ...options })).text).error?.code
    expect(await codeOf(target, { key: '' })).toBe('authentication_error')
    expect(await codeOf(target, { key: limited })).toBe('authorization_error')
    expect(await codeOf(target, { key: secret })).toBe('rate_limit_exceeded')
    expect(await codeOf(malformed, {})).toBe('invalid_request')
    if (template.includes('{id}')) expect(await codeOf(unknown, {})).toBe('resource_not_found')
    for (const { code, scenario } of errors.filter((known) => known.code !== 'invalid_request')) {
      expect(await codeOf(target, { scenario })).toBe(code)
    }
  })

  it('takes its permissions from its operations', async () => {
    const { fake, ask } = await open()
    const reader = await fake.keys.create({ name: 'Reader', permissions: ['support:read'] })
    expect((await ask('GET', path, { key: reader.secret })).status).toBe(200)
    expect((await ask('POST', path, { key: reader.secret, body: '{"title":"x"}' })).text).toContain('support:write')
    await expect(fake.keys.create({ name: 'x', permissions: ['support:fly'] })).rejects.toThrow(/support:read/)
    await fake.assumptions.set({ permissionModel: 'read_write' })
    const all = await fake.keys.create({ name: 'Reader of all', permissions: ['read'] })
    expect((await ask('GET', path, { key: all.secret })).status).toBe(200)
  })

  it('has a lifecycle that scenarios set, and rules by operation', async () => {
    const { fake, ask, create, statusOf } = await open({ completeAfter: '10s' })
    const { id } = await create()
    expect((await fake.clock.due()).slice(0, 2)).toEqual([
      { at: expect.any(String), kind: 'tickets', id, event: 'running' },
      { at: expect.any(String), kind: 'tickets', id, event: 'completed' },
    ])
    await fake.clock.advance('10s')
    expect(await statusOf(id)).toBe('completed')
    await fake.scenarios.define({ name: 'patient', tickets: { completeAfter: '1h', outcome: 'failed' } })
    const slow = await create()
    await fake.clock.advance('59m')
    expect(await statusOf(slow.id)).toBe('running')
    await fake.clock.advance('1m')
    expect(await statusOf(slow.id)).toBe('failed')
    const when = { operation: 'getTicket' }
    await fake.scenarios.define({ name: 'stuck', rules: [{ when, then: { error: 'service_unavailable' } }] })
    expect((await ask('GET', `${path}/${id}`)).status).toBe(503)
  })

  it('stands in the journal by its operations', async () => {
    const { fake, ask, create } = await open()
    const { id } = await create()
    await ask('GET', `${path}/${id}`)
    const known = (await fake.requests.list()).map(({ operation, status }) => [operation, status])
    expect(known).toEqual([
      ['createTicket', 201],
      ['getTicket', 200],
    ])
    expect(await fake.requests.verify({ operation: 'getTicket', id })).toHaveLength(1)
  })

  it('has records in the control plane', async () => {
    const { fake, statusOf } = await open()
    const record = await fake.tickets.create({ title: 'By hand' })
    const id = String(record['id'])
    expect(record).toMatchObject({ title: 'By hand', status: 'completed' })
    expect(await fake.tickets.list()).toMatchObject({ items: [record, { title: 'Lamp' }], total: 2 })
    await fake.tickets.update(id, { status: 'failed' })
    expect(await fake.tickets.get(id)).toMatchObject({ status: 'failed' })
    expect(await statusOf(id)).toBe('failed')
    await expect(fake.tickets.create({ title: 1 })).rejects.toThrow(/^title: /)
    expect((await fake.summary()).counts).toEqual({ resources: 0, assessments: 0, jobs: 0, tickets: 2 })
    await fake.tickets.remove(id)
    expect(await fake.tickets.get(id)).toBeUndefined()
  })

  it('is in snapshots', async () => {
    const { fake, create, statusOf } = await open({ completeAfter: '10s' })
    const { id } = await create('Kept')
    const snapshot: unknown = JSON.parse(JSON.stringify(await fake.snapshot.save()))
    await fake.reset()
    expect(await fake.tickets.get(id)).toBeUndefined()
    await fake.snapshot.load(snapshot)
    expect(await fake.tickets.get(id)).toMatchObject({ title: 'Kept', status: 'pending' })
    await fake.clock.advance('10s')
    expect(await statusOf(id)).toBe('completed')
  })

  it('is in the documents', async () => {
    const { fake, create } = await open()
    await create()
    const read = async (at: string) => JSON.parse(await (await fake.fetch(origin + at)).text())
    const api = await read('/openapi.json')
    const sections = api.tags.map(({ description = '' }) => /§[\d.]+\d/.exec(description)?.[0])
    expect(sections).toEqual(['§4.1', '§4.2', '§4.3', '§4.10'])
    expect(Object.keys(api.paths)).toEqual(expect.arrayContaining([path, `${path}/{id}`]))
    expect(api.paths[path].post.responses[201].content['application/json'].examples.served.value.data).toMatchObject({
      title: 'Printer on fire',
    })
    expect(api.paths[`${path}/{id}`].get.parameters[0]).toMatchObject({ name: 'id', in: 'path', required: true })
    const control = await read('/_control/openapi.json')
    expect(Object.keys(control.paths)).toEqual(expect.arrayContaining(['/tickets', '/tickets/{name}']))
    expect(fake.controlUrl).toBe(`${origin}/_control`)
  })
})
