import type { JsonObject } from '../json.ts'
import { textAt } from '../json.ts'
import { Random } from '../random.ts'
import { type Answer, itemsOf, jsonOf, type Recorder } from '../recorder.ts'
import { copyOf, magicIds, type Records, withKey } from '../values.ts'

/** Scenarios that make a client wait on the real clock. They have a chapter of their own. */
const waiting = new Set(['slow', 'slow-body', 'no-answer'])

const jobOf = (name: string): JsonObject => ({
  name,
  data_source: {
    type: 'security_logs',
    parameters: {
      start_date: '2026-05-01T00:00:00Z',
      end_date: '2026-06-01T00:00:00Z',
      log_types: ['firewall'],
    },
  },
  analysis_type: 'access_review',
  output_format: 'json',
  notification: { email: 'person@example.com', webhook_url: 'http://192.0.2.9/hook' },
})

/** Requests of every kind to one sandbox. */
function clientOf(recorder: Recorder, prefix: string, records: Records, extra: Readonly<Record<string, string>>) {
  const [{ id, type } = { id: '', type: '' }] = records.resources
  const headers = { ...withKey(), ...extra }
  const send = async (method: string, path: string, body?: JsonObject): Promise<Answer> => {
    const sent = body === undefined ? { headers } : jsonOf(body, headers)
    const answer = await recorder.send(method, `${prefix}/v1${path}`, sent)
    if (method === 'POST') await recorder.settle(prefix)
    return answer
  }
  return {
    list: () => send('GET', '/cloud/resources?limit=2'),
    listJobs: () => send('GET', '/data/analysis/jobs?limit=2&page=2'),
    get: () => send('GET', `/cloud/resources/${id}`),
    read: (assessment: string) => send('GET', `/security/assessments/${assessment}`),
    assess: () => send('POST', '/security/assessments', { resource_id: id, resource_type: type }),
    analyse: () => send('POST', '/data/analysis/jobs', jobOf('Under a scenario')),
    readJob: (job: string) => send('GET', `/data/analysis/jobs/${job}`),
    head: () => send('HEAD', '/cloud/resources'),
    miss: () => send('GET', '/cloud/nothing'),
  }
}

type Client = ReturnType<typeof clientOf>

/** A scenario as a client sees it. */
async function tryOut(client: Client): Promise<void> {
  await client.list()
  const assessment = textAt((await client.assess()).json, 'data', 'id') || magicIds[0]
  const job = textAt((await client.analyse()).json, 'data', 'id') || magicIds[5]
  await client.read(assessment ?? '')
  await client.readJob(job ?? '')
  await client.listJobs()
  await client.get()
  await client.head()
  await client.miss()
}

/** The same scenario as the client sees it later. */
async function tryAgain(client: Client): Promise<void> {
  await client.assess()
  await client.analyse()
  await client.listJobs()
}

/** Every built-in scenario, switched on by the control plane and named by a request. */
export async function builtIn(recorder: Recorder, records: Records): Promise<void> {
  const names = itemsOf(await recorder.send('GET', '/_control/scenarios')).map((item) => textAt(item, 'name'))
  for (const name of names.filter((name) => !waiting.has(name))) {
    const prefix = `/@on-${name}`
    const client = clientOf(recorder, prefix, records, {})
    const path = `${prefix}/_control/scenarios/${name}`
    await recorder.send('PUT', path, jsonOf({}))
    await tryOut(client)
    await recorder.send('POST', `${prefix}/_control/clock/advance`, jsonOf({ by: '6s' }))
    await tryAgain(client)
    await recorder.send('POST', `${prefix}/_control/clock/advance`, jsonOf({ by: '2h' }))
    await recorder.send('GET', path)
    if (/^(jobs|webhook)/.test(name)) await recorder.send('GET', `${prefix}/_control/outbox`)
    await recorder.send('GET', `${prefix}/_control/requests?limit=3`)
    await recorder.send('DELETE', path)
    await client.list()
    await byHeader(recorder, records, name)
  }
  const client = clientOf(recorder, '/@by-header', records, { 'X-Fake-Scenario': 'flaky, no-such-scenario' })
  await client.list()
  await clientOf(recorder, '/@by-header', records, { 'X-Fake-Scenario': '' }).list()
  await clientOf(recorder, '/@by-header', records, { 'X-Fake-Scenario': 'extra-fields, unknown-values,' }).list()
  await clientOf(recorder, '/@by-header', records, { 'X-Fake-Scenario': 'extra-fields, internal-error' }).list()
}

