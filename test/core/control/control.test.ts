import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { operations } from '../../../src/core/app/areas.ts'
import { controlRoutes } from '../../../src/core/control/routes.ts'
import { version } from '../../../src/core/lib/version.ts'
import { drawId, streamLabel } from '../../../src/core/random/random.ts'
import { createFake } from '../../../src/index.ts'
import { noon, unknownId } from '../../support/answers.ts'
import { Contract } from '../../support/contract.ts'
import { describeShared, type ControlledFake, readAs } from '../../support/control.ts'
import { builtIn, type Kind, kinds, newId, recordAdmins } from '../../support/record-admin.ts'

const routes = controlRoutes({ operations, recordAdmins })

/** A request that a route serves, and what it answers. */
interface Case {
  /** The value of `{name}` in the path. */
  readonly name?: string
  readonly query?: string
  readonly body?: unknown
  readonly status?: number
  /** What the body of the answer has; undefined for none. */
  readonly expected: object | undefined
  /** The requests to the API before: paths below the base address. */
  readonly asked?: readonly string[]
  /** The calls to the control plane before: method, path and body. */
  readonly first?: readonly (readonly [method: string, path: string, body: unknown])[]
  /** What answers have afterwards, by path. */
  readonly then?: Readonly<Record<string, object>>
}

const counts = Object.fromEntries(kinds.map((kind) => [kind, builtIn(kind).length]))
const noRecords = { resources: 0, assessments: 0, jobs: 0 }
const atNoon = { now: '2026-07-01T12:00:00.000Z', mode: 'frozen', rate: 1 }
const anHourLater = { ...atNoon, now: '2026-07-01T13:00:00.000Z' }
const clamped = { id: 'limitAboveMax', options: ['reject', 'clamp'], default: 'reject', choice: 'clamp' }
const fullAccess = { id: 'full-access', name: 'Full access', revoked: false, secret: 'csf_full_access' }
const fullQuota = { id: 'full-access', limit: 5000, remaining: 5000, reset: '2026-07-01T13:00:00.000Z' }
const commitsThenFails = { name: 'commits-then-fails', active: false, source: 'built-in' }
const overview = { name: 'default', version, apiKey: 'csf_full_access', clock: atNoon, scenarios: [], counts }

/** A scenario of each part. */
const own = {
  name: 'own',
  rules: [{ when: { operation: 'listJobs' }, count: { first: 1 }, phase: 'before', then: { error: 'internal_error' } }],
  assessments: { completeAfter: '30s', outcome: 'completed' },
  quota: { limit: 5, remaining: 0 },
  assume: { limitAboveMax: 'clamp' },
}

/** The snapshot of a sandbox that nothing was done to. */
const snapshot = await (await createFake({ clock: noon })).snapshot.save()

const ownSecret = `whsec_${Buffer.from('a secret of 24 bytes, ok').toString('base64')}`

/** Requests that complete a job, which sends an e-mail. */
const notifyByMail: NonNullable<Case['first']> = [
  ['POST', '/jobs', { id: newId, status: 'running', notification: { email: 'ops@example.com' } }],
  ['PATCH', `/jobs/${newId}`, { status: 'completed' }],
  ['GET', '/outbox/next?timeout=2s', undefined],
]
const mail = { id: drawId(streamLabel(1, 'delivery of default', 0)), kind: 'email', job: newId, state: 'kept' }

/** A list that has something of the kind, among others. */
const has = (item: object): object => ({ items: expect.arrayContaining([expect.objectContaining(item)]) })

const hasNone = (item: object): object => ({ items: expect.not.arrayContaining([expect.objectContaining(item)]) })

/** The cases of the routes that change the records of a kind. */
function recordCases(kind: Kind): Readonly<Record<string, Case>> {
  const rows = builtIn(kind).toSorted((a, b) => (String(a['created_at']) < String(b['created_at']) ? 1 : -1))
  const [first = expect.fail('no fixtures'), second] = rows
  const { id: name } = first
  const field = kind === 'assessments' ? 'resource_type' : 'name'
  const body = { [field]: 'other' }
  const copy = { ...first, id: newId }
  const after = { [`/${kind}?limit=1`]: { items: [second], total: rows.length - 1 } }
  return {
    [`arrange.${kind}.list`]: { query: '?limit=1&offset=1', expected: { items: [second], total: rows.length } },
    [`arrange.${kind}.show`]: { name, expected: first },
    [`arrange.${kind}.create`]: { body: copy, status: 201, expected: copy, then: { [`/${kind}/${newId}`]: copy } },
    [`arrange.${kind}.update`]: { name, body, expected: body, then: { [`/${kind}/${name}`]: { id: name, ...body } } },
    [`arrange.${kind}.remove`]: { name, status: 204, expected: undefined, then: after },
  }
}

const entryId = expect.stringMatching(/^\d+-\d+$/)

