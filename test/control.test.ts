import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { recordAdmins } from '../src/app/record-admins.ts'
import { controlRoutes } from '../src/control/routes.ts'
import { createFake } from '../src/index.ts'
import { version } from '../src/lib/version.ts'
import { drawId, streamLabel } from '../src/random/random.ts'
import { knownResource, noon, unknownId } from './support/answers.ts'
import { builtIn, type Kind, kinds } from './support/arranging.ts'
import { Contract } from './support/contract.ts'
import { describeApart, describeShared, type Panel, readAs, readProblem, stateOf } from './support/control.ts'

const routes = controlRoutes(recordAdmins).map(({ id, endpoint }) => ({ id, ...endpoint }))

/** A request that a route serves, and what it answers. */
interface Case {
  /** What stands for `{name}` in the path. */
  readonly name?: string
  readonly query?: string
  readonly body?: unknown
  readonly status?: number
  /** The body of the answer; undefined for none. */
  readonly expected: unknown
  /** What the API is asked before: paths below the base address. */
  readonly asked?: readonly string[]
  /** What is done through the control plane before: method, path and body. */
  readonly first?: readonly (readonly [method: string, path: string, body: unknown])[]
  /** What is shown afterwards, by path. */
  readonly then?: Readonly<Record<string, unknown>>
}

const frozenAtNoon = { now: '2026-07-01T12:00:00.000Z', mode: 'frozen', rate: 1 }
const fullAccess = {
  id: 'full-access',
  name: 'Full access',
  permissions: ['security:read', 'security:write', 'cloud:read', 'analysis:read', 'analysis:write'],
  quota: null,
  revoked: false,
  createdAt: null,
}
const fullQuota = {
  id: 'full-access',
  name: 'Full access',
  limit: 5000,
  remaining: 5000,
  reset: '2026-07-01T13:00:00.000Z',
}
const summary = {
  name: 'default',
  version,
  apiKey: 'csf_full_access',
  clock: frozenAtNoon,
  scenarios: [],
  assumptions: {},
  quotas: expect.arrayContaining([
    fullQuota,
    { ...fullQuota, id: 'small-quota', name: expect.any(String), limit: 5, remaining: 5 },
  ]),
  counts: {
    resources: builtIn('resources').length,
    assessments: builtIn('assessments').length,
    jobs: builtIn('jobs').length,
  },
}
const commitsThenFails = {
  name: 'commits-then-fails',
  description: expect.any(String),
  active: false,
  source: 'built-in',
  rules: ['createAssessment', 'createJob'].map((operation) => ({
    when: { operation },
    count: { first: 1 },
    phase: 'after',
    then: { error: 'service_unavailable' },
    matches: 0,
    hits: 0,
  })),
}
const allScenarios = { items: expect.arrayContaining([commitsThenFails]) }
const ownScenario = {
  name: 'own',
  description: 'Of this test.',
  rules: [{ when: { operation: 'listJobs' }, count: { first: 1 }, phase: 'before', then: { error: 'internal_error' } }],
  assessments: { completeAfter: '30s', outcome: 'completed' },
  quota: { limit: 5, remaining: 0 },
  assume: { limitAboveMax: 'clamp' },
}

/** The snapshot of a sandbox that nothing was done to. */
const snapshot = await (await createFake({ clock: noon })).snapshot.save()
const laterMs = Date.parse(noon) + 3_600_000

const newId = 'aaaaaaaa-0000-4000-8000-000000000001'

const limitAboveMax = {
  id: 'limitAboveMax',
  section: '8',
  question: expect.any(String),
  options: ['reject', 'clamp'],
  default: 'reject',
  choice: 'reject',
  reason: expect.any(String),
}
const toldJob = 'aaaaaaaa-0000-4000-8000-000000000002'
/** A job that is moved to its end, of which an e-mail tells. */
const tellByMail = [
  ['POST', '/jobs', { id: toldJob, status: 'running', notification: { email: 'ops@example.com' } }],
  ['PATCH', `/jobs/${toldJob}`, { status: 'completed' }],
  ['GET', '/outbox/next?timeout=2s', undefined],
] as const
const told = {
  id: drawId(streamLabel(1, 'delivery of default', 0)),
  kind: 'email',
  job: toldJob,
  event: 'analysis_job.completed',
  to: 'ops@example.com',
  state: 'kept',
  reason: null,
  createdAt: '2026-07-01T12:00:00.000Z',
  nextAttemptAt: null,
  settled: 1,
  attempts: [],
  body: expect.stringContaining(toldJob),
  subject: expect.stringMatching(/: completed$/),
  message: expect.stringContaining('To: ops@example.com'),
}
const ownSecret = `whsec_${Buffer.from('a secret of 24 bytes, ok').toString('base64')}`

