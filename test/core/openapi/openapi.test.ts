import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { operations } from '../../../src/core/app/areas.ts'
import { unnoted } from '../../../src/core/assumptions/decided-by.ts'
import { createProfile } from '../../../src/core/assumptions/profile.ts'
import { type FakeOptions, startFake } from '../../../src/index.ts'
import { openPanel } from '../../support/control.ts'
import { type Choices, documentFor } from '../../support/documents.ts'
import { ways } from '../../support/fake.ts'
import { at, choose, documentOf, openFrozen, profiles } from '../../support/openapi.ts'

const object = z.record(z.string(), z.unknown())

/** All that a document says of the schemas of answers: every object in them. */
function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  const here = object.safeParse(value).data
  if (here === undefined) return []
  return [...(here['type'] === 'object' ? [here] : []), ...Object.values(here).flatMap(objectsIn)]
}

/** The schemas of every `anyOf`, `oneOf` and `allOf`. */
function choicesIn(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return value.flatMap(choicesIn)
  const here = object.safeParse(value).data
  if (here === undefined) return []
  const own = [here['anyOf'], here['oneOf'], here['allOf']].filter((one) => Array.isArray(one))
  return [...own, ...Object.values(here).flatMap(choicesIn)]
}

describe('the document', () => {
  it.each([{}, ...profiles.slice(0, 5)])('refuses every field that it does not name, under %o', async (choices) => {
    const document = await documentFor(choices)
    const schemas = object.parse(at(document, 'components', 'schemas'))
    const ofAnswers = Object.entries(schemas).filter(([name]) => !name.endsWith('Body'))
    const objects = ofAnswers.flatMap(([, schema]) => objectsIn(schema))
    expect(objects.length).toBeGreaterThan(20)
    expect(objects.filter((schema) => schema['additionalProperties'] !== false)).toEqual([])
  })

  const list = (path: string, position: number) => ['paths', path, 'get', 'parameters', position, 'schema'] as const
  const body = (path: string) =>
    ['paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema'] as const
  const [assessments, resources, jobs] = ['/security/assessments', '/cloud/resources', '/data/analysis/jobs']

  const tag = [...list(resources, 3), 'items', 'pattern']
  const id = [...list('/cloud/resources/{id}', 0), 'pattern']
  const assessment = body(assessments)
  const scanOptions = [...assessment, 'properties', 'scan_options']
  const job = body(jobs)
  const nullOf = (field: string) => [...job, 'properties', field, 'anyOf', 1, 'type']
  const permission = ['paths', resources, 'get', 'description']
  const reset = ['components', 'headers', 'RateReset', 'description']
  const ofAssessment = ['resource_id', 'resource_type']
  const ofJob = ['name', 'data_source', 'analysis_type']
  const states = ['pending', 'running', 'completed', 'failed']
  const needs = (permission: string): string => `Needs the permission \`${permission}\`.`
  const inUnit = (unit: string): unknown => expect.stringContaining(`in ${unit}`)

  it.each<readonly [readonly (string | number)[], unknown, Choices, unknown]>([
    [[...list(resources, 5), 'maximum'], 100, { limitAboveMax: 'clamp' }, undefined],
    [[...list(resources, 4), 'minimum'], 1, { pagingInvalid: 'default' }, undefined],
    [tag, '^[^:]+:', { tagFormat: 'equals' }, '^[^=]+='],
    [tag, '^[^:]+:', { tagMalformed: 'empty' }, undefined],
    [[...list(jobs, 0), 'enum'], undefined, { jobStatusFilter: 'reject' }, states],
    [[...list(jobs, 1), 'type'], undefined, { createdAfterFormat: 'unix_seconds' }, 'integer'],
    [[...list(assessments, 0), 'format'], 'uuid', { resourceIdFormat: 'opaque' }, undefined],
    [id, expect.stringContaining('[0-9a-fA-F]{8}-'), { resourceIdFormat: 'opaque' }, '^res-[0-9a-f]{32}$'],
    [[...assessment, 'required'], ofAssessment, { assessmentRequiredFields: 'all' }, [...ofAssessment, 'scan_options']],
    [[...scanOptions, 'required'], undefined, { assessmentRequiredFields: 'all' }, ['comprehensive', 'categories']],
    [[...job, 'required'], [...ofJob, 'output_format'], { jobRequiredFields: 'core' }, ofJob],
    [[...job, 'additionalProperties'], false, { unknownBodyFields: 'ignore' }, undefined],
    [nullOf('description'), undefined, { nullBodyFields: 'absent' }, 'null'],
    [nullOf('name'), undefined, { nullBodyFields: 'absent' }, undefined],
    [[...job, 'properties', 'output_format', 'enum'], undefined, { jobValues: 'reject' }, ['csv', 'json']],
    [permission, needs('cloud:read'), { permissionModel: 'read_write' }, needs('read')],
    [reset, inUnit('seconds'), { rateResetUnit: 'milliseconds' }, inUnit('milliseconds')],
  ])('says at %j %j, and under %o %j', async (path, usual, choices, chosen) => {
    expect(at(await documentFor({}), ...path)).toEqual(usual)
    expect(at(await documentFor(choices), ...path)).toEqual(chosen)
  })

  const schema = (...path: readonly (string | number)[]) => ['components', 'schemas', ...path]
  const severity = schema('Assessment', 'properties', 'findings', 'items', 'properties', 'severity')
  const status = schema('Resource', 'properties', 'status')
  const severities = ['high', 'medium', 'low']
  const statuses = ['running', 'stopped', 'terminated', 'provisioning']
  const providers = ['aws', 'azure', 'gcp']
  const resourceTypes = ['cache', 'database', 'kubernetes_cluster', 'load_balancer', 'virtual_machine']
  const jobTypes = ['access_review', 'anomaly_detection', 'security_event_correlation']
  const refused = { assessmentTypeFilter: 'reject' }

  it.each<readonly [readonly (string | number)[], Choices, readonly string[] | undefined]>([
    [severity, {}, severities],
    [severity, { severityValues: 'with_critical' }, ['critical', ...severities]],
    [status, {}, statuses],
    [status, { resourceStatusValues: 'running' }, ['running']],
    [schema('ResourceItem', 'properties', 'status'), {}, statuses],
    [list(resources, 0), {}, undefined],
    [list(resources, 0), { resourceValues: 'reject' }, resourceTypes],
    [list(resources, 1), {}, undefined],
    [list(resources, 1), { resourceValues: 'reject' }, providers],
    [list(resources, 2), {}, undefined],
    [list(resources, 2), { resourceValues: 'reject' }, expect.arrayContaining(['us-east-1', 'us-central1'])],
    [list(assessments, 1), {}, undefined],
    [list(assessments, 1), refused, resourceTypes],
    [list(assessments, 1), { ...refused, assessedResource: 'any' }, undefined],
    [list(assessments, 1), { ...refused, assessedResourceType: 'ignore' }, undefined],
    [list(assessments, 1), { ...refused, assessedResource: 'any', assessmentValues: 'reject' }, resourceTypes],
    [list(jobs, 2), { jobTypeFilter: 'reject' }, undefined],
    [list(jobs, 2), { jobValues: 'reject' }, undefined],
    [list(jobs, 2), { jobTypeFilter: 'reject', jobValues: 'reject' }, jobTypes],
  ])('has the values of %j as an enum where the choices %o close them', async (path, choices, values) => {
    const document = await documentFor(choices)
    expect(at(document, ...path, 'enum')).toEqual(values)
    expect(at(document, ...path, 'type')).toBe('string')
  })

  it('names the values that own records have', async () => {
    const fake = await openFrozen()
    const sandbox = await choose(fake, { resourceValues: 'reject' })
    const resource = await sandbox.resources.create({ status: 'hibernating', provider: 'ours' })
    const findings = [{ id: 'f', severity: 'info', category: 'c', description: 'd', remediation: 'r' }]
    const assessed = await sandbox.assessments.create({ findings })
    const values = async () => {
      const document = await documentOf(fake, sandbox)
      return [severity, status, list(resources, 1)].map((path) => at(document, ...path, 'enum'))
    }
    expect(await values()).toEqual([
      [...severities, 'info'],
      [...statuses, 'hibernating'],
      [...providers, 'ours'].toSorted(),
    ])
    await sandbox.resources.remove(resource.id)
    await sandbox.assessments.remove(assessed.id)
    expect(await values()).toEqual([severities, statuses, providers])
  })

  it.each<readonly [string, readonly (string | number)[], string]>([
    ['public_ip', schema('Resource', 'properties', 'details', 'properties', 'public_ip', 'anyOf', 0), 'ipv4'],
    ['private_ip', schema('Resource', 'properties', 'details', 'properties', 'private_ip', 'anyOf', 1), 'ipv6'],
    ['email', [...body(jobs), 'properties', 'notification', 'properties', 'email'], 'email'],
    ['webhook_url', [...body(jobs), 'properties', 'notification', 'properties', 'webhook_url'], 'uri'],
    ['timestamp', schema('Assessment', 'properties', 'timestamp'), 'date-time'],
    ['estimated_completion_time', schema('CreatedAssessment', 'properties', 'estimated_completion_time'), 'date-time'],
    ['created_at', schema('Job', 'properties', 'created_at'), 'date-time'],
    ['updated_at', schema('Resource', 'properties', 'updated_at'), 'date-time'],
    ['from_date', [...list(assessments, 2), 'anyOf', 0], 'date-time'],
    ['from_date, a day', [...list(assessments, 2), 'anyOf', 2], 'date'],
  ])('gives %s its format', async (_, path, format) => {
    const document = await documentFor({})
    expect(at(document, ...path, 'format')).toBe(format)
  })

  it('says of what has a format what the fake takes and gives', async () => {
    const fake = await openFrozen()
    await expect(fake.resources.create({ details: { public_ip: 'nowhere' } })).rejects.toThrow(
      /details\.public_ip: expected an IP address, such as 203\.0\.113\.7, got "nowhere"/,
    )
    const { details } = await fake.resources.create({ details: { public_ip: '2001:db8::7' } })
    expect(details).toMatchObject({ public_ip: '2001:db8::7' })
  })

  it.each([{}, { dateOnly: 'reject', createdAfterFormat: 'date_time' }, { nullBodyFields: 'absent' }, ...profiles])(
    'has no choice of one and no choice within a choice, under %o',
    async (choices) => {
      const fake = await openFrozen()
      const sandbox = await choose(fake, choices)
      const document = await documentFor(choices)
      const control: unknown = await (await fake.fetch(`${sandbox.controlUrl}/openapi.json`)).json()
      for (const several of [document, control].flatMap(choicesIn)) {
        expect(several.length).toBeGreaterThan(1)
        expect(several.filter((one) => Object.hasOwn(object.parse(one), 'anyOf'))).toEqual([])
        expect(new Set(several.map((one) => JSON.stringify(one))).size).toBe(several.length)
      }
    },
  )

  it('knows of a choice at once, and of one that a scenario makes', async () => {
    const fake = await openFrozen()
    const limit = async () => at(await documentOf(fake, fake), ...list(resources, 5), 'maximum')
    expect(await limit()).toBe(100)
    await fake.scenarios.define({ name: 'lenient', assume: { limitAboveMax: 'clamp' } })
    expect(await limit()).toBeUndefined()
    await fake.scenarios.off()
    expect(await limit()).toBe(100)
  })

  it.each([{}, ...profiles])('has an example of every answer and of every body, under %o', async (choices) => {
    const document = await documentFor(choices)
    const profile = createProfile(choices)
    for (const { method, path, status, body } of operations) {
      const operation = ['paths', path, method.toLowerCase()]
      const served = status(unnoted(profile))
      const content = at(document, ...operation, 'responses', served, 'content')
      expect(at(Object.values(object.parse(content))[0], 'examples', 'served', 'value', 'status'), path).toBe('success')
      const sent = at(document, ...operation, 'requestBody', 'content', 'application/json', 'examples', 'served')
      expect(sent !== undefined).toBe(body !== undefined)
    }
  })

  it('has no example of a record where there is none', async () => {
    const fake = await openFrozen({ resources: 0 })
    const document = await documentOf(fake, fake)
    const examples = ['/cloud/resources', '/cloud/resources/{id}'].map((path) =>
      at(document, 'paths', path, 'get', 'responses', 200, 'content', 'application/json', 'examples'),
    )
    expect(examples).toEqual([expect.anything(), undefined])
    expect(at(document, 'paths', '/cloud/resources/{id}', 'get', 'parameters', 0, 'example')).toBeUndefined()
  })

  it('gives ids that there are for examples', async () => {
    const fake = await openFrozen()
    const document = await documentFor({})
    for (const { path } of operations) {
      if (!path.includes('{id}')) continue
      const id = String(at(document, 'paths', path, 'get', 'parameters', 0, 'example'))
      const answer = await fake.fetch(fake.baseUrl + path.replace('{id}', id), {
        headers: { Authorization: `Bearer ${fake.apiKey}` },
      })
      expect(answer.status).toBe(200)
    }
  })
})

