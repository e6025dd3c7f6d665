import { beforeAll, expect, it } from 'vitest'

import { problemBody } from '../../../src/core/control/problem.ts'
import { noon, unknownId } from '../../support/answers.ts'
import { describeTwoWays, describeShared, readProblem, stateOf } from '../../support/control.ts'
import { builtIn, type Kind, kinds } from '../../support/record-admin.ts'

/** Refused requests, by method and path: the body, the detail of the problem, and the status where it is not 400. */
type Refusals = Readonly<
  Record<string, readonly (readonly [body: unknown, detail: string | RegExp, status?: number])[]>
>

const badClock: Refusals = {
  'PATCH /clock': [
    [{ now: 'tomorrow' }, 'now: expected an ISO 8601 date-time, such as 2026-01-31T12:00:00Z, got "tomorrow"'],
    [{ now: 1_782_907_200 }, 'now: expected a string, got 1782907200'],
    [{ mode: 'frosen' }, 'mode: expected one of real, frozen, got "frosen". Did you mean frozen?'],
    [{ rate: 0 }, 'rate: expected a number above 0, at most 86400, got 0'],
    [{ rate: 86_401 }, 'rate: expected a number above 0, at most 86400, got 86401'],
    [{ rate: 'fast' }, 'rate: expected a number, got "fast"'],
    [{ raet: 2 }, 'raet: not a known field. Did you mean rate? Known: now, mode, rate'],
    [{ now: '2020-01-01T00:00:00Z', mode: 'real', rate: 0 }, 'rate: expected a number above 0, at most 86400, got 0'],
    ['{"__proto__":{"rate":2}}', '__proto__: not a known field'],
    [undefined, 'the body: required, but missing'],
    ['[]', 'the body: expected an object, got an array'],
    ['null', 'the body: expected an object, got null'],
  ],
  'POST /clock/advance': [
    [{ by: '1 hour' }, 'by: "1 hour" is not a duration; write 250ms, 30s, 1h30m or PT1H'],
    [{ by: '40000d' }, 'by: "40000d" is longer than 36525d, a hundred years'],
    [{ by: 3600 }, 'by: expected a duration with its unit, as a text such as "10s", got 3600'],
    [{}, 'by: required, but missing'],
    [{ bye: '1h' }, 'by: required, but missing; bye: not a known field. Did you mean by? Known: by'],
    [undefined, 'the body: required, but missing'],
  ],
  'POST /clock/advance?by=1h': [[{}, 'by: not a query parameter of this path']],
  'GET /clock?by=1h': [[undefined, 'by: not a query parameter of this path']],
}

const badScenarios: Refusals = {
  'GET /scenarios/flakey': [[undefined, 'scenario: no scenario is named "flakey". Did you mean flaky?', 404]],
  'PUT /scenarios/flakey': [[undefined, 'scenario: no scenario is named "flakey". Did you mean flaky?', 404]],
  'DELETE /scenarios/Slow': [
    [undefined, 'scenario: no scenario is named "Slow". Did you mean slow or jobs-slow or slow-body?', 404],
  ],
  'PUT /scenarios/slow': [
    [{ enabled: false }, 'enabled: not a known field. Known: for'],
    ['null', 'the body: expected an object, got null'],
    [{ for: '0s' }, 'for: expected a duration above 0, such as 30m, got "0s"'],
  ],
  'POST /scenarios/slow': [[{}, 'POST: expected GET, PUT, DELETE for /_control/scenarios/slow', 405]],
  'DELETE /scenarios': [[['slow'], 'the body: expected an object, got an array']],
  // test/core/scenarios/input.test.ts has what else is refused.
  'POST /scenarios': [[undefined, 'the scenario: required, but missing']],
}

const badKeys: Refusals = {
  'GET /keys/ful-access': [[undefined, 'keys: no key has the id "ful-access". Did you mean full-access?', 404]],
  'DELETE /keys/ful-access': [[undefined, 'keys: no key has the id "ful-access". Did you mean full-access?', 404]],
  'DELETE /keys/full-access': [[{ soft: true }, 'soft: not a known field']],
  'POST /keys': [
    [undefined, 'the body: required, but missing'],
    [{}, 'name: required, but missing'],
    [{ name: '' }, 'name: expected at least 1 characters, got ""'],
    [{ name: 'x'.repeat(201) }, `name: expected at most 200 characters, got "${'x'.repeat(80)}"…`],
    [
      { name: 'k', permissions: ['cloud:raed'] },
      'permissions[0]: expected one of security:read, security:write, cloud:read, analysis:read, analysis:write, read, write, security, cloud, analysis, got "cloud:raed". Did you mean cloud:read or cloud?',
    ],
    [{ name: 'k', quota: 0 }, 'quota: expected at least 1, got 0'],
    [{ name: 'k', quota: 1.5 }, 'quota: expected an integer, got 1.5'],
    [{ name: 'k', qouta: 5 }, 'qouta: not a known field. Did you mean quota? Known: name, permissions, quota, secret'],
    [{ name: 'k', secret: 'short' }, 'secret: expected 8 to 200 characters of ASCII without a space, got another text'],
    [{ name: 'k', secret: 'csf_read_only' }, 'secret: already in use by another key', 409],
    [{ name: 'k', secret: 'csf_revoked' }, 'secret: already in use by another key', 409],
  ],
}

