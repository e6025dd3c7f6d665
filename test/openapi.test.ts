import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { operations } from '../src/app/areas.ts'
import { createProfile } from '../src/assumptions/profile.ts'
import { assumptionIds, register } from '../src/assumptions/register.ts'
import type { Row } from '../src/assumptions/row.ts'
import { createFake, type Fake, type FakeOptions, startFake } from '../src/index.ts'
import { Contract, type Exchanged } from './support/contract.ts'
import { openPanel } from './support/control.ts'
import { exercise } from './support/exercise.ts'
import { HeldToDocument } from './support/held-to-document.ts'

type Choices = Readonly<Record<string, string>>

const object = z.record(z.string(), z.unknown())

async function openFake(): Promise<Fake> {
  const fake = await createFake({ clock: 'frozen' })
  onTestFinished(() => fake.close())
  return fake
}

/** The document of a sandbox of a fake that has made some choices. */
async function documentOf(fake: Fake, choices: Choices, name = 'chosen') {
  const box = fake.sandbox(name)
  await box.assumptions.set(choices)
  const answer = await fake.fetch(new URL(`/@${name}/openapi.json`, box.baseUrl))
  return { box, document: object.parse(await answer.json()) }
}

/** What stands at a path in a document; references are followed. */
function at(document: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => {
    const here = resolve(document, value)
    return Array.isArray(here) ? here[Number(key)] : object.safeParse(here).data?.[key]
  }, document)
}

function resolve(document: unknown, value: unknown): unknown {
  const { $ref } = object.safeParse(value).data ?? {}
  return typeof $ref === 'string' ? at(document, ...$ref.slice(2).split('/')) : value
}

const violationsOf = (contract: Contract, answers: readonly Exchanged[]): readonly string[] =>
  answers.flatMap((answer) => contract.violations(answer).map((found) => `${answer.method} ${answer.path}: ${found}`))

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

const profiles: readonly Choices[] = fc.sample(
  fc.record(
    Object.fromEntries(
      assumptionIds.flatMap((id) => {
        const { options }: Row = register[id]
        return options === 'whole_number' ? [] : [[id, fc.constantFrom(...Object.keys(options))] as const]
      }),
    ),
  ),
  { numRuns: 20, seed: 4747 },
)

