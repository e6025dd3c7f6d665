import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createFake } from '../src/index.ts'
import { answers, anyList, anySuccess, assessmentBody, jobBody, noon, operations } from './support/answers.ts'
import { type Answer, type Client, describeBoxes, read, readError, type Way } from './support/fake.ts'
import {
  askOperation,
  countsOf,
  errors,
  failureOf,
  initOf,
  openHead,
  partsOf,
  type Send,
  senderTo,
  servedStatus,
  watch,
} from './support/scenarios.ts'

const folder = new URL('../scenarios/', import.meta.url)
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''))
  .toSorted()

/** A fake in which one scenario is on. */
interface Scene extends Client {
  readonly way: Way
  readonly send: Send
}

/** Shows what a client sees of a scenario that was just switched on. */
type Show = (scene: Scene) => Promise<void>

const list = '/cloud/resources?limit=1'
const hourMs = 3_600_000

/** What a raw connection sees of a request; undefined where there is no socket. */
async function watched({ way, box }: Scene, path = list) {
  return way === 'in process' ? undefined : watch(box.baseUrl, openHead(box.baseUrl, path, { last: true }))
}

/** Holds that a create does nothing but what its answer hides, or nothing at all. */
async function expectCreates(scene: Scene, created: number, work: () => Promise<unknown>): Promise<void> {
  const before = await countsOf(scene.box)
  await work()
  const after = await countsOf(scene.box)
  expect(after).toEqual({ ...before, assessments: (before['assessments'] ?? 0) + created })
}

const create: RequestInit = { method: 'POST', body: JSON.stringify(assessmentBody) }

/** Calls for every operation, as the body and its head have it. */
async function eachAnswer(send: Send, look: (response: Response, body: Uint8Array) => void | Promise<void>) {
  for (const operation of operations) {
    const response = await send(operation.path, initOf(operation))
    expect(response.status).toBe(servedStatus(operation))
    await look(response, new Uint8Array(await response.arrayBuffer()))
  }
}

const text = (body: Uint8Array): string => new TextDecoder().decode(body)

const failing: Show = async (scene) => {
  const { send, box } = scene
  const [name = ''] = (await box.summary()).scenarios
  const error = errors.find(({ scenario }) => scenario === name)
  const { assessments } = await countsOf(box)
  for (const operation of operations) {
    readError(await askOperation(scene, operation), error?.status ?? 0, error?.code ?? '')
  }
  expect((await countsOf(box))['assessments']).toBe(assessments)
  const raw = await send('/cloud/resources')
  expect([raw.ok, raw.headers.get('content-type')]).toEqual([false, 'application/json'])
}

const connectionReset: Show = async (scene) => {
  const { send } = scene
  for (const operation of operations) {
    const failure = await failureOf(send(operation.path, initOf(operation)))
    expect(failure).toEqual({ name: 'TypeError', message: 'fetch failed', code: 'ECONNRESET' })
  }
  await expectCreates(scene, 0, () => failureOf(send('/security/assessments', create)))
  const raw = await watched(scene)
  if (raw !== undefined) expect(raw).toEqual({ text: '', ended: 'by a reset', at: [] })
}

const noAnswer: Show = async (scene) => {
  const { send, way, box } = scene
  await expectCreates(scene, 0, async () => {
    if (way === 'in process') {
      const aborted = await failureOf(send('/security/assessments', { ...create, signal: AbortSignal.timeout(60) }))
      expect(aborted?.name).toBe('TimeoutError')
      return
    }
    const body = JSON.stringify(assessmentBody)
    const head = openHead(box.baseUrl, '/security/assessments', { method: 'POST', body })
    expect(await watch(box.baseUrl, head)).toEqual({ text: '', ended: 'not', at: [] })
  })
}