it('a document changes nothing', async () => {
  const fake = await openFrozen({ maxSandboxes: 2 })
  const before = await fake.snapshot.save()
  await documentOf(fake, fake)
  expect(await fake.snapshot.save()).toEqual(before)
  expect(await fake.requests.list()).toEqual([])
})

it('the document of the control plane is guarded as the rest of it', async () => {
  const fake = await startFake({ controlToken: 'a-token-of-this-test' })
  onTestFinished(() => fake.close())
  const ask = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(`${fake.controlUrl}/openapi.json`, { headers })).status
  expect(await ask({})).toBe(401)
  expect(await ask({ Authorization: 'Bearer a-token-of-this-test' })).toBe(200)
  expect(await ask({ Authorization: 'Bearer a-token-of-this-test', Origin: 'http://evil.example' })).toBe(403)
  const open = await fetch(new URL('/openapi.json', fake.baseUrl))
  expect(open.status).toBe(200)
})

describe.each(ways)('the address of the document, %s', (way) => {
  const open = async (options: FakeOptions = {}) => {
    const { panel, close } = await openPanel(way, { clock: 'frozen', ...options })
    onTestFinished(close)
    return panel
  }

  it('needs no key and is no part of the API', async () => {
    const { send, control } = await open()
    const before = await control('GET', '')
    const answer = await send('GET', '/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    const names = [...answer.headers.keys()].filter((name) =>
      /^(?:x-rate|access-control|deprecation|sunset)/.test(name),
    )
    expect(names).toEqual([])
    const after = await control('GET', '')
    expect(after.text).toBe(before.text)
  })

  it('answers HEAD without a body, and the same document each time', async () => {
    const { send } = await open()
    const [first, second] = [await send('GET', '/openapi.json'), await send('GET', '/openapi.json')]
    expect(second.text).toBe(first.text)
    expect(await send('HEAD', '/openapi.json')).toMatchObject({ status: 200, text: '' })
  })

  it('names the address of its sandbox, and keeps none', async () => {
    const { fake, send, at: panelAt } = await open({ maxSandboxes: 2 })
    const { origin } = new URL(fake.baseUrl)
    for (const [path, url] of [
      ['/openapi.json', '/v1'],
      ['/@one/openapi.json', '/@one/v1'],
      ['/@two/openapi.json', '/@two/v1'],
    ] as const) {
      expect(at(JSON.parse((await send('GET', path)).text), 'servers', 0, 'url')).toBe(origin + url)
    }
    expect((await panelAt('three').api('GET', '/cloud/resources')).status).toBe(200)
    expect((await panelAt('four').api('GET', '/cloud/resources')).status).toBe(503)
  })

  it('takes no other method', async () => {
    const { send } = await open()
    expect((await send('POST', '/openapi.json')).status).toBe(401)
  })
})