describe('answers to all kinds of requests are as the document has them', () => {
  it.each<readonly [string, Choices]>([
    ['the defaults', {}],
    ...profiles.map((choices, i) => [`random profile ${i + 1}`, choices] as const),
  ])('and only requests that it allows are served, under %s', async (_, choices) => {
    const fake = await openFake()
    const { box, document } = await documentOf(fake, choices)
    const contract = new Contract(document)
    const answers = await exercise(fake, box)
    expect(answers.length).toBeGreaterThan(600)
    expect(violationsOf(contract, answers)).toEqual([])
    const served = answers.filter(({ text }) => text.startsWith('{"status":"success"'))
    expect(served.length).toBeGreaterThan(150)
    // A page is an integer in any case, also where one that is none counts as not given.
    const takesAnyPage = choices['pagingInvalid'] === 'default'
    const typed = served.filter(({ path }) => !(takesAnyPage && path.includes('page=x')))
    const asked = typed.map(
      (one) => [`${one.method} ${one.path} ${one.sent}`, contract.requestViolations(one)] as const,
    )
    expect(asked.filter(([, violations]) => violations.length > 0)).toEqual([])
  })

  it('meets every operation served, and every error', async () => {
    const fake = await openFake()
    const answers = await exercise(fake, fake.sandbox('all'))
    const served = operations.map(({ id, method, path }) => {
      const pattern = new RegExp(`^${path.replace('{id}', '[^/?]+')}(\\?.*)?$`)
      return [id, answers.some((one) => one.method === method && one.status < 300 && pattern.test(one.path))]
    })
    expect(served).toEqual(operations.map(({ id }) => [id, true]))
    expect([...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b)).toEqual([
      200, 201, 400, 401, 403, 404, 405, 429, 500, 503,
    ])
  })

  it.each<Choices>([
    { absentOptional: 'null' },
    { assessmentCreateStatus: '202' },
    { assessmentStates: 'pending_in_progress_completed' },
    { contentType: 'with_charset' },
    { deprecation: 'sunset' },
    { errorStatus: 'always_200' },
    { errorStatus: 'hidden' },
    { errorStatus: 'unprocessable' },
    { jobCreateStatus: '200' },
    { jobDateField: 'created_date' },
    { jobIdFormat: 'opaque' },
    { jobListItem: 'minimal' },
    { jobRecord: 'minimal' },
    { jobResults: 'present' },
    { jobStates: 'queued_processing_succeeded_failed' },
    { jobTypeField: 'type' },
    { pageLinksAtEdge: 'empty_string' },
    { pageLinksAtEdge: 'null' },
    { pendingListed: 'score_null' },
    { recordStatusField: 'present' },
    { resourceIdFormat: 'opaque' },
    { retryAfter: 'present' },
    { timestampPrecision: 'milliseconds' },
  ])('but not as that of the defaults has them, under %o', async (choices) => {
    const fake = await openFake()
    const { document } = await documentOf(fake, {}, 'usual')
    const { box } = await documentOf(fake, choices)
    expect(violationsOf(new Contract(document), await exercise(fake, box))).not.toEqual([])
  })

  it.each<readonly [Choices, string, string, string | undefined]>([
    [{ limitAboveMax: 'clamp' }, 'GET', '/cloud/resources?limit=101', undefined],
    [{ resourceIdFormat: 'opaque' }, 'GET', '/security/assessments?resource_id=nothing', undefined],
    [{ createdAfterFormat: 'unix_seconds' }, 'GET', '/data/analysis/jobs?created_after=1780000000', undefined],
    [{ tagFormat: 'equals' }, 'GET', '/cloud/resources?tag=environment%3Dproduction&limit=1', undefined],
    [{ dateForms: 'lenient' }, 'GET', '/security/assessments?from_date=20260601T000000Z', undefined],
    [{ dateForms: 'lenient' }, 'GET', '/data/analysis/jobs?created_after=20260601', undefined],
    [{ dateForms: 'lenient' }, 'POST', '/data/analysis/jobs', '20260601T'],
    [{ emptyFilter: 'ignore' }, 'GET', '/security/assessments?from_date=&limit=1', undefined],
    [{ unknownBodyFields: 'ignore' }, 'POST', '/security/assessments', 'more'],
    [{ nullBodyFields: 'absent' }, 'POST', '/security/assessments', 'null'],
    [{ jobRequiredFields: 'core' }, 'POST', '/data/analysis/jobs', '"t"'],
  ])('nor are requests that are served under %o allowed by it: %s %s', async (choices, method, path, having = '') => {
    const fake = await openFake()
    const { document } = await documentOf(fake, {}, 'usual')
    const { box } = await documentOf(fake, choices)
    const served = (await exercise(fake, box)).filter(({ text }) => text.startsWith('{"status":"success"'))
    const such = served.filter((one) => one.method === method && one.path === path && (one.sent ?? '').includes(having))
    expect(such.length).toBeGreaterThan(0)
    for (const one of such) expect(new Contract(document).requestViolations(one)).not.toEqual([])
  })
})

describe('what the document says of requests', () => {
  it('has no filter without a value where such a one is refused', async () => {
    const fake = await openFake()
    const [strict, usual] = [
      await documentOf(fake, { emptyFilter: 'reject', jobStatusFilter: 'empty' }),
      await documentOf(fake, {}, 'usual'),
    ]
    const paths = ['/cloud/resources?type=', '/security/assessments?resource_type=', '/data/analysis/jobs?status=']
    for (const path of paths) {
      const { status, headers } = await fake.fetch(usual.box.baseUrl + path, {
        headers: { Authorization: `Bearer ${fake.apiKey}` },
      })
      const one = { method: 'GET', path, status, headers, text: '' }
      expect([path, status, new Contract(usual.document).requestViolations(one)]).toEqual([path, 200, []])
      expect(new Contract(strict.document).requestViolations(one)).not.toEqual([])
    }
  })

  it.each([
    ['decode', 2],
    ['reject', 0],
  ] as const)('tells of encodings where requestEncoding is %s', async (requestEncoding, count) => {
    const { document } = await documentOf(await openFake(), { requestEncoding })
    expect(JSON.stringify(document).split('It may have a Content-Encoding: gzip, deflate, br.').length - 1).toBe(count)
  })
})