const badQuotas: Refusals = {
  'GET /quota/read-onl': [[undefined, 'keys: no key has the id "read-onl". Did you mean read-only?', 404]],
  'GET /quota/csf_read_only': [[undefined, 'keys: expected the id of a key, got the secret of read-only', 404]],
  'PUT /quota/read-onl': [[{ limit: 5 }, 'keys: no key has the id "read-onl". Did you mean read-only?', 404]],
  'PUT /quota/small-quota': [[{ remaining: 6 }, 'remaining: expected at most 5, the limit, got 6']],
  'PUT /quota/full-access': [
    [undefined, 'the body: required, but missing'],
    [{ limit: 0 }, 'limit: expected at least 1, got 0'],
    [{ limit: null }, 'limit: expected a number, got null'],
    [{ limit: 2 ** 53 }, /^limit: /],
    [{ remaining: -1 }, 'remaining: expected at least 0, got -1'],
    [{ remaining: 5001 }, 'remaining: expected at most 5000, the limit, got 5001'],
    [{ limit: 5, remaining: 6 }, 'remaining: expected at most 5, the limit, got 6'],
    [{ limit: 9, resetsIn: '61m' }, 'resetsIn: expected at most 1h, the window of a quota, got "61m"'],
    [{ limit: 9, resetsIn: 'soon' }, 'resetsIn: "soon" is not a duration; write 250ms, 30s, 1h30m or PT1H'],
    [{ limit: 9, resetsIn: 10 }, 'resetsIn: expected a duration with its unit, as a text such as "10s", got 10'],
    [{ remainign: 5 }, 'remainign: not a known field. Did you mean remaining? Known: limit, remaining, resetsIn'],
  ],
}

function badRecords(kind: Kind): Refusals {
  const [known = { id: '' }] = builtIn(kind)
  const missing = `${kind}: no record has the id "${unknownId}"`
  const field = kind === 'resources' ? 'provider' : 'status'
  return {
    [`GET /${kind}?limit=0`]: [[undefined, 'limit: expected a whole number from 1 to 1000, got "0"']],
    [`GET /${kind}?limit=ten`]: [[undefined, 'limit: expected a whole number from 1 to 1000, got "ten"']],
    [`GET /${kind}?offset=-1`]: [[undefined, 'offset: expected a whole number from 0 to 9007199254740991, got "-1"']],
    [`GET /${kind}?ofset=1`]: [
      [undefined, /^ofset: not a query parameter of this path\. Did you mean offset\? Known: .*limit, offset, /],
    ],
    [`GET /${kind}/${unknownId}`]: [[undefined, missing, 404]],
    [`PATCH /${kind}/${unknownId}`]: [[{}, missing, 404]],
    [`DELETE /${kind}/${unknownId}`]: [[undefined, missing, 404]],
    [`DELETE /${kind}/${known.id}`]: [[{ soft: true }, 'soft: not a known field']],
    [`POST /${kind}`]: [
      [undefined, 'the record: expected an object, such as {}, got none'],
      ['[]', 'the record: expected an object, got an array'],
      [{ [field]: 5 }, new RegExp(`^${field}: expected .*, got 5$`)],
      [{ [`${field}s`]: 'x' }, new RegExp(`^${field}s: not a known field\\. Did you mean ${field}\\b`)],
      [{ id: known.id }, `id: "${known.id}" is already in use`, 409],
    ],
    [`PATCH /${kind}/${known.id}`]: [
      ['5', 'the patch: expected an object, got 5'],
      [{ id: unknownId }, `id: expected "${known.id}", which cannot be changed, got "${unknownId}"`],
      [{ [field]: 5 }, new RegExp(`^${field}: expected .*, got 5$`)],
      [{ created_at: 'yesterday' }, /^created_at: expected an ISO 8601 date-time.*, got "yesterday"$/],
    ],
  }
}

const all: Refusals = {
  'GET ?sandbox=one': [[undefined, 'sandbox: not a query parameter of this path']],
  'POST /reset?all=1': [[undefined, 'all: not a query parameter of this path']],
  'POST /reset': [
    [{ all: true }, 'all: not a known field'],
    ['null', 'the body: expected an object, got null'],
  ],
  ...badClock,
  ...badScenarios,
  ...badKeys,
  ...badQuotas,
}

const bad = [all, ...kinds.map(badRecords)]
  .flatMap(Object.entries<Refusals[string]>)
  .flatMap(([endpoint, refusals]) =>
    refusals.map(([body, detail, status = 400]) => ({ endpoint, body, detail, status })),
  )

describeShared('an invalid request changes nothing, and its error names field and value', (shared) => {
  let before: readonly string[]
  beforeAll(async () => {
    await shared().fake.scenarios.on('flaky')
    await shared().fake.jobs.create({})
    before = await stateOf(shared())
  })

  it.each(bad)('$endpoint $body', async ({ endpoint, body, detail, status }) => {
    const [method = '', path = ''] = endpoint.split(/ (.*)/)
    const answer = await shared().control(method, path, body)
    const message = readProblem(answer, status)
    expect(message).toEqual(typeof detail === 'string' ? detail : expect.stringMatching(detail))
    if (status === 400 || status === 409) {
      const [, named] = /^([\w.[\]-]+): /.exec(message) ?? []
      expect(problemBody().parse(JSON.parse(answer.text)).field).toBe(named)
    }
    expect(await stateOf(shared())).toEqual(before)
    // Nor does it make a sandbox.
    expect((await shared().at('new').control(method, path, body)).status).toBe(status)
    expect(await shared().fake.sandboxes.list()).toHaveLength(1)
  })
})

describeTwoWays('a time that no clock can show', (open) => {
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

describeTwoWays('the records of the control plane', (open) => {
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
})