/** A sandbox in a list, as it is at first. */
const freshSandbox = (name: string, prefix = `/@${name}`) => ({
  name,
  baseUrl: expect.stringMatching(new RegExp(String.raw`^http://[\w.:-]+${prefix}/v1$`)),
  controlUrl: expect.stringMatching(new RegExp(String.raw`^http://[\w.:-]+${prefix}/_control$`)),
  apiKey: 'csf_full_access',
  createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  lastUsedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  scenarios: [],
  counts: summary.counts,
  storedBytes: 0,
})

/** A list that has nothing of the kind. */
const without = (item: object): unknown => expect.not.arrayContaining([expect.objectContaining(item)])

/** The cases of the routes that arrange a kind. */
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
const elsewhere: ReadonlySet<string> = new Set(['followRequests', 'showRequest'])

/** What every route answers, by its id. */
const cases: Readonly<Record<string, Case>> = {
  health: { expected: { status: 'ok' } },
  ready: { expected: { status: 'ready' } },
  showSummary: { expected: summary },
  resetSandbox: { expected: summary, then: { '': summary } },
  showClock: { expected: frozenAtNoon },
  changeClock: {
    body: { now: '2026-07-01T14:00:00+02:00', mode: 'frozen', rate: 60 },
    expected: { ...frozenAtNoon, rate: 60 },
    then: { '/clock': { ...frozenAtNoon, rate: 60 } },
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
    then: { '': { ...summary, scenarios: ['commits-then-fails'] } },
  },
  switchScenarioOff: { name: 'commits-then-fails', expected: commitsThenFails, then: { '': summary } },
  switchAllOff: { expected: allScenarios, then: { '': summary } },
  defineScenario: {
    body: { $schema: './scenario.schema.json', ...ownScenario },
    status: 201,
    expected: {
      ...ownScenario,
      active: true,
      source: 'inline',
      rules: [{ ...ownScenario.rules[0], matches: 0, hits: 0 }],
    },
    then: {
      '': {
        ...summary,
        scenarios: ['own'],
        assumptions: { limitAboveMax: 'clamp' },
        quotas: expect.arrayContaining([{ ...fullQuota, limit: 5, remaining: 0 }]),
      },
    },
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
      secret: expect.stringMatching(/^csf_[\da-f]{32}$/),
    },
  },
  revokeKey: {
    name: 'full-access',
    expected: { ...fullAccess, revoked: true },
    then: { '/keys/full-access': { ...fullAccess, revoked: true } },
  },
  listQuotas: { expected: { items: summary.quotas } },
  changeQuota: {
    name: 'full-access',
    body: { limit: 10, remaining: 3, resetsIn: '90s' },
    expected: { ...fullQuota, limit: 10, remaining: 3, reset: '2026-07-01T12:01:30.000Z' },
  },
  listAssumptions: { expected: { items: expect.arrayContaining([limitAboveMax]) } },
  changeAssumptions: {
    body: { limitAboveMax: 'clamp' },
    expected: { items: expect.arrayContaining([{ ...limitAboveMax, choice: 'clamp' }]) },
    then: { '': { ...summary, assumptions: { limitAboveMax: 'clamp' } } },
  },
  listOutbox: { query: '?kind=email', first: tellByMail, expected: { items: [told] } },
  nextOfOutbox: {
    query: '?timeout=1s',
    first: tellByMail,
    expected: { item: told, cursor: expect.stringMatching(/^\d+:1$/) },
  },
  showDelivery: { name: told.id, first: tellByMail, expected: told },
  redeliver: { name: told.id, first: tellByMail, expected: { ...told, settled: 2 } },
  listRequests: {
    query: '?operation=getResource&status=404',
    asked: ['/cloud/resources?limit=1', `/cloud/resources/${unknownId}`],
    expected: { items: [expect.objectContaining({ operation: 'getResource', status: 404, id: entryId })] },
  },
  // It does not end, and ids are not known beforehand: the tests of the journal have these.
  followRequests: { expected: undefined },
  showRequest: { expected: undefined },
  clearRequests: {
    asked: ['/cloud/resources?limit=1'],
    status: 204,
    expected: undefined,
    then: { '/requests': { items: [] } },
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
      servers: [{ url: '/_control', description: expect.any(String) }],
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
  saveSnapshot: { expected: { ...snapshot, sandbox: { name: 'default', generation: expect.any(Number) } } },
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
async function arrange({ api, control }: Panel, { asked = [], first = [] }: Case): Promise<void> {
  for (const path of asked) await api('GET', path)
  for (const step of first) await control(...step)
}

describeShared('a route of the control plane', (shared) => {
  afterEach(() => shared().fake.reset())

  it.each(routes.filter(({ id }) => !elsewhere.has(id)))(
    '$id: $method $path',
    async ({ id, method, path, answer: schemaOf }) => {
      const {
        name = '',
        query = '',
        body,
        status = 200,
        expected,
        then = {},
      } = cases[id] ?? {
        expected: 'a case',
      }
      const { control } = shared()
      const document: unknown = JSON.parse((await control('GET', '/openapi.json')).text)
      const contract = new Contract(document, ['cache-control', 'x-content-type-options'])
      await arrange(shared(), cases[id] ?? { expected: 'a case' })
      const answer = await control(method, path.replace('{name}', name) + query, body)
      expect([answer.status, answer.text]).toEqual([status, expect.anything()])
      const exchanged = { ...answer, method, path: (path === '' ? '/' : path.replace('{name}', name)) + query }
      expect(contract.violations(exchanged)).toEqual([])
      expect(contract.requestViolations({ ...exchanged, sent: JSON.stringify(body ?? {}) })).toEqual([])
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
    expect(Object.keys(cases).toSorted()).toEqual(routes.map(({ id }) => id).toSorted())
    await fake.close()
  })
})

type Bad = readonly [method: string, path: string, body: unknown, status: number, detail: string | RegExp]

const badClock: readonly Bad[] = [
  [
    'PATCH',
    '/clock',
    { now: 'tomorrow' },
    400,
    'now: expected an ISO 8601 date-time, such as 2026-01-31T12:00:00Z, got "tomorrow"',
  ],
  [
    'PATCH',
    '/clock',
    { now: '2026-07-01T12:00:00', rate: 2 },
    400,
    'now: expected an ISO 8601 date-time, such as 2026-01-31T12:00:00Z, got "2026-07-01T12:00:00"',
  ],
  ['PATCH', '/clock', { now: 1_782_907_200 }, 400, 'now: expected a string, got 1782907200'],
  [
    'PATCH',
    '/clock',
    { mode: 'frosen' },
    400,
    'mode: expected one of real, frozen, got "frosen". Did you mean frozen?',
  ],
  ['PATCH', '/clock', { rate: 0 }, 400, 'rate: expected a number above 0, at most 86400, got 0'],
  ['PATCH', '/clock', { rate: -1 }, 400, 'rate: expected a number above 0, at most 86400, got -1'],
  ['PATCH', '/clock', { rate: 86_401 }, 400, 'rate: expected a number above 0, at most 86400, got 86401'],
  ['PATCH', '/clock', { rate: 'fast' }, 400, 'rate: expected a number, got "fast"'],
  ['PATCH', '/clock', { raet: 2 }, 400, 'raet: not a known field. Did you mean rate?'],
  [
    'PATCH',
    '/clock',
    { now: '2020-01-01T00:00:00Z', mode: 'real', rate: 0 },
    400,
    'rate: expected a number above 0, at most 86400, got 0',
  ],
  ['PATCH', '/clock', '{"__proto__":{"rate":2}}', 400, '__proto__: not a known field'],
  ['PATCH', '/clock', undefined, 400, 'the body: required, but missing'],
  ['PATCH', '/clock', '[]', 400, 'the body: expected an object, got an array'],
  ['PATCH', '/clock', 'null', 400, 'the body: expected an object, got null'],
  ['PATCH', '/clock', '"frozen"', 400, 'the body: expected an object, got "frozen"'],
  ['POST', '/clock/advance', { by: '1 hour' }, 400, 'by: "1 hour" is not a duration; write 250ms, 30s, 1h or PT1H'],
  ['POST', '/clock/advance', { by: '-1s' }, 400, 'by: "-1s" is not a duration; write 250ms, 30s, 1h or PT1H'],
  ['POST', '/clock/advance', { by: '40000d' }, 400, 'by: "40000d" is longer than 36525d, a hundred years'],
  ['POST', '/clock/advance', { by: 3600 }, 400, 'by: expected a string, got 3600'],
  ['POST', '/clock/advance', {}, 400, 'by: required, but missing'],
  ['POST', '/clock/advance', { bye: '1h' }, 400, 'by: required, but missing; bye: not a known field. Did you mean by?'],
  ['POST', '/clock/advance', undefined, 400, 'the body: required, but missing'],
]

const badScenarios: readonly Bad[] = [
  ['GET', '/scenarios/flakey', undefined, 404, 'scenario: no scenario is named "flakey". Did you mean flaky?'],
  ['PUT', '/scenarios/flakey', undefined, 404, 'scenario: no scenario is named "flakey". Did you mean flaky?'],
  [
    'DELETE',
    '/scenarios/Slow',
    undefined,
    404,
    'scenario: no scenario is named "Slow". Did you mean slow or jobs-slow or slow-body?',
  ],
  ['PUT', '/scenarios/slow', { first: 1 }, 400, 'first: not a known field'],
  ['DELETE', '/scenarios', ['slow'], 400, 'the body: expected an object, got an array'],
  ['POST', '/scenarios', undefined, 400, 'the scenario: required, but missing'],
  ['POST', '/scenarios', '[]', 400, 'the scenario: expected an object, got an array'],
  ['POST', '/scenarios', {}, 400, 'name: required, but missing'],
  [
    'POST',
    '/scenarios',
    { name: 'Mine' },
    400,
    'name: expected 1 to 63 lower-case letters, digits and hyphens, not a hyphen first, got "Mine"',
  ],
  [
    'POST',
    '/scenarios',
    { name: 'flaky', rules: [] },
    409,
    'name: "flaky" is the name of a scenario that every sandbox has (built-in)',
  ],
  ['POST', '/scenarios', { name: 'own', rulse: [] }, 400, 'rulse: not a known field. Did you mean rules?'],
  [
    'POST',
    '/scenarios',
    { name: 'own', rules: [{ when: { operation: 'listJob' }, then: { error: 'internal_error' } }] },
    400,
    'rules[0].when.operation: expected one of getAssessment, createAssessment, listAssessments, listResources, getResource, createJob, getJob, listJobs, got "listJob". Did you mean listJobs?',
  ],
  [
    'POST',
    '/scenarios',
    { name: 'own', rules: [{ then: { eror: 'internal_error' } }] },
    400,
    /^rules\[0\]\.then\.eror: not a known field\. Did you mean error\?/,
  ],
  [
    'POST',
    '/scenarios',
    { name: 'own', rules: [{ then: {} }] },
    400,
    'rules[0].then: expected something to do, got an object',
  ],
  [
    'POST',
    '/scenarios',
    { name: 'own', jobs: { completeAfter: 'soon' } },
    400,
    'jobs.completeAfter: expected a duration, such as 250ms, 30s, 1h or PT1H, got "soon"',
  ],
  [
    'POST',
    '/scenarios',
    { name: 'own', quota: { limit: 1, remaining: 2 } },
    400,
    'quota.remaining: expected at most limit, got an object',
  ],
  [
    'POST',
    '/scenarios',
    { name: 'own', assume: { limitAboveMx: 'clamp' } },
    400,
    'assumption "limitAboveMx" is not in the register. Did you mean limitAboveMax?',
  ],
]

const badKeys: readonly Bad[] = [
  ['GET', '/keys/ful-access', undefined, 404, 'keys: no key has the id "ful-access". Did you mean full-access?'],
  ['DELETE', '/keys/ful-access', undefined, 404, 'keys: no key has the id "ful-access". Did you mean full-access?'],
  ['DELETE', '/keys/full-access', { soft: true }, 400, 'soft: not a known field'],
  ['POST', '/keys', undefined, 400, 'the body: required, but missing'],
  ['POST', '/keys', {}, 400, 'name: required, but missing'],
  ['POST', '/keys', { name: '' }, 400, 'name: expected at least 1 characters, got ""'],
  ['POST', '/keys', { name: 'x'.repeat(201) }, 400, `name: expected at most 200 characters, got "${'x'.repeat(80)}"…`],
  ['POST', '/keys', { name: 5 }, 400, 'name: expected a string, got 5'],
  [
    'POST',
    '/keys',
    { name: 'k', permissions: ['cloud:raed'] },
    400,
    'permissions[0]: expected one of security:read, security:write, cloud:read, analysis:read, analysis:write, read, write, security, cloud, analysis, got "cloud:raed". Did you mean cloud:read or cloud?',
  ],
  ['POST', '/keys', { name: 'k', permissions: 'read' }, 400, 'permissions: expected an array, got "read"'],
  ['POST', '/keys', { name: 'k', quota: 0 }, 400, 'quota: expected at least 1, got 0'],
  ['POST', '/keys', { name: 'k', quota: 1.5 }, 400, 'quota: expected an integer, got 1.5'],
  ['POST', '/keys', { name: 'k', qouta: 5 }, 400, 'qouta: not a known field. Did you mean quota?'],
  [
    'POST',
    '/keys',
    { name: 'k', secret: 'short' },
    400,
    'secret: expected 8 to 200 characters of ASCII without a space, got another text',
  ],
  ['POST', '/keys', { name: 'k', secret: 'csf_read_only' }, 409, 'secret: another key has it already'],
  ['POST', '/keys', { name: 'k', secret: 'csf_revoked' }, 409, 'secret: another key has it already'],
]

const badQuotas: readonly Bad[] = [
  ['PUT', '/quota/read-onl', { limit: 5 }, 404, 'keys: no key has the id "read-onl". Did you mean read-only?'],
  ['PUT', '/quota/full-access', undefined, 400, 'the body: required, but missing'],
  ['PUT', '/quota/full-access', { limit: 0 }, 400, 'limit: expected at least 1, got 0'],
  ['PUT', '/quota/full-access', { limit: '10' }, 400, 'limit: expected a number, got "10"'],
  ['PUT', '/quota/full-access', { remaining: -1 }, 400, 'remaining: expected at least 0, got -1'],
  ['PUT', '/quota/full-access', { remaining: 5001 }, 400, 'remaining: expected at most 5000, the limit, got 5001'],
  ['PUT', '/quota/full-access', { limit: 5, remaining: 6 }, 400, 'remaining: expected at most 5, the limit, got 6'],
  [
    'PUT',
    '/quota/full-access',
    { limit: 9, resetsIn: '61m' },
    400,
    'resetsIn: expected at most 1h, the window of a quota, got "61m"',
  ],
  [
    'PUT',
    '/quota/full-access',
    { limit: 9, resetsIn: 'soon' },
    400,
    'resetsIn: "soon" is not a duration; write 250ms, 30s, 1h or PT1H',
  ],
  ['PUT', '/quota/full-access', { remainign: 5 }, 400, 'remainign: not a known field. Did you mean remaining?'],
]

function badRecords(kind: Kind): readonly Bad[] {
  const [known = { id: '' }] = builtIn(kind)
  const missing = `${kind}: no record has the id "${unknownId}"`
  const field = kind === 'resources' ? 'provider' : 'status'
  return [
    ['GET', `/${kind}?limit=0`, undefined, 400, 'limit: expected a whole number from 1 to 1000, got "0"'],
    ['GET', `/${kind}?limit=1001`, undefined, 400, 'limit: expected a whole number from 1 to 1000, got "1001"'],
    ['GET', `/${kind}?limit=`, undefined, 400, 'limit: expected a whole number from 1 to 1000, got ""'],
    ['GET', `/${kind}?limit=ten`, undefined, 400, 'limit: expected a whole number from 1 to 1000, got "ten"'],
    [
      'GET',
      `/${kind}?offset=-1`,
      undefined,
      400,
      'offset: expected a whole number from 0 to 9007199254740991, got "-1"',
    ],
    ['GET', `/${kind}?ofset=1`, undefined, 400, 'ofset: not a query parameter of this path. Did you mean offset?'],
    ['GET', `/${kind}/${unknownId}`, undefined, 404, missing],
    ['PATCH', `/${kind}/${unknownId}`, {}, 404, missing],
    ['DELETE', `/${kind}/${unknownId}`, undefined, 404, missing],
    ['DELETE', `/${kind}/${known.id}`, { soft: true }, 400, 'soft: not a known field'],
    ['POST', `/${kind}`, undefined, 400, 'the record: expected an object, got undefined'],
    ['POST', `/${kind}`, '[]', 400, 'the record: expected an object, got an array'],
    ['POST', `/${kind}`, { [field]: 5 }, 400, new RegExp(`^${field}: expected .*, got 5$`)],
    [
      'POST',
      `/${kind}`,
      { [`${field}s`]: 'x' },
      400,
      new RegExp(`^${field}s: not a known field\\. Did you mean ${field}\\b`),
    ],
    [
      'POST',
      `/${kind}`,
      { id: known.id },
      409,
      `id: another of the ${kind} has "${known.id}"; expected one of its own`,
    ],
    ['PATCH', `/${kind}/${known.id}`, '5', 400, 'the patch: expected an object, got 5'],
    [
      'PATCH',
      `/${kind}/${known.id}`,
      { id: unknownId },
      400,
      `id: expected "${known.id}", which cannot be changed, got "${unknownId}"`,
    ],
    ['PATCH', `/${kind}/${known.id}`, { [field]: 5 }, 400, new RegExp(`^${field}: expected .*, got 5$`)],
    [
      'PATCH',
      `/${kind}/${known.id}`,
      { created_at: 'yesterday' },
      400,
      /^created_at: expected an ISO 8601 date-time.*, got "yesterday"$/,
    ],
  ]
}

const bad: readonly Bad[] = [
  ['GET', '?sandbox=one', undefined, 400, 'sandbox: not a query parameter of this path.'],
  ['POST', '/reset', { all: true }, 400, 'all: not a known field'],
  ['POST', '/reset', 'null', 400, 'the body: expected an object, got null'],
  ...badClock,
  ...badScenarios,
  ...badKeys,
  ...badQuotas,
  ...kinds.flatMap(badRecords),
]

describeShared('what cannot be used changes nothing and is told by field and value', (shared) => {
  let before: readonly string[]
  beforeAll(async () => {
    await shared().fake.scenarios.on('flaky')
    await shared().fake.jobs.create({})
    before = await stateOf(shared())
  })

  it.each(bad)('%s %s %j', async (method, path, body, status, detail) => {
    const told = readProblem(await shared().control(method, path, body), status)
    if (typeof detail === 'string') expect(told).toBe(detail)
    else expect(told).toMatch(detail)
    expect(await stateOf(shared())).toEqual(before)
  })
})

describeApart('a time that no clock can show', (open) => {
  it.each([
    ['PATCH', '/clock', { now: '1969-12-31T23:59:59Z' }, /^now: .*1970 to 9899.*"1969-12-31T23:59:59Z"/],
    ['PATCH', '/clock', { now: '9900-01-01T00:00:00Z', rate: 2 }, /^now: .*1970 to 9899.*"9900-01-01T00:00:00Z"/],
    ['POST', '/clock/advance', { by: '1d' }, /^by: .*1970 to 9899.*"1d"/],
  ])('%s %s %j is refused by field and value, and moves nothing', async (method, path, body, detail) => {
    const panel = await open({ clock: '9899-12-31T12:00:00Z' })
    const before = await stateOf(panel)
    expect(readProblem(await panel.control(method, path, body), 400)).toMatch(detail)
    expect(await stateOf(panel)).toEqual(before)
  })
})

describeApart('the records of the control plane', (open) => {
  it.each(kinds)('%s are shown 100 at a time, newest first, unless it is said otherwise', async (kind) => {
    const { fake, control } = await open({ clock: noon, resources: 120 })
    const missing = kind === 'resources' ? 0 : 120 - builtIn(kind).length
    for (let i = 0; i < missing; i += 1) await fake[kind].create({})
    const { items, total } = await fake[kind].list()
    expect(items).toHaveLength(100)
    expect(total).toBeGreaterThanOrEqual(120)
    const all = await fake[kind].list({ limit: 1000 })
    expect(all.items).toHaveLength(total)
    expect(all.items.slice(0, 100)).toEqual(items)
    expect((await fake[kind].list({ limit: 3, offset: 118 })).items).toEqual(all.items.slice(118, 121))
    expect((await fake[kind].list({ offset: 5000 })).items).toEqual([])
    const dates = all.items.map((row) => String(row['created_at']))
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect((await control('GET', `/${kind}?limit=2&limit=1`)).text).toMatch(/^\{"items":\[/)
  })

  it('that are arranged are what the API shows', async () => {
    const { fake, api } = await open({ clock: noon })
    const made = await fake.assessments.create({ resource_id: knownResource.id, score: 12 })
    const shown = await api('GET', `/security/assessments/${String(made['id'])}`)
    expect(JSON.parse(shown.text)).toMatchObject({ data: { resource_id: knownResource.id, score: 12 } })
    await fake.assessments.update(String(made['id']), { status: 'pending' })
    expect((await api('GET', `/security/assessments/${String(made['id'])}`)).text).toContain('"status":"pending"')
    await fake.assessments.remove(String(made['id']))
    expect((await api('GET', `/security/assessments/${String(made['id'])}`)).status).toBe(404)
    expect(await fake.assessments.get(String(made['id']))).toBeUndefined()
  })
})
