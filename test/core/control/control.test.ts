import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { operations } from '../../../src/core/app/areas.ts'
import { controlRoutes } from '../../../src/core/control/routes.ts'
import { version } from '../../../src/core/lib/version.ts'
import { createFake } from '../../../src/index.ts'
import { noon, unknownId } from '../../support/answers.ts'
import { Contract } from '../../support/contract.ts'
import {
  allScenarios,
  commitsThenFails,
  delivered,
  freshSandbox,
  frozenAtNoon,
  fullAccess,
  fullQuota,
  limitAboveMax,
  notifyByMail,
  ownScenario,
  ownSecret,
  summary,
} from '../../support/control-values.ts'
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
  /** The body of the answer; undefined for none. */
  readonly expected: unknown
  /** The requests to the API before: paths below the base address. */
  readonly asked?: readonly string[]
  /** The calls to the control plane before: method, path and body. */
  readonly first?: readonly (readonly [method: string, path: string, body: unknown])[]
  /** The expected answers afterwards, by path. */
  readonly then?: Readonly<Record<string, unknown>>
}

/** The control plane itself, where something of the sandbox was changed. */
const overview = (changed: object = {}) => ({
  ...summary,
  ...changed,
  links: routes.map(({ method, path, summary: text }) => ({ method, path: `/_control${path}`, summary: text })),
})

/** The snapshot of a sandbox that nothing was done to. */
const snapshot = await (await createFake({ clock: noon })).snapshot.save()

const noRecords = { resources: 0, assessments: 0, jobs: 0 }

const laterMs = Date.parse(noon) + 3_600_000

/** A list that has nothing of the kind. */
const without = (item: object): unknown => expect.not.arrayContaining([expect.objectContaining(item)])

