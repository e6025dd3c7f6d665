import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { FakeOptions } from '../../../src/index.ts'
import { readProblem } from '../../support/control.ts'
import {
  beyond,
  documentedNames,
  fixturesOf,
  given,
  ids,
  type Json,
  listed,
  open,
  openBare,
  toJson,
  whole,
} from '../../support/extra.ts'
import { ways } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { at, profiles } from '../../support/openapi.ts'
import { type Kind, kinds } from '../../support/record-admin.ts'

const isWhole = process.env['DRIFT'] === 'all'

/** An answer without the dates of a change. */
const undated = (answer: Json = {}): Json =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !name.startsWith('updated_')))

describe.each(ways)('fields that the document lacks, %s', (way) => {
  it.each(kinds)('are in the answers with %s of the fixtures, and in the document', async (kind) => {
    const bare = await openBare({}, way)
    const full = await open({ fixtures: await fixturesOf((one) => beyond[one]) }, way)
    const [answer = {}, item = {}] = [await bare.get(kind), await bare.item(kind)]
    expect(await full.get(kind)).toEqual(whole[kind](answer))
    expect(await full.item(kind)).toEqual(listed[kind](item))
    expect(await full.get(kind)).toEqual(whole[kind](answer))
    expect(JSON.stringify(await bare.document())).not.toMatch(/account_id|owners/)
  })
})

describe('fields that the document lacks', () => {
  it.each(kinds)('come and go in %s of the control plane', async (kind) => {
    const { panel, get, item } = await open({ fixtures: await fixturesOf() })
    const { extra, inList } = beyond[kind]
    const before = [undated(await get(kind)), undated(await item(kind))]
    const path = `/${kind}/${ids[kind]}`
    const patch = async (body: Json) => expect((await panel.control('PATCH', path, body)).status).toBe(200)
    const row = async () => toJson(JSON.parse(await panel.look(path)))
    const now = async () => [undated(await get(kind)), undated(await item(kind))]
    const after = [undated(whole[kind](before[0] ?? {})), listed[kind](before[1] ?? {})]

    await patch({ extra, inList })
    expect(await now()).toEqual(after)
    expect(await row()).toMatchObject({ extra, inList })
    expect(toJson(JSON.parse(await panel.look(`/${kind}`)))['items']).toEqual([await row()])
    const saved = await panel.fake.snapshot.save()

    await patch({ extra: { account_id: null, seen: 2, fresh: [null] }, inList: ['fresh'] })
    const { account_id: _, ...kept } = extra
    expect(await row()).toMatchObject({ extra: { ...kept, seen: 2, fresh: [null] }, inList: ['fresh'] })
    expect(toJson((await row())['extra'])).not.toHaveProperty('account_id')
    expect(undated(await item(kind))).toEqual({ ...before[1], fresh: [null] })
    await patch({ extra: null })
    expect(await now()).toEqual(before)
    expect(Object.keys(await row())).not.toEqual(expect.arrayContaining(['extra']))

    await panel.fake.snapshot.load(saved)
    expect(await now()).toEqual(after)
    await panel.fake.reset()
    expect(await now()).toEqual(before)

    const created = await panel.control('POST', `/${kind}`, { ...given[kind], extra: { ...extra, none: null } })
    expect(created.status).toBe(201)
    const { id, ...fields } = toJson(JSON.parse(created.text))
    expect(fields['extra']).toEqual({ ...extra, none: null })
    expect(await get(kind, String(id))).toMatchObject({ account_id: '123', none: null })
    expect(Object.keys((await item(kind, String(id))) ?? {})).not.toContain('account_id')
  })
})