const truncatedBody: Show = async (scene) => {
  const { send, way } = scene
  for (const operation of operations) {
    const response = await send(operation.path, initOf(operation))
    expect([response.status, response.headers.get('content-type')]).toEqual([
      servedStatus(operation),
      'application/json',
    ])
    expect(await failureOf(response.text())).toMatchObject({ name: 'TypeError', message: 'terminated' })
  }
  await expectCreates(scene, 1, async () => failureOf((await send('/security/assessments', create)).json()))
  const raw = await watched(scene)
  if (raw === undefined) {
    expect(way).toBe('in process')
    return
  }
  const { status, headers, body } = partsOf(raw.text)
  const promised = Number(headers.get('content-length'))
  expect([raw.ended, status, headers.get('x-rate-limit-limit')]).toEqual(['in order', 200, '5000'])
  expect([body.length > 0, body.length, body.slice(0, 20)]).toEqual([
    true,
    Math.floor(promised / 2),
    '{"status":"success",',
  ])
}

const slowBody: Show = async (scene) => {
  const { send, way, box } = scene
  if (way === 'in process') {
    const controller = new AbortController()
    const response = await send('/cloud/resources', { signal: controller.signal })
    expect([response.status, Number(response.headers.get('content-length')) > 1000]).toEqual([200, true])
    const reading = failureOf(response.text())
    controller.abort()
    expect((await reading)?.name).toBe('AbortError')
  } else {
    const raw = await watch(box.baseUrl, openHead(box.baseUrl, '/cloud/resources'))
    const { status, headers, body } = partsOf(raw.text)
    expect([raw.ended, status, body]).toEqual(['not', 200, ''])
    expect(Number(headers.get('content-length'))).toBeGreaterThan(1000)
  }
  const { rules } = await box.scenarios.show('slow-body')
  expect(rules).toMatchObject([{ then: { fault: 'slow_body', over: '5s' }, phase: 'after', matches: 1, hits: 1 }])
}