/** A scenario that makes a client wait, named by a request and then switched on. */
export async function waits(recorder: Recorder, name: string): Promise<void> {
  const path = '/v1/cloud/resources?limit=2'
  const how = name === 'no-answer' ? { giveUpMs: 500 } : {}
  await recorder.send('GET', path, { headers: { ...withKey(), 'X-Fake-Scenario': name } }, how)
  await recorder.send('PUT', `/_control/scenarios/${name}`, jsonOf({}))
  await recorder.send(name === 'slow-body' ? 'HEAD' : 'GET', path, { headers: withKey() }, how)
  await recorder.send('GET', '/_control/requests')
}

async function byHeader(recorder: Recorder, records: Records, name: string): Promise<void> {
  const client = clientOf(recorder, '/@by-header', records, { 'X-Fake-Scenario': name })
  await client.list()
  await client.assess()
  await client.analyse()
  await client.get()
}

const errors = [
  'authentication_error',
  'authorization_error',
  'invalid_request',
  'resource_not_found',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
]
const faults = ['reset', 'truncate', 'malformed_json', 'empty', 'gateway_html', 'slow_body', 'wrong_content_type']
const operations = ['listResources', 'getResource', 'createAssessment', 'createJob', 'listJobs', 'getJob']

function drawWhen(random: Random): JsonObject {
  const all: readonly (readonly [string, unknown])[] = [
    ['operation', random.pick(operations)],
    ['operation', random.shuffle(operations).slice(0, 3)],
    ['method', random.pick(['get', 'POST', ['GET', 'head']])],
    ['path', random.pick(['/cloud/*', '/security/assessments', ['/data/*', '/cloud/resources']])],
    ['id', random.pick(['*', '0*', '11111111-2222-4333-8444-555555555555'])],
    ['key', random.pick(['full-access', '*', 'read-*'])],
    ['query', random.pick([{ limit: '2' }, { page: ['2', '3'] }, { limit: '*' }])],
    ['header', random.pick([{ authorization: '*' }, { 'X-Nothing': 'x' }])],
    ['body', random.pick([{ resource_type: 'database' }, { data_source: { type: 'security_logs' } }])],
  ]
  return Object.fromEntries(random.shuffle(all).slice(0, random.below(3)))
}

function drawThen(random: Random): JsonObject {
  const fault = random.pick(faults)
  const all: readonly JsonObject[] = [
    { error: random.pick(errors) },
    { delay: random.pick(['1ms', { min: '1ms', max: '4ms' }]) },
    { fault, ...(fault === 'slow_body' ? { over: '20ms' } : {}) },
    { status: random.pick([200, 202, 418, 503]) },
    { headers: random.pick([{ 'X-Extra': 'yes' }, { 'X-Rate-Limit-Limit': null }, { 'Retry-After': '7' }]) },
    { patch: random.pick([{ data: { name: null } }, { data: { new: 1 }, status: 'odd' }, { pagination: null }]) },
    { replace: random.pick([{ type: 'toaster' }, { status: 'odd', region: null }]) },
    { arrange: random.pick(['insert', 'remove']) },
  ]
  const [first = {}, second = {}, third = {}] = random.shuffle(all)
  const amount = random.below(3)
  return amount === 0 ? first : amount === 1 ? { ...first, ...second } : { ...first, ...second, ...third }
}