it('are in a record that is described once, through every state', async () => {
  const { panel, get } = await open({ assume: { failedRead: 'creation_result' } })
  const states = { assessments: ['pending', 'in_progress', 'failed'], jobs: ['pending', 'running', 'failed'] } as const
  for (const kind of ['assessments', 'jobs'] as const) {
    for (const status of states[kind]) {
      const body = { status, extra: beyond[kind].extra, inList: ['seen'] }
      const { id } = toJson(JSON.parse((await panel.control('POST', `/${kind}`, body)).text))
      const answer = await get(kind, String(id))
      expect(answer, `${kind} ${status}`).toMatchObject({ account_id: '123', seen: 1.5 })
      // What the document has elsewhere does not come with it.
      expect(Object.keys(answer ?? {})).not.toEqual(expect.arrayContaining(['findings']))
      expect(Object.keys(answer ?? {})).not.toEqual(expect.arrayContaining(['results']))
    }
  }
})

it('are in what the webhook of a job tells, and beside those of the scenario extra-fields', async () => {
  const { panel } = await open({ assume: { webhookPayload: 'record' } })
  const notification = { webhook_url: 'http://127.0.0.1:9/' }
  const body = { status: 'running', extra: beyond.jobs.extra, notification }
  const id = String(toJson(JSON.parse((await panel.control('POST', '/jobs', body)).text))['id'])
  await panel.control('PATCH', `/jobs/${id}`, { status: 'completed' })
  const [message] = await panel.fake.outbox.list()
  expect(JSON.parse(String(message?.body))).toMatchObject({ id, account_id: '123', status: 'completed' })
  await panel.control('PUT', '/scenarios/extra-fields')
  const answer = toJson(JSON.parse((await panel.api('GET', `/data/analysis/jobs/${id}`)).text))
  expect(answer['data']).toMatchObject({ account_id: '123', added_later: { by: 'a newer version' } })
})

describe('the document of a sandbox', () => {
  it('has the fields of its records, none of them required', async () => {
    const { panel, document } = await open({ fixtures: await fixturesOf((kind) => beyond[kind]) })
    const second = { seen: 'x', any: [], details: { volumes: [{}, { iops: 1.5, gone: null }] } }
    await panel.control('POST', '/resources', { extra: second })
    const all = await document()
    const schema = (...path: readonly string[]) => at(all, 'components', 'schemas', ...path)
    expect(schema('Resource', 'properties', 'account_id')).toEqual({ type: 'string' })
    expect(schema('Resource', 'properties', 'seen')).toEqual({ type: ['number', 'string'] })
    expect(schema('Resource', 'properties', 'any')).toEqual({ type: 'array', items: {} })
    expect(schema('Resource', 'properties', 'owners', 'items')).toEqual({
      type: 'object',
      properties: { team: { type: 'string' }, since: { type: 'null' } },
      additionalProperties: false,
    })
    expect(schema('Resource', 'properties', 'details', 'properties', 'volumes', 'items')).toMatchObject({
      properties: { iops: { type: 'number' }, gone: { type: 'null' } },
      required: ['id', 'size_gb', 'type'],
    })
    expect(schema('Resource', 'required')).not.toContain('account_id')
    expect(schema('ResourceItem', 'properties')).toMatchObject({ account_id: { type: 'string' } })
    expect(JSON.stringify(schema('ResourceItem'))).not.toMatch(/seen|owners|architecture/)
    expect(schema('AssessmentItem', 'properties', 'owners')).toMatchObject({ type: 'array' })
    expect(JSON.stringify(schema('AssessmentItem'))).not.toContain('waived')
    expect(schema('UnfinishedAssessment', 'properties', 'account_id')).toEqual({ type: 'string' })
    expect(JSON.stringify(schema('CreatedAssessment'))).not.toContain('account_id')
    expect(schema('JobItem', 'properties', 'seen')).toEqual({ type: 'number' })
    expect(JSON.stringify(schema('JobItem'))).not.toContain('account_id')
  })

  it.each<NonNullable<FakeOptions['assume']>>([{ jobRecord: 'minimal' }, { jobListItem: 'same' }])(
    'tells a job from an item of the list under %o',
    async (assume) => {
      const { document } = await open({ assume, fixtures: await fixturesOf((kind) => beyond[kind]) })
      const fields = at(await document(), 'components', 'schemas')
      expect(at(fields, 'Job', 'properties')).toMatchObject({ account_id: {}, seen: {} })
      expect(at(fields, 'JobItem', 'properties')).toHaveProperty('seen')
      expect(at(fields, 'JobItem', 'properties')).not.toHaveProperty('account_id')
    },
  )

  it('is as ever in a sandbox without such records', async () => {
    const { panel } = await open()
    const text = async () => (await panel.send('GET', '/@other/openapi.json')).text
    const before = await text()
    await panel.control('POST', '/jobs', beyond.jobs)
    expect(await text()).toBe(before)
    await panel.at('other').control('POST', '/jobs', beyond.jobs)
    expect(await text()).not.toBe(before)
    await panel.at('other').control('POST', '/reset')
    expect(await text()).toBe(before)
  })

  it.each(isWhole ? profiles : profiles.slice(0, 6))('is true of the answers under %o', async (assume) => {
    const bare = await openBare({ assume })
    const full = await open({ assume, fixtures: await fixturesOf((kind) => beyond[kind]) })
    for (const kind of kinds) {
      const item = toJson(await bare.item(kind))
      const id = String(item['id'])
      expect(await full.get(kind, id)).toEqual(whole[kind](toJson(await bare.get(kind, id))))
      expect(await full.item(kind)).toEqual(listed[kind](item))
    }
  })
})