describe('what holds the answers of all tests to the document', () => {
  it('passes over what a scenario spoilt, and nothing else', async () => {
    const fake = await openFake()
    const document = new HeldToDocument(fake)
    const url = `${fake.baseUrl}/cloud/resources?limit=1`
    /** What is wrong with an answer. @param alter what is done to its body on the way */
    const ask = async (alter: (text: string) => string, headers: Readonly<Record<string, string>> = {}) => {
      const held = await document.look(url, headers['X-Fake-Scenario'])
      const response = await fake.fetch(url, { headers: { Authorization: `Bearer ${fake.apiKey}`, ...headers } })
      const text = alter(await response.text())
      return await document.violations(held, {
        method: 'GET',
        status: response.status,
        headers: response.headers,
        text,
      })
    }
    const same = (text: string) => text
    const more = (text: string) => text.replace('{', '{"more":1,')
    expect(await ask(same)).toEqual([])
    expect(await ask(more)).not.toEqual([])
    await fake.scenarios.define({ name: 'once', rules: [{ count: { first: 1 }, then: { patch: { more: 1 } } }] })
    expect(await ask(same)).toEqual([])
    expect(await ask(more)).not.toEqual([])
    await fake.scenarios.define({ name: 'refused', rules: [{ then: { error: 'internal_error' } }] })
    expect(await ask(same)).toEqual([])
    expect(await ask(more)).not.toEqual([])
    await fake.scenarios.off()
    expect(await ask(same, { 'X-Fake-Scenario': 'once' })).toEqual([])
    expect(await ask(more, { 'X-Fake-Scenario': 'refused' })).not.toEqual([])
    await fake.scenarios.define({ name: 'other', assume: { resourceIdFormat: 'opaque' } })
    expect(await ask(same)).toEqual([])
    await fake.scenarios.off()
    expect(await ask(same, { 'X-Fake-Scenario': 'other' })).toEqual([])
  })
})