function drawRule(random: Random): JsonObject {
  const counts: readonly JsonObject[] = [
    { first: 2 },
    { after: 1 },
    { every: 2 },
    { chance: 0.5 },
    { after: 1, every: 2, first: 1 },
  ]
  const [count, phase] = [random.pick(counts), random.pick(['before', 'after'])]
  const [hasCount, hasPhase] = [random.chance(0.4), random.chance(0.2)]
  const [when, then] = [drawWhen(random), drawThen(random)]
  return { when, ...(hasCount ? { count } : {}), ...(hasPhase ? { phase } : {}), then }
}

type Drawn = JsonObject & { readonly rules: readonly JsonObject[] }

function drawScenario(random: Random, name: string): Drawn {
  const rest: readonly JsonObject[] = [
    {
      assessments: {
        completeAfter: random.pick(['0s', '30s', 'never']),
        outcome: random.pick(['failed', 'completed']),
      },
    },
    { jobs: { completeAfter: random.pick(['1s', '1h', 'never']), outcome: random.pick(['failed', 'completed']) } },
    { quota: random.pick([{ limit: 5 }, { remaining: 3 }, { limit: 9, remaining: 1, resetsIn: '10s' }]) },
    { webhooks: random.pick([{ fail: 1 }, { duplicate: 2 }, { outOfOrder: true }, { tamper: true }]) },
    {
      assume: random.pick([{ limitAboveMax: 'clamp' }, { rateQuota: 12 }, { retryAfter: 'seconds' }, { nothing: 'x' }]),
    },
    { description: 'Made in the session' },
  ]
  const rules = Array.from({ length: 1 + random.below(3) }, () => drawRule(random))
  const [first = {}, second = {}] = random.shuffle(rest)
  return { name, rules, ...first, ...second }
}

const invalid: readonly unknown[] = [
  {},
  [],
  'flaky',
  { name: 'Bad Name' },
  { name: 'flaky' },
  { name: 'x', rules: [{}] },
  { name: 'x', rules: [{ then: {} }] },
  { name: 'x', rules: [{ then: { error: 'no_error' } }] },
  { name: 'x', rules: [{ then: { fault: 'rest' } }] },
  { name: 'x', rules: [{ then: { status: 99 } }] },
  { name: 'x', rules: [{ then: { headers: { 'Content-Length': '1' } } }] },
  { name: 'x', rules: [{ when: { operation: 'listResource' }, then: { status: 200 } }] },
  { name: 'x', rules: [{ phase: 'before', then: { status: 200 } }] },
  { name: 'x', rules: [{ then: { status: 200, over: '1s' } }] },
  { name: 'x', rules: [{ count: { first: 0 }, then: { status: 200 } }] },
  { name: 'x', quota: { limit: 1, remaining: 2 } },
  { name: 'x', jobs: { completeAfter: 'soon' } },
  { name: 'x', webhooks: { duplicate: 11 } },
  { name: 'x', assume: { limitAboveMax: 'clip' } },
  { name: 'x', colour: 'red' },
  { name: 'x', rules: [{ when: { operation: 'createJob', method: 'GET' }, then: { status: 200 } }] },
  { name: 'x', rules: [{ when: { path: 'cloud/resources' }, then: { status: 200 } }] },
  { name: 'x', rules: [{ when: { for: '0s' }, then: { status: 200 } }] },
  { name: 'x', rules: [{ count: 1, times: 1, then: { status: 200 } }] },
  { name: 'x', rules: [{ then: { delay: { median: '2s', p99: '1s' } } }] },
  { name: 'x', rules: [{ then: { body: {}, status: 204 } }] },
]