const clash = (path: string, got: string): string =>
  `${path}: expected only fields that the document lacks, got ${got} for a documented field`

describe('a record is refused', () => {
  it.each<readonly [kind: Kind, fields: Json, message: string]>([
    ['resources', { extra: { name: 'x' } }, clash('extra.name', '"x"')],
    ['resources', { extra: { details: { vpc_id: null } } }, clash('extra.details.vpc_id', 'null')],
    ['resources', { extra: { details: 5 } }, clash('extra.details', '5')],
    ['resources', { extra: { details: [] } }, clash('extra.details', 'an array')],
    ['resources', { extra: { tags: { a: 1 } } }, clash('extra.tags', 'an object')],
    ['resources', { extra: { tags: [{ a: 1 }, { key: 'k' }] } }, clash('extra.tags[1].key', '"k"')],
    ['resources', { extra: { details: { volumes: ['x'] } } }, clash('extra.details.volumes[0]', '"x"')],
    ['assessments', { extra: { estimated_completion_time: 1 } }, clash('extra.estimated_completion_time', '1')],
    ['assessments', { extra: { status: 'x' } }, clash('extra.status', '"x"')],
    ['assessments', { extra: { timestamp: true } }, clash('extra.timestamp', 'true')],
    ['assessments', { extra: { findings: [{ severity: 'low' }] } }, clash('extra.findings[0].severity', '"low"')],
    ['assessments', { extra: { summary: { low_severity: {} } } }, clash('extra.summary.low_severity', 'an object')],
    ['jobs', { extra: { type: 'x' } }, clash('extra.type', '"x"')],
    ['jobs', { extra: { analysis_type: 'x' } }, clash('extra.analysis_type', '"x"')],
    ['jobs', { extra: { created_at: 'x' } }, clash('extra.created_at', '"x"')],
    ['jobs', { extra: { created_date: 'x' } }, clash('extra.created_date', '"x"')],
    [
      'jobs',
      { extra: { data_source: { parameters: { log_types: ['x'] } } } },
      clash('extra.data_source.parameters.log_types', 'an array'),
    ],
    ['resources', { extra: 5 }, 'extra: expected an object, got 5'],
    ['jobs', { inList: ['a'] }, 'inList[0]: expected the name of a field in extra, got "a"'],
    [
      'assessments',
      { extra: { account: 1, zone: 2 }, inList: ['zone', 'acount'] },
      'inList[1]: expected the name of a field in extra, got "acount". Did you mean account?',
    ],
    ['resources', { inList: 'account' }, 'inList: expected an array, got "account"'],
    ['resources', { extra: JSON.parse('{"a":{"__proto__":1}}') }, '__proto__: not a known field'],
  ])('among the %s for %j', async (kind, fields, message) => {
    const { panel, get } = await openBare()
    const before = await panel.look(`/${kind}`)
    expect(readProblem(await panel.control('POST', `/${kind}`, fields), 400)).toBe(message)
    // To remove a field of a record that has none is no error.
    if (!JSON.stringify(fields).includes('null')) {
      expect(readProblem(await panel.control('PATCH', `/${kind}/${ids[kind]}`, fields), 400)).toBe(message)
    }
    expect(await panel.look(`/${kind}`)).toBe(before)
    expect(await get(kind)).toBeDefined()
    if (message.startsWith('__proto__')) return
    const fixtures = await writeFixtures({ [`${kind}.json`]: [{}, fields] })
    await expect(open({ fixtures })).rejects.toThrow(`${kind}.json: [1].${message}`)
  })

  it('in a snapshot, which then changes nothing', async () => {
    const { panel } = await open({ fixtures: await fixturesOf((kind) => beyond[kind]) })
    await panel.control('POST', '/resources', beyond.resources)
    const saved = JSON.stringify(await panel.fake.snapshot.save())
    const before = await panel.look('/resources')
    const wrong = saved.replace('"account_id":"123"', '"region":"x"').replace('"inList":["account_id",', '"inList":[')
    expect(wrong).not.toBe(saved)
    expect(readProblem(await panel.control('PUT', '/snapshot', wrong), 400)).toBe(
      `parts.resources: ${clash('extra.region', '"x"')}`,
    )
    expect(await panel.look('/resources')).toBe(before)
  })
})

