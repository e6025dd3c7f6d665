import { beforeAll, expect, it } from 'vitest'

import { problemBody } from '../src/control/problem-body.ts'
import { knownResource, noon, unknownId } from './support/answers.ts'
import { describeApart, describeShared, readProblem, stateOf } from './support/control.ts'
import { builtIn, type Kind, kinds } from './support/record-admin.ts'

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
  ['PATCH', '/clock', { raet: 2 }, 400, 'raet: not a known field. Did you mean rate? Known: now, mode, rate'],
  ['PATCH', '/clock', { frozen: true }, 400, 'frozen: not a known field. Known: now, mode, rate'],
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
  ['POST', '/clock/advance', { by: '1 hour' }, 400, 'by: "1 hour" is not a duration; write 250ms, 30s, 1h30m or PT1H'],
  ['POST', '/clock/advance', { by: '-1s' }, 400, 'by: "-1s" is not a duration; write 250ms, 30s, 1h30m or PT1H'],
  ['POST', '/clock/advance', { by: '40000d' }, 400, 'by: "40000d" is longer than 36525d, a hundred years'],
  [
    'POST',
    '/clock/advance',
    { by: 3600 },
    400,
    'by: expected a duration with its unit, as a text such as "10s", got 3600',
  ],
  ['POST', '/clock/advance', {}, 400, 'by: required, but missing'],
  [
    'POST',
    '/clock/advance',
    { bye: '1h' },
    400,
    'by: required, but missing; bye: not a known field. Did you mean by? Known: by',
  ],
  ['POST', '/clock/advance?by=1h', {}, 400, 'by: not a query parameter of this path, but a field of the body'],
  ['POST', '/resources?name=a', {}, 400, 'name: not a query parameter of this path, but a field of the body'],
  ['GET', '/clock?by=1h', undefined, 400, 'by: not a query parameter of this path. Known: pretty'],
  ['POST', '/clock/advance', undefined, 400, 'the body: required, but missing'],
]