/** Routes that have their tests elsewhere. */
const elsewhere: ReadonlySet<string> = new Set([
  // It does not end, and ids are not known beforehand: the tests of the journal have these.
  'followRequests',
  'showRequest',
  'sendRequest',
  'writeCurl',
  'listDeciding',
  // No JSON.
  'showMetrics',
  // It wants a fake that serves https: test/core/server/tls.test.ts has one.
  'showTls',
])

/** The answers of every route, by its id. The recorded session has each of them whole. */
const cases: Readonly<Record<string, Case>> = {
  health: { expected: { status: 'ok' } },
  ready: { expected: { status: 'ready' } },
  showSummary: {
    expected: {
      ...overview,
      links: routes.map(({ method, path, summary }) => ({ method, path: `/_control${path}`, summary })),
    },
  },
  clearSandbox: { expected: { ...overview, counts: noRecords }, then: { '/resources': { items: [], total: 0 } } },
  resetSandbox: { first: [['POST', '/clear', {}]], expected: overview, then: { '': overview } },
  showClock: { expected: atNoon },
  changeClock: {
    body: { now: '2026-07-01T14:00:00+02:00', mode: 'frozen', rate: 60 },
    expected: { ...atNoon, rate: 60 },
    then: { '/clock': { ...atNoon, rate: 60 } },
  },
  listDue: {
    query: '?limit=1',
    asked: ['/cloud/resources?limit=1'],
    expected: { items: [{ at: fullQuota.reset, kind: 'quota', id: 'full-access', event: 'reset' }] },
  },
  advanceClock: { body: { by: '1h' }, expected: anHourLater, then: { '/clock': anHourLater } },
  listScenarios: { expected: has(commitsThenFails) },
  showScenario: { name: 'commits-then-fails', expected: commitsThenFails },
  switchScenarioOn: {
    name: 'commits-then-fails',
    expected: { ...commitsThenFails, active: true },
    then: { '': { scenarios: ['commits-then-fails'] } },
  },
  switchScenarioOff: {
    name: 'commits-then-fails',
    first: [['PUT', '/scenarios/commits-then-fails', {}]],
    expected: commitsThenFails,
    then: { '': { scenarios: [] } },
  },
  switchAllOff: {
    first: [['PUT', '/scenarios/commits-then-fails', {}]],
    expected: has(commitsThenFails),
    then: { '': { scenarios: [] } },
  },
  defineScenario: {
    body: { $schema: './scenario.schema.json', ...own },
    status: 201,
    expected: { ...own, active: true, source: 'inline', rules: [{ ...own.rules[0], matches: 0, hits: 0 }] },
    then: {
      '': { scenarios: ['own'], assumptions: { limitAboveMax: 'clamp' } },
      '/quota': has({ ...fullQuota, limit: 5, remaining: 0 }),
    },
  },
  checkScenario: { body: own, expected: { warnings: [] }, then: { '': overview } },
  verifyScenarios: {
    first: [['PUT', '/scenarios/internal-error', {}]],
    asked: ['/cloud/resources?limit=1'],
    expected: { scenarios: ['internal-error'] },
  },
  listKeys: { expected: has(fullAccess) },
  showKey: { name: 'full-access', expected: fullAccess },
  createKey: {
    body: { name: 'Mine', permissions: ['cloud:read'], quota: 7 },
    status: 201,
    expected: { name: 'Mine', permissions: ['cloud:read'], quota: 7, createdAt: atNoon.now },
  },
  revokeKey: {
    name: 'full-access',
    expected: { ...fullAccess, revoked: true },
    then: { '/keys/full-access': { ...fullAccess, revoked: true } },
  },
  listQuotas: { expected: has(fullQuota) },
  showQuota: { name: 'full-access', expected: fullQuota },
  changeQuota: {
    name: 'full-access',
    body: { limit: 10, remaining: 3, resetsIn: '90s' },
    expected: { ...fullQuota, limit: 10, remaining: 3, reset: '2026-07-01T12:01:30.000Z' },
  },
  listAssumptions: { expected: has({ ...clamped, choice: 'reject' }) },
  changeAssumptions: {
    body: { limitAboveMax: 'clamp' },
    expected: has(clamped),
    then: { '': { assumptions: { limitAboveMax: 'clamp' } } },
  },
  listOutbox: { query: '?kind=email', first: notifyByMail, expected: { items: [mail] } },
  nextOfOutbox: { query: '?timeout=1s', first: notifyByMail, expected: { item: mail } },
  showDelivery: { name: mail.id, first: notifyByMail, expected: mail },
  redeliver: { name: mail.id, first: notifyByMail, expected: { ...mail, settled: 2 } },
  sendNotification: {
    body: { to: 'http://203.0.113.1/hook', event: 'analysis_job.completed', data: { id: 'mine' } },
    status: 201,
    // No loopback address, so nothing is sent.
    expected: { kind: 'webhook', job: 'mine', state: 'refused', attempts: [] },
    then: { '/outbox?kind=email': { items: [] } },
  },
  showConduct: {
    query: '?allow=gave-up&pollEvery=2s',
    asked: ['/cloud/resource'],
    expected: { requests: 1, forgotten: 0, items: [{ id: 'matched-no-operation', count: 1 }] },
  },
  exportRequests: {
    expected: { log: { version: '1.2', creator: { name: 'cloudsec-fake', version }, entries: [] } },
  },
  listRequests: {
    query: '?operation=getResource&status=404',
    asked: ['/cloud/resources?limit=1', `/cloud/resources/${unknownId}`],
    expected: { items: [{ operation: 'getResource', status: 404, id: entryId }] },
  },
  clearRequests: {
    asked: ['/cloud/resources?limit=1'],
    status: 204,
    expected: undefined,
    then: { '/requests': { items: [] } },
  },
  showCoverage: {
    asked: ['/cloud/resources?limit=1', '/nowhere'],
    expected: {
      requests: 2,
      forgotten: 0,
      total: { met: 2, of: 100, percent: 2 },
      kinds: {
        success: { met: 1, of: 8, percent: 12.5 },
        error: { met: 0, of: 52, percent: 0 },
        state: { met: 0, of: 13, percent: 0 },
        page: { met: 1, of: 18, percent: 5.5 },
        fault: { met: 0, of: 9, percent: 0 },
      },
    },
  },
  verifyRequests: {
    asked: ['/cloud/resources?limit=1'],
    body: { match: { operation: 'listResources', query: { limit: '1' } }, count: 1 },
    expected: { requests: [entryId] },
  },
  showSigningSecret: { expected: { secret: expect.stringMatching(/^whsec_[\w+/]{32}$/) } },
  setSigningSecret: {
    body: { secret: ownSecret },
    expected: { secret: ownSecret },
    then: { '/signing-secret': { secret: ownSecret } },
  },
  showDocument: { expected: { openapi: '3.1.1', servers: [{ url: expect.stringMatching(/^http:.*\/_control$/) }] } },
  listSandboxes: { expected: has({ name: 'default', scenarios: [], counts, storedBytes: 0 }) },
  createSandbox: {
    body: { name: 'made' },
    status: 201,
    expected: { name: 'made', baseUrl: expect.stringMatching(/^http:.*\/@made\/v1$/), counts, storedBytes: 0 },
    then: { '/sandboxes': has({ name: 'made' }) },
  },
  deleteSandbox: {
    name: 'gone',
    first: [['POST', '/sandboxes', { name: 'gone' }]],
    status: 204,
    expected: undefined,
    then: { '/sandboxes': hasNone({ name: 'gone' }) },
  },
  saveSnapshot: { expected: { ...snapshot, sandbox: { name: 'default', incarnation: expect.any(Number) } } },
  loadSnapshot: {
    body: {
      ...snapshot,
      parts: { ...snapshot.parts, clock: { nowMs: Date.parse(anHourLater.now), mode: 'frozen', rate: 60 } },
    },
    expected: { name: 'default', clock: { ...anHourLater, rate: 60 } },
    then: { '/clock': { ...anHourLater, rate: 60 } },
  },
  ...Object.assign({}, ...kinds.map(recordCases)),
}