it('adds exactly what extra has, whatever that is', async () => {
  const name = fc.oneof(
    fc.constantFrom('constructor', 'toJSON', '', 'hasOwnProperty', 'prototype', '0', 'a.b', '$ref', 'é'),
    fc.string(),
  )
  const value = fc
    .jsonValue({ maxDepth: 3 })
    .map((drawn): unknown => JSON.parse(JSON.stringify(drawn)))
    .filter((drawn) => !JSON.stringify(drawn).includes('__proto__'))
  const nested = { resources: 'details', assessments: 'summary', jobs: 'data_source' }
  const { panel, get, item } = await open({ fixtures: await fixturesOf() })
  const bare = new Map<string, readonly (Json | undefined)[]>()
  for (const kind of kinds) bare.set(kind, [await get(kind), await item(kind)])
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.array(fc.tuple(name, value)),
      fc.array(fc.tuple(name, value)),
      fc.func(fc.boolean()),
      async (kind, drawn, inner, isListed) => {
        const other = ([field]: readonly [string, unknown]) => field !== '__proto__'
        const names = documentedNames(kind)
        const own = Object.fromEntries(drawn.filter((one) => other(one) && !names.includes(one[0])))
        const below = Object.fromEntries(inner.filter((one) => other(one) && !/^(?:type|parameters)$/.test(one[0])))
        const field = nested[kind]
        const inList = Object.keys(own).filter((one) => isListed(one))
        await panel.fake.reset()
        const { id: _, ...rest } = toJson(JSON.parse(await panel.look(`/${kind}/${ids[kind]}`)))
        await panel.control('DELETE', `/${kind}/${ids[kind]}`)
        const body = { ...rest, id: ids[kind], extra: { ...own, [field]: below }, inList }
        expect(await panel.control('POST', `/${kind}`, body)).toMatchObject({ status: 201 })
        const [answer = {}, shown = {}] = bare.get(kind) ?? []
        const expected = { ...answer, [field]: { ...toJson(answer[field]), ...below }, ...own }
        expect(JSON.stringify(await get(kind))).toBe(JSON.stringify(expected))
        const picked = Object.fromEntries(Object.entries(own).filter(([one]) => inList.includes(one)))
        expect(JSON.stringify(await item(kind))).toBe(JSON.stringify({ ...shown, ...picked }))
      },
    ),
    { numRuns: isWhole ? 200 : 12 },
  )
})