/** Rules as people write them: each is refused, warned of, or fires. */
const written: readonly JsonObject[] = [
  { when: { path: '/v1/cloud/resources/{id}' }, then: { body: { of: 'my own' } } },
  { when: { path: '/cloud/nothing' }, count: { first: 1 }, then: { status: 503 } },
  { when: { from: '5m', for: '30m' }, then: { error: 'service_unavailable' } },
  { count: { first: 1 }, then: { delay: { min: '1ms', max: '3ms' } } },
]

/** Rules in the forms that people write, a time on the clock, and the effect of a rule in a header. */
export async function asWritten(recorder: Recorder, records: Records): Promise<void> {
  const prefix = '/@as-written'
  await recorder.send('POST', `${prefix}/_control/scenarios`, jsonOf({ name: 'written', rules: written, delay: '1ms' }))
  await recorder.send('PATCH', `${prefix}/_control/assumptions`, jsonOf({ retryAfter: 'present' }))
  const client = clientOf(recorder, prefix, records, {})
  await tryOut(client)
  await recorder.send('POST', `${prefix}/_control/clock/advance`, jsonOf({ by: '20m' }))
  await client.list()
  await recorder.send('GET', `${prefix}/_control/scenarios/written`)
  for (const then of [
    '{"error":"internal_error"}',
    '{"status":418,"body":"tea"}',
    '{"delay":"1ms"}',
    '{"eror":1}',
    '{',
  ]) {
    await clientOf(recorder, prefix, records, { 'X-Fake-Then': then }).listJobs()
  }
  await clientOf(recorder, prefix, records, {
    'X-Fake-Then': '{"status":202}',
    'X-Fake-Scenario': 'extra-fields',
  }).list()
  await recorder.send('POST', `${prefix}/_control/clock/advance`, jsonOf({ by: '15m' }))
  await client.list()
  await recorder.send('GET', `${prefix}/_control/requests?limit=8`)
}

/** Defines a scenario; where the conditions of a rule contradict each other, it does so again without that rule. */
async function define(recorder: Recorder, prefix: string, scenario: Drawn): Promise<void> {
  const path = `${prefix}/_control/scenarios`
  const { json } = await recorder.send('POST', path, jsonOf(scenario))
  const [, at] = /^rules\[(\d)\]\.when/.exec(textAt(json, 'detail')) ?? []
  if (at === undefined) return
  await recorder.send('POST', path, jsonOf({ ...scenario, rules: scenario.rules.filter((_, i) => i !== Number(at)) }))
}

/** Scenarios of random rules, and definitions that are refused. */
export async function inline(recorder: Recorder, records: Records): Promise<void> {
  for (let index = 0; index < 24; index += 1) {
    const prefix = `/@inline-${index}`
    const random = new Random(prefix)
    const name = `drawn-${index}`
    await define(recorder, prefix, drawScenario(random, name))
    const client = clientOf(recorder, prefix, copyOf(records), {})
    await tryOut(client)
    await recorder.send('GET', `${prefix}/_control/scenarios/${name}`)
    if (index % 4 === 0) await recorder.send('GET', `${prefix}/_control/requests?limit=2`)
  }
  await recorder.send('PUT', '/@inline-bad/_control/scenarios/flaky')
  for (const body of invalid) await recorder.send('POST', '/@inline-bad/_control/scenarios', jsonOf(body))
  await recorder.send('PUT', '/@inline-bad/_control/scenarios/flakey')
  await recorder.send('DELETE', '/@inline-bad/_control/scenarios/flakey')
  await recorder.send('GET', '/@inline-bad/_control/scenarios/flakey')
  await recorder.send('DELETE', '/@inline-0/_control/scenarios')
  const doubtful = { rules: [{ when: { path: '/elsewhere' }, then: { delay: '1ms' } }] }
  for (const body of [{ name: 'own' }, { name: 'own', ...doubtful }, { name: 'flaky' }, { name: 'Own' }, {}]) {
    await recorder.send('POST', '/@only-checked/_control/scenarios/check', jsonOf(body))
  }
}