/** Does what has to have happened before the request of a case. */
async function prepare({ api, control }: ControlledFake, { asked = [], first = [] }: Case): Promise<void> {
  for (const step of first) await control(...step)
  for (const path of asked) await api('GET', path)
}

describeShared('a route of the control plane', (shared) => {
  let contract: Contract
  beforeAll(async () => {
    const document: unknown = JSON.parse((await shared().control('GET', '/openapi.json')).text)
    contract = new Contract(document, ['cache-control', 'x-content-type-options'])
  })
  afterEach(() => shared().fake.reset())

  it.each(routes.filter(({ id }) => !elsewhere.has(id)))(
    '$id: $method $path',
    async ({ id, method, path, answer: schemaOf }) => {
      const one = cases[id] ?? expect.fail('no case')
      const { name = '', query = '', body, status = 200, expected, then = {} } = one
      const { control } = shared()
      await prepare(shared(), one)
      const answer = await control(method, path.replace('{name}', name) + query, body)
      expect([answer.status, answer.text]).toEqual([status, expect.anything()])
      const recorded = { ...answer, method, path: (path === '' ? '/' : path.replace('{name}', name)) + query }
      expect(contract.violations(recorded)).toEqual([])
      expect(contract.requestViolations({ ...recorded, sent: JSON.stringify(body ?? {}) })).toEqual([])
      if (schemaOf === undefined) expect([expected, answer.text]).toEqual([undefined, ''])
      else expect(readAs(answer, status, schemaOf())).toMatchObject(expected ?? {})
      for (const [path, value] of Object.entries(then)) {
        expect(JSON.parse((await control('GET', path)).text)).toMatchObject(value)
      }
    },
  )
})

describe('the tests of the control plane', () => {
  it('have a case for each route that the fake describes, and no other', async () => {
    const fake = await createFake()
    const described = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(await (await fake.app.request('/_control/openapi.json')).json())
    const shown = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/$/, '')}`),
    )
    expect(shown.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted())
    expect([...Object.keys(cases), ...elsewhere].toSorted()).toEqual(routes.map(({ id }) => id).toSorted())
    await fake.close()
  })
})