describe('the document', () => {
  it.each([{}, ...profiles.slice(0, 5)])('refuses every field that it does not name, under %o', async (choices) => {
    const { document } = await documentOf(await openFake(), choices)
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

  it.each<readonly [string, readonly (string | number)[], unknown, Choices, unknown]>([
    ['the most of limit', [...list(resources, 5), 'maximum'], 100, { limitAboveMax: 'clamp' }, undefined],
    ['the least of page', [...list(resources, 4), 'minimum'], 1, { pagingInvalid: 'default' }, undefined],
    ['a tag', [...list(resources, 3), 'items', 'pattern'], '^[^:]+:', { tagFormat: 'equals' }, '^[^=]+='],
    [
      'a tag that may be anything',
      [...list(resources, 3), 'items', 'pattern'],
      '^[^:]+:',
      { tagMalformed: 'empty' },
      undefined,
    ],
    [
      'a job status',
      [...list(jobs, 0), 'enum'],
      undefined,
      { jobStatusFilter: 'reject' },
      ['pending', 'running', 'completed', 'failed'],
    ],
    ['created_after', [...list(jobs, 1), 'type'], undefined, { createdAfterFormat: 'unix_seconds' }, 'integer'],
    ['a filter by id', [...list(assessments, 0), 'format'], 'uuid', { resourceIdFormat: 'opaque' }, undefined],
    [
      'an id',
      [...list('/cloud/resources/{id}', 0), 'pattern'],
      expect.stringContaining('[0-9a-fA-F]{8}-'),
      { resourceIdFormat: 'opaque' },
      '^res-[0-9a-f]{32}$',
    ],
    [
      'the required fields of an assessment',
      [...body(assessments), 'required'],
      ['resource_id', 'resource_type'],
      { assessmentRequiredFields: 'all' },
      ['resource_id', 'resource_type', 'scan_options'],
    ],
    [
      'those below',
      [...body(assessments), 'properties', 'scan_options', 'required'],
      undefined,
      { assessmentRequiredFields: 'all' },
      ['comprehensive', 'categories'],
    ],
    [
      'the required fields of a job',
      [...body(jobs), 'required'],
      ['name', 'data_source', 'analysis_type', 'output_format'],
      { jobRequiredFields: 'core' },
      ['name', 'data_source', 'analysis_type'],
    ],
    ['unknown fields', [...body(jobs), 'additionalProperties'], false, { unknownBodyFields: 'ignore' }, undefined],
    [
      'null fields',
      [...body(jobs), 'properties', 'description', 'anyOf', 1, 'type'],
      undefined,
      { nullBodyFields: 'absent' },
      'null',
    ],
    [
      'null fields that must be there',
      [...body(jobs), 'properties', 'name', 'anyOf', 1, 'type'],
      undefined,
      { nullBodyFields: 'absent' },
      undefined,
    ],
    [
      'values',
      [...body(jobs), 'properties', 'output_format', 'enum'],
      undefined,
      { jobValues: 'reject' },
      ['csv', 'json'],
    ],
    [
      'the permission',
      ['paths', resources, 'get', 'description'],
      'Needs the permission `cloud:read`.',
      { permissionModel: 'read_write' },
      'Needs the permission `read`.',
    ],
    [
      'the unit of the reset',
      ['components', 'headers', 'RateReset', 'description'],
      expect.stringContaining('in seconds'),
      { rateResetUnit: 'milliseconds' },
      expect.stringContaining('in milliseconds'),
    ],
  ])('says %s', async (_, path, usual, choices, chosen) => {
    const fake = await openFake()
    expect(at((await documentOf(fake, {}, 'usual')).document, ...path)).toEqual(usual)
    expect(at((await documentOf(fake, choices)).document, ...path)).toEqual(chosen)
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
    [list(resources, 2), { resourceValues: 'reject' }, expect.arrayContaining(['eu-west-1', 'us-central1'])],
    [list(assessments, 1), {}, undefined],
    [list(assessments, 1), refused, resourceTypes],
    [list(assessments, 1), { ...refused, assessedResource: 'any' }, undefined],
    [list(assessments, 1), { ...refused, assessedResourceType: 'ignore' }, undefined],
    [list(assessments, 1), { ...refused, assessedResource: 'any', assessmentValues: 'reject' }, resourceTypes],
    [list(jobs, 2), { jobTypeFilter: 'reject' }, undefined],
    [list(jobs, 2), { jobValues: 'reject' }, undefined],
    [list(jobs, 2), { jobTypeFilter: 'reject', jobValues: 'reject' }, jobTypes],
  ])('has the values of %j as an enum where the choices %o close them', async (path, choices, values) => {
    const { document } = await documentOf(await openFake(), choices)
    expect(at(document, ...path, 'enum')).toEqual(values)
    expect(at(document, ...path, 'type')).toBe('string')
  })

  it('names the values that own records have', async () => {
    const fake = await openFake()
    const { box } = await documentOf(fake, { resourceValues: 'reject' })
    const resource = await box.resources.create({ status: 'hibernating', provider: 'ours' })
    const findings = [{ id: 'f', severity: 'info', category: 'c', description: 'd', remediation: 'r' }]
    const assessment = await box.assessments.create({ findings })
    const values = async () => {
      const { document } = await documentOf(fake, {})
      return [severity, status, list(resources, 1)].map((path) => at(document, ...path, 'enum'))
    }
    expect(await values()).toEqual([
      [...severities, 'info'],
      [...statuses, 'hibernating'],
      [...providers, 'ours'].toSorted(),
    ])
    await box.resources.remove(String(resource['id']))
    await box.assessments.remove(String(assessment['id']))
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
    const { document } = await documentOf(await openFake(), {})
    expect(at(document, ...path, 'format')).toBe(format)
  })

  it('says of what has a format what the fake takes and gives', async () => {
    const fake = await openFake()
    await expect(fake.resources.create({ details: { public_ip: 'nowhere' } })).rejects.toThrow(
      /details\.public_ip: expected an IP address, such as 203\.0\.113\.7, got "nowhere"/,
    )
    const { details } = await fake.resources.create({ details: { public_ip: '2001:db8::7' } })
    expect(details).toMatchObject({ public_ip: '2001:db8::7' })
  })

  it.each([{}, { dateOnly: 'reject', createdAfterFormat: 'date_time' }, { nullBodyFields: 'absent' }, ...profiles])(
    'has no choice of one and no choice within a choice, under %o',
    async (choices) => {
      const fake = await openFake()
      const { box, document } = await documentOf(fake, choices)
      const control: unknown = await (await fake.fetch(`${box.controlUrl}/openapi.json`)).json()
      for (const several of [document, control].flatMap(choicesIn)) {
        expect(several.length).toBeGreaterThan(1)
        expect(several.filter((one) => Object.hasOwn(object.parse(one), 'anyOf'))).toEqual([])
        expect(new Set(several.map((one) => JSON.stringify(one))).size).toBe(several.length)
      }
    },
  )

  it('knows of a choice at once, and of one that a scenario makes', async () => {
    const fake = await openFake()
    const limit = async () => at((await documentOf(fake, {}, 'default')).document, ...list(resources, 5), 'maximum')
    expect(await limit()).toBe(100)
    await fake.scenarios.define({ name: 'lenient', assume: { limitAboveMax: 'clamp' } })
    expect(await limit()).toBeUndefined()
    await fake.scenarios.off()
    expect(await limit()).toBe(100)
  })

  it.each([{}, ...profiles])('has an example of every answer and of every body, under %o', async (choices) => {
    const { document } = await documentOf(await openFake(), choices)
    const profile = createProfile(choices)
    for (const { method, path, status, body } of operations) {
      const operation = ['paths', path, method.toLowerCase()]
      const served = status((id) => profile[id])
      const content = at(document, ...operation, 'responses', served, 'content')
      expect(at(Object.values(object.parse(content))[0], 'examples', 'served', 'value', 'status'), path).toBe('success')
      const sent = at(document, ...operation, 'requestBody', 'content', 'application/json', 'examples', 'served')
      expect(sent !== undefined).toBe(body !== undefined)
    }
  })

  it('gives ids that there are for examples', async () => {
    const fake = await openFake()
    const { box, document } = await documentOf(fake, {})
    for (const { path } of operations) {
      if (!path.endsWith('{id}')) continue
      const id = String(at(document, 'paths', path, 'get', 'parameters', 0, 'example'))
      const answer = await fake.fetch(box.baseUrl + path.replace('{id}', id), {
        headers: { Authorization: `Bearer ${box.apiKey}` },
      })
      expect(answer.status).toBe(200)
    }
  })
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

describe.each(['in process', 'over a socket'] as const)('the address of the document, %s', (way) => {
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
    const { send, at: panelAt } = await open({ maxSandboxes: 2 })
    for (const [path, url] of [
      ['/openapi.json', '/v1'],
      ['/@one/openapi.json', '/@one/v1'],
      ['/@two/openapi.json', '/@two/v1'],
    ] as const) {
      expect(at(JSON.parse((await send('GET', path)).text), 'servers', 0, 'url')).toBe(url)
    }
    expect((await panelAt('three').api('GET', '/cloud/resources')).status).toBe(200)
    expect((await panelAt('four').api('GET', '/cloud/resources')).status).toBe(503)
  })

  it('takes no other method', async () => {
    const { send } = await open()
    expect((await send('POST', '/openapi.json')).status).toBe(401)
  })
})