const putTakes =
  'PUT takes {"enabled": true}, {"enabled": false} or no body; without one PUT switches on, and DELETE off'

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
  ['PUT', '/scenarios/slow', { first: 1 }, 400, `first: not a known field. Known: enabled. ${putTakes}`],
  ['PUT', '/scenarios/slow', { on: true }, 400, `on: not a known field. Known: enabled. ${putTakes}`],
  [
    'PUT',
    '/scenarios/slow',
    { enable: true },
    400,
    `enable: not a known field. Did you mean enabled? Known: enabled. ${putTakes}`,
  ],
  ['PUT', '/scenarios/slow', 'true', 400, `the body: expected an object, got true. ${putTakes}`],
  ['PUT', '/scenarios/slow', 'null', 400, `the body: expected an object, got null. ${putTakes}`],
  ['PUT', '/scenarios/slow', { enabled: 'yes' }, 400, `enabled: expected true or false, got "yes". ${putTakes}`],
  ['PUT', '/scenarios/slow', { enabled: 0 }, 400, `enabled: expected true or false, got 0. ${putTakes}`],
  ['PUT', '/scenarios/flakey', { enabled: false }, 404, 'scenario: no scenario is named "flakey". Did you mean flaky?'],
  [
    'POST',
    '/scenarios/slow',
    { enabled: true },
    405,
    'POST: expected GET, PUT, DELETE for /_control/scenarios/slow. GET shows a scenario. PUT switches a scenario on and sets its counts to 0; { "enabled": false } switches it off. DELETE switches a scenario off',
  ],
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
    'name: "flaky" is the name of a scenario that every sandbox has (built-in); PUT /scenarios/flaky switches it on',
  ],
  [
    'POST',
    '/scenarios',
    { name: 'own', rulse: [] },
    400,
    'rulse: not a known field. Did you mean rules? Known: name, description, group, rules, assessments, jobs, delay, quota, webhooks, assume',
  ],
  [
    'POST',
    '/scenarios',
    { name: 'own', rules: [{ count: { probability: 0.5 }, then: { error: 'internal_error' } }] },
    400,
    'rules[0].count.probability: not a known field. Did you mean chance? Known: after, every, chance, first',
  ],
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
    'rules[0].then: expected at least one of error, delay, fault, over, status, body, headers, patch, replace, arrange, got none',
  ],
  [
    'POST',
    '/scenarios',
    { name: 'own', jobs: { completeAfter: 'soon' } },
    400,
    'jobs.completeAfter: expected a duration, such as 250ms, 30s, 1h30m or PT1H, got "soon"',
  ],
  [
    'POST',
    '/scenarios',
    { name: 'own', quota: { limit: 1, remaining: 2 } },
    400,
    'quota.remaining: expected at most limit, got 2',
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
  [
    'POST',
    '/keys',
    { name: 'k', qouta: 5 },
    400,
    'qouta: not a known field. Did you mean quota? Known: name, permissions, quota, secret',
  ],
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
  ['GET', '/quota/read-onl', undefined, 404, 'keys: no key has the id "read-onl". Did you mean read-only?'],
  ['GET', '/quota/csf_read_only', undefined, 404, 'keys: expected the id of a key, got the secret of read-only'],
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
    'resetsIn: "soon" is not a duration; write 250ms, 30s, 1h30m or PT1H',
  ],
  [
    'PUT',
    '/quota/full-access',
    { limit: 9, resetsIn: 10 },
    400,
    'resetsIn: expected a duration with its unit, as a text such as "10s", got 10',
  ],
  [
    'PUT',
    '/quota/full-access',
    { remainign: 5 },
    400,
    'remainign: not a known field. Did you mean remaining? Known: limit, remaining, resetsIn',
  ],
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
    [
      'GET',
      `/${kind}?ofset=1`,
      undefined,
      400,
      /^ofset: not a query parameter of this path\. Did you mean offset\? Known: .*limit, offset, /,
    ],
    ['GET', `/${kind}/${unknownId}`, undefined, 404, missing],
    ['PATCH', `/${kind}/${unknownId}`, {}, 404, missing],
    ['DELETE', `/${kind}/${unknownId}`, undefined, 404, missing],
    ['DELETE', `/${kind}/${known.id}`, { soft: true }, 400, 'soft: not a known field'],
    ['POST', `/${kind}`, undefined, 400, 'the record: expected an object, such as {}, got none'],
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
  ['GET', '?sandbox=one', undefined, 400, 'sandbox: not a query parameter of this path. Known: pretty'],
  ['POST', '/reset', { all: true }, 400, 'all: not a known field'],
  ['POST', '/reset', 'null', 400, 'the body: expected an object, got null'],
  ...badClock,
  ...badScenarios,
  ...badKeys,
  ...badQuotas,
  ...kinds.flatMap(badRecords),
]

describeShared('an invalid request changes nothing, and its error names field and value', (shared) => {
  let before: readonly string[]
  beforeAll(async () => {
    await shared().fake.scenarios.on('flaky')
    await shared().fake.jobs.create({})
    before = await stateOf(shared())
  })

  it.each(bad)('%s %s %j', async (method, path, body, status, detail) => {
    const message = readProblem(await shared().control(method, path, body), status)
    if (typeof detail === 'string') expect(message).toBe(detail)
    else expect(message).toMatch(detail)
    expect(await stateOf(shared())).toEqual(before)
  })
})

describeShared('a problem', (shared) => {
  it.each(bad.filter(([, , , status]) => status === 400 || status === 409))(
    'has the field of its detail by itself: %s %s %j',
    async (method, path, body) => {
      const { field, detail } = problemBody().parse(JSON.parse((await shared().control(method, path, body)).text))
      const [, named] = /^([\w.[\]-]+): /.exec(detail) ?? []
      expect(field).toBe(named)
    },
  )
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
    const dates = all.items.map((row) => row.created_at)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect((await control('GET', `/${kind}?limit=2&limit=1`)).text).toMatch(/^\{"items":\[/)
  })

  it('that the control plane changes are those that the API shows', async () => {
    const { fake, api } = await open({ clock: noon })
    const made = await fake.assessments.create({ resource_id: knownResource.id, score: 12 })
    const shown = await api('GET', `/security/assessments/${made.id}`)
    expect(JSON.parse(shown.text)).toMatchObject({ data: { resource_id: knownResource.id, score: 12 } })
    await fake.assessments.update(made.id, { status: 'pending' })
    expect((await api('GET', `/security/assessments/${made.id}`)).text).toContain('"status":"pending"')
    await fake.assessments.remove(made.id)
    expect((await api('GET', `/security/assessments/${made.id}`)).status).toBe(404)
    expect(await fake.assessments.get(made.id)).toBeUndefined()
  })
})