/** The cases of the routes that change the records of a kind. */
function recordCases(kind: Kind): Readonly<Record<string, Case>> {
  const rows = builtIn(kind).toSorted((a, b) => (String(a['created_at']) < String(b['created_at']) ? 1 : -1))
  const [first, second] = rows
  if (first === undefined || second === undefined) throw new Error(`${kind}: no fixtures`)
  const field = kind === 'assessments' ? 'resource_type' : 'name'
  const copy = { ...first, id: newId }
  const patched = { ...first, [field]: 'other', ...(kind === 'resources' ? { updated_at: noon } : {}) }
  return {
    [`arrange.${kind}.list`]: { query: '?limit=1&offset=1', expected: { items: [second], total: rows.length } },
    [`arrange.${kind}.show`]: { name: first.id, expected: first },
    [`arrange.${kind}.create`]: { body: copy, status: 201, expected: copy, then: { [`/${kind}/${newId}`]: copy } },
    [`arrange.${kind}.update`]: {
      name: first.id,
      body: { [field]: 'other' },
      expected: patched,
      then: { [`/${kind}/${first.id}`]: patched },
    },
    [`arrange.${kind}.remove`]: {
      name: first.id,
      status: 204,
      expected: undefined,
      then: { [`/${kind}?limit=1`]: { items: [second], total: rows.length - 1 } },
    },
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

/** The answers of every route, by its id. */
const cases: Readonly<Record<string, Case>> = {
  health: { expected: { status: 'ok' } },
  ready: { expected: { status: 'ready' } },
  showSummary: { expected: overview() },
  clearSandbox: {
    expected: { ...summary, counts: noRecords },
    then: { '': overview({ counts: noRecords }), '/resources': { items: [], total: 0 } },
  },
  resetSandbox: { expected: summary, then: { '': overview() } },
  showClock: { expected: frozenAtNoon },
  changeClock: {
    body: { now: '2026-07-01T14:00:00+02:00', mode: 'frozen', rate: 60 },
    expected: { ...frozenAtNoon, rate: 60 },
    then: { '/clock': { ...frozenAtNoon, rate: 60 } },
  },
  listDue: {
    query: '?limit=1',
    asked: ['/cloud/resources?limit=1'],
    expected: { items: [{ at: fullQuota.reset, kind: 'quota', id: 'full-access', event: 'reset' }] },
  },
  advanceClock: {
    body: { by: '1h' },
    expected: { ...frozenAtNoon, now: '2026-07-01T13:00:00.000Z' },
    then: { '/clock': { ...frozenAtNoon, now: '2026-07-01T13:00:00.000Z' } },
  },
  listScenarios: { expected: allScenarios },
  showScenario: { name: 'commits-then-fails', expected: commitsThenFails },
  switchScenarioOn: {
    name: 'commits-then-fails',
    expected: { ...commitsThenFails, active: true },
    then: { '': overview({ scenarios: ['commits-then-fails'] }) },
  },
  switchScenarioOff: { name: 'commits-then-fails', expected: commitsThenFails, then: { '': overview() } },
  switchAllOff: { expected: allScenarios, then: { '': overview() } },
  defineScenario: {
    body: { $schema: './scenario.schema.json', ...ownScenario },
    status: 201,
    expected: {
      ...ownScenario,
      active: true,
      source: 'inline',
      effect: '500 × 1, quota 0, …',
      keywords: expect.arrayContaining(['500', 'crash', 'quota', '429', 'throttled', 'takes', 'polling']),
      rules: [{ ...ownScenario.rules[0], matches: 0, hits: 0 }],
    },
    then: {
      '': overview({
        scenarios: ['own'],
        assumptions: { limitAboveMax: 'clamp' },
        quotas: expect.arrayContaining([{ ...fullQuota, limit: 5, remaining: 0 }]),
      }),
    },
  },
  checkScenario: { body: ownScenario, expected: { warnings: [] }, then: { '': overview() } },
  verifyScenarios: {
    first: [['PUT', '/scenarios/internal-error', {}]],
    asked: ['/cloud/resources?limit=1'],
    expected: { scenarios: ['internal-error'] },
  },
  listKeys: { expected: { items: expect.arrayContaining([fullAccess]) } },
  showKey: { name: 'full-access', expected: fullAccess },
  createKey: {
    body: { name: 'Mine', permissions: ['cloud:read'], quota: 7 },
    status: 201,
    expected: {
      id: expect.stringMatching(/^key-[\da-f]{8}$/),
      name: 'Mine',
      permissions: ['cloud:read'],
      quota: 7,
      createdAt: '2026-07-01T12:00:00.000Z',
      secret: expect.stringMatching(/^csf_default_[\da-f]{32}$/),
    },
  },
  revokeKey: {
    name: 'full-access',
    expected: { ...fullAccess, revoked: true },
    then: { '/keys/full-access': { ...fullAccess, revoked: true } },
  },
  listQuotas: { expected: { items: summary.quotas } },
  showQuota: { name: 'full-access', expected: fullQuota },
  changeQuota: {
    name: 'full-access',
    body: { limit: 10, remaining: 3, resetsIn: '90s' },
    expected: { ...fullQuota, limit: 10, remaining: 3, reset: '2026-07-01T12:01:30.000Z' },
  },
  listAssumptions: { expected: { items: expect.arrayContaining([limitAboveMax]) } },
  changeAssumptions: {
    body: { limitAboveMax: 'clamp' },
    expected: { items: expect.arrayContaining([{ ...limitAboveMax, choice: 'clamp' }]) },
    then: { '': overview({ assumptions: { limitAboveMax: 'clamp' } }) },
  },
  listOutbox: { query: '?kind=email', first: notifyByMail, expected: { items: [delivered] } },
  nextOfOutbox: {
    query: '?timeout=1s',
    first: notifyByMail,
    expected: { item: delivered, cursor: expect.stringMatching(/^\d+:1$/) },
  },
  showDelivery: { name: delivered.id, first: notifyByMail, expected: delivered },
  redeliver: { name: delivered.id, first: notifyByMail, expected: { ...delivered, settled: 2 } },
  sendNotification: {
    body: { to: 'http://203.0.113.1/hook', event: 'analysis_job.completed', data: { id: 'mine' } },
    status: 201,
    // No loopback address, so nothing is sent.
    expected: expect.objectContaining({ kind: 'webhook', job: 'mine', state: 'refused', attempts: [] }),
    then: { '/outbox?kind=email': { items: [] } },
  },
  showConduct: {
    query: '?allow=gave-up&pollEvery=2s',
    asked: ['/cloud/resource'],
    expected: {
      requests: 1,
      forgotten: 0,
      items: [
        expect.objectContaining({
          id: 'matched-no-operation',
          severity: 'warning',
          count: 1,
          occurrences: [{ requests: [entryId], detail: expect.any(String) }],
        }),
      ],
    },
  },
  exportRequests: {
    expected: { log: { version: '1.2', creator: { name: 'cloudsec-fake', version }, entries: [] } },
  },
  listRequests: {
    query: '?operation=getResource&status=404',
    asked: ['/cloud/resources?limit=1', `/cloud/resources/${unknownId}`],
    expected: { items: [expect.objectContaining({ operation: 'getResource', status: 404, id: entryId })] },
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
      items: expect.arrayContaining([
        {
          operation: 'listResources',
          requests: 1,
          cells: expect.arrayContaining([
            { kind: 'success', name: 'success', count: 1, request: entryId, sandbox: 'default' },
            { kind: 'page', name: 'first', count: 1, request: entryId, sandbox: 'default' },
          ]),
        },
      ]),
      faults: expect.arrayContaining([{ kind: 'fault', name: 'hang', count: 0, request: null, sandbox: null }]),
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
  showDocument: {
    expected: expect.objectContaining({
      openapi: '3.1.1',
      servers: [{ url: expect.stringMatching(/^http:\/\/[\w.:-]+\/_control$/), description: expect.any(String) }],
    }),
  },
  listSandboxes: { expected: { items: expect.arrayContaining([freshSandbox('default', '')]) } },
  createSandbox: {
    body: { name: 'made' },
    status: 201,
    expected: freshSandbox('made'),
    then: { '/sandboxes': { items: expect.arrayContaining([freshSandbox('made')]) } },
  },
  deleteSandbox: {
    name: 'gone',
    first: [['POST', '/sandboxes', { name: 'gone' }]],
    status: 204,
    expected: undefined,
    then: { '/sandboxes': { items: without({ name: 'gone' }) } },
  },
  saveSnapshot: { expected: { ...snapshot, sandbox: { name: 'default', incarnation: expect.any(Number) } } },
  loadSnapshot: {
    body: { ...snapshot, parts: { ...snapshot.parts, clock: { nowMs: laterMs, mode: 'frozen', rate: 60 } } },
    expected: expect.objectContaining({
      name: 'default',
      clock: { ...frozenAtNoon, now: '2026-07-01T13:00:00.000Z', rate: 60 },
    }),
    then: { '/clock': { ...frozenAtNoon, now: '2026-07-01T13:00:00.000Z', rate: 60 } },
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
      else expect(readAs(answer, status, schemaOf())).toEqual(expected)
      for (const [path, value] of Object.entries(then)) {
        expect(JSON.parse((await control('GET', path)).text)).toEqual(value)
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