const malformedJson: Show = async ({ send }) => {
  await eachAnswer(send, (response, body) => {
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(() => {
      JSON.parse(text(body))
    }).toThrow(SyntaxError)
    expect(text(body)).toMatch(/^\{"status":"success".*,$/s)
  })
  expect(await failureOf((await send(list)).json())).toMatchObject({ name: 'SyntaxError' })
}

const emptyBody: Show = async (scene) => {
  await eachAnswer(scene.send, (response, body) => {
    expect([body.length, response.headers.get('content-type')]).toEqual([0, 'application/json'])
    expect(response.headers.get('x-rate-limit-limit')).toBe('5000')
  })
  const raw = await watched(scene)
  if (raw !== undefined) expect(partsOf(raw.text).headers.get('content-length')).toBe('0')
}

const gatewayErrorPage: Show = async (scene) => {
  const { send } = scene
  for (const operation of operations) {
    const response = await send(operation.path, initOf(operation))
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html'])
    expect(await response.text()).toMatch(/^<html>\n.*<h1>502 Bad Gateway<\/h1>.*<\/html>\n$/s)
    expect([...response.headers.keys()].filter((name) => name.startsWith('x-'))).toEqual([])
  }
  await expectCreates(scene, 0, () => send('/security/assessments', create))
  const raw = await watched(scene)
  if (raw !== undefined) expect(raw.text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
}

const wrongContentType: Show = async ({ send }) => {
  await eachAnswer(send, (response, body) => {
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(JSON.parse(text(body))).toMatchObject({ status: 'success' })
  })
}

const outage: Show = async (scene) => {
  const { box, get } = scene
  const one = async () => (await get(list)).status
  for (let outages = 0; outages < 2; outages += 1) {
    expect([await one(), await one(), await one(), await one(), await one()]).toEqual([503, 503, 503, 200, 200])
    await box.scenarios.on('outage-then-recovery')
  }
  await expectCreates(scene, 1, async () => {
    for (const operation of operations.slice(0, 4)) {
      const expected = operation.id === 'listResources' ? 200 : 503
      expect((await askOperation(scene, operation)).status).toBe(expected)
    }
    read(await scene.post('/security/assessments', assessmentBody), 201, answers.creation)
  })
}

const flaky: Show = async ({ box, get, sandbox }) => {
  const many = 200
  const sequence = async (client: Pick<Client, 'get'>, times = 50) => {
    const statuses: number[] = []
    for (let asked = 0; asked < times; asked += 1) statuses.push((await client.get(list)).status)
    return statuses
  }
  const statuses = await sequence({ get }, many)
  const unavailable = statuses.filter((status) => status === 503).length
  const broken = statuses.filter((status) => status === 500).length
  expect(statuses.filter((status) => status === 200).length + unavailable + broken).toBe(many)
  expect(Math.abs(unavailable / many - 0.2)).toBeLessThan(0.07)
  expect(Math.abs(broken / (many - unavailable) - 0.1)).toBeLessThan(0.06)
  const { rules } = await box.scenarios.show('flaky')
  expect(rules).toMatchObject([
    { matches: many, hits: unavailable },
    { matches: many - unavailable, hits: broken },
  ])

  await box.scenarios.on('flaky')
  expect(await sequence({ get })).toEqual(statuses.slice(0, 50))
  const other = sandbox(`${box.name}-other`)
  await other.box.scenarios.on('flaky')
  expect(await sequence(other)).toEqual(statuses.slice(0, 50))
}

const slow: Show = async (scene) => {
  const { box, send, way } = scene
  const { rules } = await box.scenarios.show('slow')
  expect(rules).toMatchObject([{ then: { delay: { min: '500ms', max: '1500ms' } }, phase: 'before' }])
  if (way === 'in process') {
    const failure = await failureOf(send(list, { signal: AbortSignal.timeout(100) }))
    expect(failure?.name).toBe('TimeoutError')
    return
  }
  const startedAt = performance.now()
  const [answer, raw] = await Promise.all([send(list), watched(scene)])
  const tookMs = performance.now() - startedAt
  expect([answer.status, tookMs >= 499, tookMs < 2000]).toEqual([200, true, true])
  expect(raw).toEqual({ text: '', ended: 'not', at: [] })
}

const commitsThenFails: Show = async ({ box, get, post }) => {
  const made = async (path: string, body: unknown, kind: 'assessments' | 'jobs') => {
    const before = (await countsOf(box))[kind] ?? 0
    readError(await post(path, body), 503, 'service_unavailable')
    expect((await countsOf(box))[kind]).toBe(before + 1)
    const second = read(await post(path, body), 201, anySuccess)
    expect((await countsOf(box))[kind]).toBe(before + 2)
    await box.clock.advance('1h')
    const { data, pagination } = read(await get(path), 200, anyList)
    const [newest, hidden] = data
    expect(second).toMatchObject({ data: { id: newest?.id } })
    expect(hidden?.id).not.toBe(newest?.id)
    read(await get(`${path}/${hidden?.id}`), 200, anySuccess)
    read(await post(path, body), 201, anySuccess)
    return pagination.total_items
  }
  const { assessments = 0, jobs = 0 } = await countsOf(box)
  const unlisted = assessments - read(await get('/security/assessments'), 200, anyList).pagination.total_items
  expect(await made('/security/assessments', assessmentBody, 'assessments')).toBe(assessments - unlisted + 2)
  expect(await made('/data/analysis/jobs', jobBody, 'jobs')).toBe(jobs + 2)
}

const keyRevoked: Show = async (scene) => {
  const { get, post } = scene
  read(await get(list), 200, answers.resources)
  read(await post('/data/analysis/jobs', jobBody), 201, answers.job)
  read(await get(list, { key: 'csf_read_only' }), 200, answers.resources)
  const { jobs, assessments } = await countsOf(scene.box)
  for (const operation of operations) readError(await askOperation(scene, operation), 401, 'authentication_error')
  readError(await get(list, { key: 'csf_read_only' }), 401, 'authentication_error')
  expect(await countsOf(scene.box)).toMatchObject({ jobs, assessments })
  await scene.box.scenarios.off()
  read(await get(list), 200, answers.resources)
}

const permissionRemoved: Show = async (scene) => {
  const { post, box } = scene
  read(await post('/data/analysis/jobs', jobBody), 201, answers.job)
  const before = await countsOf(box)
  for (const operation of operations) {
    const answer = await askOperation(scene, operation)
    if (operation.method === 'POST') readError(answer, 403, 'authorization_error')
    else read(answer, 200, anySuccess)
  }
  readError(await post('/security/assessments', assessmentBody), 403, 'authorization_error')
  expect(await countsOf(box)).toEqual(before)
}

const unseen: Readonly<Record<string, unknown>> = {
  type: 'quantum_computer',
  resource_type: 'quantum_computer',
  provider: 'orbital_cloud',
  region: 'low-earth-orbit-1',
  status: 'hibernating',
  severity: 'catastrophic',
  category: 'post_quantum',
  analysis_type: 'premonition',
  output_format: 'hologram',
  log_types: ['telepathy'],
}

/** The fields whose values the document leaves open, by operation; those of a collection stand in each item. */
const openFields = {
  listAssessments: ['resource_type'],
  getAssessment: ['resource_type', 'findings.severity', 'findings.category'],
  createAssessment: ['resource_type', 'status'],
  listResources: ['type', 'provider', 'region', 'status'],
  getResource: ['type', 'provider', 'region', 'status', 'details.volumes.type'],
  createJob: ['status', 'analysis_type', 'data_source.type', 'data_source.parameters.log_types', 'output_format'],
  getJob: ['status', 'analysis_type', 'data_source.type', 'data_source.parameters.log_types', 'output_format'],
  listJobs: ['status', 'analysis_type', 'data_source.type', 'data_source.parameters.log_types', 'output_format'],
} as const

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value with one of its fields replaced, in each item where an array stands in the way. */
function withUnseen(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withUnseen(item, [name, ...rest]))
  if (!isObject(value)) return value
  expect(value).toHaveProperty(name)
  return { ...value, [name]: rest.length === 0 ? unseen[name] : withUnseen(value[name], rest) }
}

/** The record or the records of an answer, and what the envelope has besides. */
const envelope = z.looseObject({ data: z.unknown() })

/** Asks for every operation, in a box where a scenario is on and in one where none is. */
async function eachPair(
  scene: Scene,
  look: (spoilt: unknown, plain: unknown, operation: (typeof operations)[number]) => void,
) {
  const { fake, box, way } = scene
  const plainSend = senderTo({ fake, box: fake.sandbox(`${box.name}-plain`) }, way)
  for (const operation of operations) {
    const path = operation.id.startsWith('list') ? `${operation.path}?limit=100` : operation.path
    const spoilt = await scene.send(path, initOf(operation))
    const plain = await plainSend(path, initOf(operation))
    expect([operation.id, spoilt.status]).toEqual([operation.id, plain.status])
    look(await spoilt.json(), await plain.json(), operation)
  }
}

const unknownValues: Show = async (scene) => {
  await eachPair(scene, (spoilt, plain, { id }) => {
    const expected = envelope.parse(plain)
    let { data } = expected
    for (const field of openFields[id]) data = withUnseen(data, field.split('.'))
    expect(spoilt).toEqual({ ...expected, data })
    expect(JSON.stringify(spoilt)).not.toBe(JSON.stringify(plain))
  })
  // What no schema of the document allows is not in it either.
  for (const operation of operations) read(await askOperation(scene, operation), servedStatus(operation), anySuccess)
}

const extraFields: Show = async (scene) => {
  const added = { added_later: { by: 'a newer version' } }
  await eachPair(scene, (spoilt, plain) => {
    const expected = envelope.parse(plain)
    const { data } = expected
    const withMore = Array.isArray(data)
      ? data.map((item: object) => ({ ...item, ...added }))
      : { ...Object(data), ...added }
    expect(spoilt).toEqual({ ...expected, data: withMore, request_id: '00000000-0000-4000-8000-000000000000' })
  })
}

const listChanges: Show = async ({ box, get }) => {
  for (const [path, limit] of [
    ['/cloud/resources', 20],
    ['/security/assessments', 20],
    ['/data/analysis/jobs', 10],
  ] as const) {
    await box.scenarios.off()
    const all = read(await get(`${path}?limit=100`), 200, anyList)
    const ids = all.data.map(({ id }) => id)
    const total = all.pagination.total_items
    await box.scenarios.on('list-changes-while-paging')

    const met: string[] = []
    const totals: number[] = []
    const { pathname: base } = new URL(box.baseUrl)
    let next: string | null | undefined = `${base}${path}?page=1&limit=${limit}`
    while (next !== undefined && next !== null) {
      const { data, pagination }: z.infer<typeof anyList> = read(await get(next.replace(base, '')), 200, anyList)
      met.push(...data.map(({ id }) => id))
      totals.push(pagination.total_items)
      next = pagination.next_page
    }
    // After the first page all move on by one, and after the second back again.
    expect(met.filter((id, position) => met.indexOf(id) !== position)).toEqual([ids[limit - 1]])
    expect(ids.filter((id) => !met.includes(id))).toEqual([ids[2 * limit - 1]])
    expect(met.every((id) => ids.includes(id))).toBe(true)
    expect(totals).toEqual([total, total + 1, total])
    const { rules } = await box.scenarios.show('list-changes-while-paging')
    expect(rules).toMatchObject([
      { matches: 3, hits: 1 },
      { matches: 2, hits: 2 },
    ])
    await box.reset()
  }
}

/** How the headers of an answer tell of a quota. */
const rateOf = ({ headers }: Answer): readonly number[] =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-rate-limit-${name}`)))

const resetAt = Date.parse(noon) + hourMs

const exhausted: Show = async (scene) => {
  const { box, get } = scene
  const before = await countsOf(box)
  for (const operation of operations) {
    const answer = await askOperation(scene, operation)
    expect(readError(answer, 429, 'rate_limit_exceeded')).toBe('the quota of 5000 requests an hour is used up')
    expect(rateOf(answer)).toEqual([5000, 0, resetAt / 1000])
  }
  expect(await countsOf(box)).toEqual(before)
  readError(await get(list, { key: 'csf_small_quota' }), 429, 'rate_limit_exceeded')
  readError(await get(list, { key: null }), 401, 'authentication_error')
  await box.clock.set(new Date(resetAt - 1).toISOString())
  readError(await get(list), 429, 'rate_limit_exceeded')
  await box.clock.advance('1ms')
  const served = await get(list)
  read(served, 200, answers.resources)
  expect(rateOf(served)).toEqual([5000, 4999, (resetAt + hourMs) / 1000])
}

const nearlyExhausted: Show = async (scene) => {
  const { get } = scene
  const statuses: number[] = []
  for (const operation of operations) {
    const answer = await askOperation(scene, operation)
    statuses.push(answer.status)
    expect(rateOf(answer)).toEqual([5000, statuses.length === 1 ? 1 : 0, resetAt / 1000])
  }
  expect(statuses).toEqual([200, 200, 429, 429, 429, 429, 429, 429])
  expect(rateOf(await get(list, { key: 'csf_small_quota' }))).toEqual([5, 1, resetAt / 1000])
}

const resetsSoon: Show = async ({ box, get }) => {
  const answer = await get(list)
  readError(answer, 429, 'rate_limit_exceeded')
  expect(rateOf(answer)).toEqual([5000, 0, Date.parse(noon) / 1000 + 5])
  await box.clock.advance('4999ms')
  readError(await get(list), 429, 'rate_limit_exceeded')
  await box.clock.advance('1ms')
  const served = await get(list)
  read(served, 200, answers.resources)
  expect(rateOf(served)).toEqual([5000, 4999, (Date.parse(noon) + 5000 + hourMs) / 1000])
}

const created = z.looseObject({
  data: z.looseObject({ id: z.string(), estimated_completion_time: z.optional(z.string()) }),
})
const shown = z.looseObject({ data: z.looseObject({ status: z.optional(z.string()) }) })

/** The course of a record of one kind, as a client that polls sees it. */
function courseOf(kind: 'assessments' | 'jobs', { box, get, post }: Scene) {
  const path = { assessments: '/security/assessments', jobs: '/data/analysis/jobs' }[kind]
  const other = { assessments: '/data/analysis/jobs', jobs: '/security/assessments' }[kind]
  const bodies = { assessments: assessmentBody, jobs: jobBody }
  const at = async (place: string, id: string): Promise<string | undefined> =>
    read(await get(`${place}/${id}`), 200, shown).data.status
  /** A completed assessment has no status of its own. */
  const stateAt = async (place: string, id: string) => (await at(place, id)) ?? 'completed'
  return {
    start: async () => {
      const { data } = read(await post(path, bodies[kind]), 201, created)
      const second = read(await post(other, bodies[kind === 'jobs' ? 'assessments' : 'jobs']), 201, created)
      if (kind === 'assessments') expect(data['status']).toBe('pending')
      return {
        estimate: data.estimated_completion_time,
        state: () => stateAt(path, data.id),
        /** That of a record of the other kind, which the scenario leaves alone. */
        otherState: () => stateAt(other, second.data.id),
        isListed: async () => read(await get(path), 200, anyList).data.some(({ id }) => id === data.id),
      }
    },
    advance: (by: string) => box.clock.advance(by),
  }
}

const completesAtOnce =
  (kind: 'assessments' | 'jobs'): Show =>
  async (scene) => {
    const { estimate, state, otherState, isListed } = await courseOf(kind, scene).start()
    expect([await state(), await isListed(), await otherState()]).toEqual(['completed', true, 'pending'])
    if (kind === 'assessments') expect(estimate).toBe(noon)
  }

const takesAnHour =
  (kind: 'assessments' | 'jobs'): Show =>
  async (scene) => {
    const { start, advance } = courseOf(kind, scene)
    const { estimate, state, otherState } = await start()
    if (kind === 'assessments') expect(estimate).toBe('2026-07-01T13:00:00Z')
    await advance('5s')
    expect([await state(), await otherState()]).toEqual(['pending', 'completed'])
    await advance('3594999ms')
    expect(await state()).toBe(kind === 'assessments' ? 'pending' : 'running')
    await advance('1ms')
    expect(await state()).toBe('completed')
  }

const neverCompletes =
  (kind: 'assessments' | 'jobs'): Show =>
  async (scene) => {
    const { start, advance } = courseOf(kind, scene)
    const { estimate, state, otherState, isListed } = await start()
    if (kind === 'assessments') expect(estimate).toBe('2026-07-01T12:00:05Z')
    for (const by of ['5s', '36525d', '36525d']) {
      await advance(by)
      expect([await state(), await isListed(), await otherState()]).toEqual(['pending', kind === 'jobs', 'completed'])
    }
  }

const fails =
  (kind: 'assessments' | 'jobs'): Show =>
  async (scene) => {
    const { start, advance } = courseOf(kind, scene)
    const { state, otherState, isListed } = await start()
    await advance('4999ms')
    expect(await state()).toBe(kind === 'assessments' ? 'pending' : 'running')
    await advance('1ms')
    expect([await state(), await isListed(), await otherState()]).toEqual(['failed', kind === 'jobs', 'completed'])
    await advance('36525d')
    expect(await state()).toBe('failed')
  }

const shows: Readonly<Record<string, Show>> = {
  ...Object.fromEntries(errors.map(({ scenario }) => [scenario, failing])),
  'assessments-complete-at-once': completesAtOnce('assessments'),
  'assessments-fail': fails('assessments'),
  'assessments-never-complete': neverCompletes('assessments'),
  'assessments-slow': takesAnHour('assessments'),
  'commits-then-fails': commitsThenFails,
  'connection-reset': connectionReset,
  'empty-body': emptyBody,
  'extra-fields': extraFields,
  flaky,
  'gateway-error-page': gatewayErrorPage,
  'jobs-complete-at-once': completesAtOnce('jobs'),
  'jobs-fail': fails('jobs'),
  'jobs-never-complete': neverCompletes('jobs'),
  'jobs-slow': takesAnHour('jobs'),
  'key-revoked-midway': keyRevoked,
  'list-changes-while-paging': listChanges,
  'malformed-json': malformedJson,
  'no-answer': noAnswer,
  'outage-then-recovery': outage,
  'permission-removed': permissionRemoved,
  'rate-limit-exhausted': exhausted,
  'rate-limit-nearly-exhausted': nearlyExhausted,
  'rate-limit-resets-soon': resetsSoon,
  slow,
  'slow-body': slowBody,
  'truncated-body': truncatedBody,
  'unknown-values': unknownValues,
  'wrong-content-type': wrongContentType,
}

describeBoxes('the built-in scenario', (open, way) => {
  it.each(Object.entries(shows))('%s', async (name, show) => {
    const client = await open({ clock: noon })
    expect(await client.box.scenarios.show(name)).toMatchObject({ active: false, source: 'built-in' })
    await client.box.scenarios.on(name)
    expect((await client.box.summary()).scenarios).toEqual([name])
    await show({ ...client, way, send: senderTo(client, way) })
  })
})

const fileShape = z.looseObject({
  $schema: z.literal('./schema/scenario.schema.json'),
  name: z.string(),
  description: z.string().check(z.minLength(20)),
})

it('every file of the folder is shown by a test, named as its scenario, and described', async () => {
  // Those of webhooks are shown by what a receiver sees.
  const receivers = readFileSync(new URL('notifications-scenarios.test.ts', import.meta.url), 'utf8')
  const elsewhere = files.filter((file) => file.startsWith('webhook-') && receivers.includes(`describeFake('${file}'`))
  expect(files).toEqual([...Object.keys(shows), ...elsewhere].toSorted())
  const fake = await createFake()
  expect((await fake.scenarios.list()).map(({ name }) => name)).toEqual(files)
  for (const file of files) {
    const content: unknown = JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8'))
    const { $schema: _, ...definition } = fileShape.parse(content)
    expect(definition.name).toBe(file)
    const { active, source, rules, ...shownDefinition } = await fake.scenarios.show(file)
    expect({ active, source }).toEqual({ active: false, source: 'built-in' })
    expect({ ...shownDefinition, rules }).toMatchObject(definition)
    expect(rules.every(({ matches, hits }) => matches === 0 && hits === 0)).toBe(true)
  }
  await fake.close()
})

it('flaky draws another sequence from another seed', async () => {
  const sequences: string[] = []
  for (const seed of [1, 2, 1]) {
    const fake = await createFake({ seed, scenario: ['flaky'] })
    const statuses: number[] = []
    for (let asked = 0; asked < 50; asked += 1)
      statuses.push((await senderTo({ fake, box: fake }, 'in process')(list)).status)
    sequences.push(statuses.join(' '))
    await fake.close()
  }
  expect(sequences[2]).toBe(sequences[0])
  expect(sequences[1]).not.toBe(sequences[0])
})

const windows = ['first_request', 'clock_hour', 'sliding'] as const
const scopes = ['key', 'account'] as const
const unaligned = '2026-07-01T12:20:30.250Z'

describeBoxes('the quota that a scenario sets', (open) => {
  const cases = windows.flatMap((rateWindow) => scopes.map((rateScope) => ({ rateWindow, rateScope })))

  /** The instant of a reset, which is a whole second within a second of the end of the window. */
  const readReset = (answer: Answer, [limit, remaining]: readonly number[], end: string): number => {
    const [, , reset = 0] = rateOf(answer)
    expect(rateOf(answer)).toEqual([limit, remaining, reset])
    expect([reset, Math.abs(reset * 1000 - Date.parse(end)) < 1000]).toEqual([reset, true])
    return reset * 1000
  }
  const endOf = (rateWindow: (typeof windows)[number]): string =>
    rateWindow === 'clock_hour' ? '2026-07-01T13:00:00Z' : '2026-07-01T13:20:30.250Z'

  it.each(cases)('is there again at the reset, under $rateWindow of each $rateScope', async (assume) => {
    const { box, get } = await open({ clock: unaligned, assume })
    for (const [name, end] of [
      ['rate-limit-exhausted', endOf(assume.rateWindow)],
      ['rate-limit-resets-soon', '2026-07-01T12:20:35.250Z'],
    ] as const) {
      await box.clock.set(unaligned)
      await box.scenarios.on(name)
      const refused = await get(list)
      readError(refused, 429, 'rate_limit_exceeded')
      const resetMs = readReset(refused, [5000, 0], end)
      readError(await get(list, { key: 'csf_read_only' }), 429, 'rate_limit_exceeded')
      await box.clock.set(new Date(resetMs - 1).toISOString())
      const last = await get(list)
      readError(last, 429, 'rate_limit_exceeded')
      await box.clock.advance('1ms')
      read(await get(list), 200, answers.resources)
      read(await get(list, { key: 'csf_read_only' }), 200, answers.resources)
      await box.scenarios.off()
    }
  })

  it.each(cases)('nearly exhausted is two requests of each $rateScope, under $rateWindow', async (assume) => {
    const { box, get } = await open({ clock: unaligned, assume })
    await get(list)
    await box.scenarios.on('rate-limit-nearly-exhausted')
    const asked: number[] = []
    const [full, reader] = ['csf_full_access', 'csf_read_only']
    for (const key of [full, reader, reader, full, full, reader]) asked.push((await get(list, { key })).status)
    expect(asked).toEqual(assume.rateScope === 'key' ? [200, 200, 200, 200, 429, 429] : [200, 200, 429, 429, 429, 429])
    const resetMs = readReset(await get(list), [5000, 0], endOf(assume.rateWindow))
    await box.clock.set(new Date(resetMs).toISOString())
    read(await get(list), 200, answers.resources)
  })

  it('is another than that of the sandbox, which goes on where it was', async () => {
    const { box, get } = await open({ clock: noon })
    expect(rateOf(await get(list))[1]).toBe(4999)
    await box.scenarios.on('rate-limit-exhausted')
    expect(rateOf(await get(list))[1]).toBe(0)
    await box.scenarios.off()
    expect(rateOf(await get(list))[1]).toBe(4998)
  })

  it('begins anew when it is switched on anew, and is that of the last one that is on', async () => {
    const { box, get } = await open({ clock: noon })
    await box.scenarios.on('rate-limit-nearly-exhausted')
    for (const status of [200, 200, 429]) expect((await get(list)).status).toBe(status)
    await box.clock.advance('10m')
    await box.scenarios.on('rate-limit-nearly-exhausted')
    const answer = await get(list)
    expect(rateOf(answer)).toEqual([5000, 1, resetAt / 1000 + 600])
    await box.scenarios.on('rate-limit-resets-soon')
    expect(rateOf(await get(list))).toEqual([5000, 0, Date.parse(noon) / 1000 + 605])
    await box.scenarios.off('rate-limit-resets-soon')
    expect(rateOf(await get(list))).toEqual([5000, 0, resetAt / 1000 + 600])
  })

  it('may have a limit of its own, and a reset without anything else', async () => {
    const { box, get } = await open({ clock: noon })
    await box.scenarios.define({ name: 'small', quota: { limit: 3 } })
    expect(rateOf(await get(list))).toEqual([3, 2, resetAt / 1000])
    await box.scenarios.define({ name: 'small', quota: { limit: 3, remaining: 1, resetsIn: '1h' } })
    expect(rateOf(await get(list, { key: 'csf_small_quota' }))).toEqual([3, 0, resetAt / 1000])
    await box.scenarios.define({ name: 'small', quota: { resetsIn: '10s' } })
    expect(rateOf(await get(list))).toEqual([5000, 4999, Date.parse(noon) / 1000 + 10])
  })

  it('counts what a header names too, from the first request that names it', async () => {
    const { box, get } = await open({ clock: noon })
    const headers = { 'X-Fake-Scenario': 'rate-limit-nearly-exhausted' }
    const statuses: number[] = []
    for (let asked = 0; asked < 3; asked += 1) {
      statuses.push((await get(list, { headers })).status, (await get(list)).status)
      await box.clock.advance('1m')
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 200])
    expect(rateOf(await get(list, { headers }))[2]).toBe(resetAt / 1000)
    expect((await box.summary()).scenarios).toEqual([])
  })
})
