import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createFake, type ScenarioRule } from '../src/index.ts'
import { mergePatch } from '../src/lib/merge-patch.ts'
import {
  answers,
  anyList,
  anySuccess,
  assessmentBody,
  jobBody,
  knownResource,
  noon,
  operations,
  unknownId,
} from './support/answers.ts'
import {
  type Answer,
  type Client,
  describeBoxes,
  describeFake,
  read,
  readError,
  type RequestOptions,
} from './support/fake.ts'
import { askOperation, countsOf, defineRules, senderTo, tallyOf } from './support/scenarios.ts'

type When = NonNullable<ScenarioRule['when']>
type Count = NonNullable<ScenarioRule['count']>
type Effect = ScenarioRule['then']
type Asked = readonly [method: string, path: string, options?: RequestOptions]

const down: Effect = { error: 'service_unavailable' }
const broken: Effect = { error: 'internal_error' }
const list = '/cloud/resources?limit=1'

const get = (path: string, options: RequestOptions = {}): Asked => ['GET', path, options]
const post = (body: unknown): Asked => ['POST', '/data/analysis/jobs', { body }]
const tagged = '/cloud/resources?tag=team%3Aweb&tag=environment:prod'

/** A rule's `when`, with requests that it is for and requests that it is not for. */
const cases: readonly (readonly [
  title: string,
  when: When | undefined,
  hit: readonly Asked[],
  miss: readonly Asked[],
])[] = [
  [
    'nothing: every request',
    undefined,
    [
      ...operations.map(({ method, path }): Asked => [method, path]),
      get('/nowhere'),
      get('/../elsewhere'),
      ['HEAD', list],
      ['DELETE', '/cloud/resources'],
      get(list, { key: null }),
      get('/cloud/resources?limit=none'),
      post('{'),
    ],
    [],
  ],
  ['nothing in an object: every request', {}, [get(list), get('/nowhere')], []],
  [
    'several operations',
    { operation: ['getJob', 'listJobs'] },
    [
      get('/data/analysis/jobs'),
      get(`/data/analysis/jobs/${unknownId}`),
      get('/data/analysis/jobs/none'),
      ['HEAD', '/data/analysis/jobs'],
    ],
    [get(list), post(jobBody), get('/data/analysis'), ['PUT', '/data/analysis/jobs']],
  ],
  ['a method in any case', { method: 'pOsT' }, [post(jobBody), ['POST', '/nowhere']], [get(list), ['HEAD', list]]],
  ['several methods', { method: ['get', 'HEAD'] }, [get(list), ['HEAD', list]], [post(jobBody), ['PUT', list]]],
  [
    'a path',
    { path: '/cloud/resources' },
    [get('/cloud/resources'), get(list), ['POST', '/cloud/resources'], get('/data/../cloud/resources')],
    [get(`/cloud/resources/${knownResource.id}`), get('/cloud/resources/'), get('/cloud'), get('/v1/cloud/resources')],
  ],
  [
    'a path with a star at its end',
    { path: '/cloud/resources/*' },
    [get(`/cloud/resources/${knownResource.id}`), get('/cloud/resources/'), get('/cloud/resources/a/b')],
    [get('/cloud/resources'), get('/security/assessments')],
  ],
  [
    'a path with stars anywhere',
    { path: '/*/ass*ments*' },
    [get('/security/assessments'), get(`/security/assessments/${unknownId}`), get('/other/assessments')],
    [get('/assessments'), get(list), get('/security/asessments')],
  ],
  ['a path that is a star', { path: '*' }, [get(list), get('/nowhere'), get('/../elsewhere')], []],
  ['a path with a star that is none', { path: '/star/\\*' }, [get('/star/*')], [get('/star/a'), get('/star/')]],
  [
    'a path with letters that mean something elsewhere',
    { path: '/cl.ud/(resources|a+)[1]$' },
    [get('/cl.ud/(resources|a+)[1]$')],
    [get('/cloud/resources'), get('/cloud/resources1'), get('/cl.ud/resources')],
  ],
  [
    'several paths',
    { path: ['/cloud/resources', '/data/*'] },
    [get(list), get('/data/analysis/jobs')],
    [get('/security/assessments')],
  ],
  ['a path outside of the API', { path: '/elsewhere' }, [get('/../elsewhere')], [get('/elsewhere/more'), get('/else')]],
  [
    'an id, in either case',
    { id: knownResource.id },
    [
      get(`/cloud/resources/${knownResource.id}`),
      get(`/cloud/resources/${knownResource.id.toUpperCase()}`),
      get(`/security/assessments/${knownResource.id}`),
    ],
    [get('/cloud/resources'), get(`/cloud/resources/${unknownId}`), get(`/cloud/resources?type=${knownResource.id}`)],
  ],
  [
    'the beginning of an id, or another',
    { id: [`${knownResource.id.slice(0, 8)}-*`, 'none at all'] },
    [get(`/cloud/resources/${knownResource.id}`), get('/data/analysis/jobs/none%20at%20all')],
    [get(`/cloud/resources/${unknownId}`), get('/data/analysis/jobs/none')],
  ],
  [
    'a key',
    { key: 'read-only' },
    [get(list, { key: 'csf_read_only' }), get('/nowhere', { key: 'csf_read_only' })],
    [get(list), get(list, { key: 'csf_unknown' }), get(list, { key: 'read-only' }), get(list, { key: null })],
  ],
  [
    'several keys',
    { key: ['full-*', 'none'] },
    [get(list), get(list, { key: 'csf_none' })],
    [get(list, { key: 'csf_read_only' }), get(list, { key: 'csf_revoked' })],
  ],
  [
    'any key at all',
    { key: '*' },
    [get(list), get(list, { key: 'csf_none' })],
    [get(list, { key: null }), get(list, { key: 'csf_revoked' })],
  ],
  [
    'a query parameter',
    { query: { page: '2' } },
    [get('/cloud/resources?page=2'), get('/cloud/resources?limit=1&page=2')],
    [get('/cloud/resources'), get('/cloud/resources?page=22'), get('/cloud/resources?page=1&limit=2')],
  ],
  [
    'a query parameter that is given more than once',
    { query: { tag: 'environment:prod' } },
    [
      get(tagged),
      get('/cloud/resources?tag=environment%3Aprod'),
      get('/cloud/resources?tag=a&tag=b&tag=environment:prod'),
    ],
    [get('/cloud/resources?tag=team:web'), get('/cloud/resources?type=environment:prod')],
  ],
  [
    'one of several values',
    { query: { tag: ['team:*', 'owner:a b'] } },
    [get(tagged), get('/cloud/resources?tag=owner:a+b'), get('/cloud/resources?tag=owner:a%20b')],
    [get('/cloud/resources?tag=environment:prod'), get('/cloud/resources')],
  ],
  [
    'several query parameters: all of them',
    { query: { page: '*', limit: '1' } },
    [get('/cloud/resources?page=2&limit=1'), get('/cloud/resources?limit=1&page=')],
    [get('/cloud/resources?page=2'), get('/cloud/resources?limit=1'), get('/cloud/resources?page=2&limit=10')],
  ],
  [
    'a query parameter without a value',
    { query: { type: '' } },
    [get('/cloud/resources?type='), get('/cloud/resources?type')],
    [get('/cloud/resources'), get('/cloud/resources?type=a')],
  ],
  [
    'a header, its name in any case',
    { header: { 'x-Tenant': 'acme*' } },
    [get(list, { headers: { 'X-TENANT': 'acme' } }), get(list, { headers: { 'x-tenant': 'acme-2' } })],
    [get(list), get(list, { headers: { 'X-Tenant': 'other' } }), get(list, { headers: { 'X-Tenants': 'acme' } })],
  ],
  [
    'several headers: all of them, each with one of its values',
    { header: { 'X-A': ['1', '2'], 'X-B': '*' } },
    [get(list, { headers: { 'X-A': '2', 'X-B': 'anything' } }), get(list, { headers: { 'X-A': '1', 'X-B': '' } })],
    [get(list, { headers: { 'X-A': '1' } }), get(list, { headers: { 'X-A': '3', 'X-B': '1' } })],
  ],
  [
    'part of a body',
    { body: { name: 'a' } },
    [post({ name: 'a' }), post({ name: 'a', more: [1] }), post('{"name":"b","name":"a"}')],
    [
      post({ name: 'A' }),
      post({ name: ['a'] }),
      post({}),
      post([{ name: 'a' }]),
      post('null'),
      post('{"name":"a"'),
      post('{"name":"a"}x'),
      post(`{"name":"a","b":"${'x'.repeat(1_100_000)}"}`),
      get(list),
    ],
  ],
  [
    'part of a body, deep inside',
    { body: { data_source: { parameters: { log_types: ['firewall', 'system'] } } } },
    [post(jobBody), post({ data_source: { parameters: { log_types: ['firewall', 'system'] } } })],
    [
      post({ data_source: { parameters: { log_types: ['firewall'] } } }),
      post({ data_source: { parameters: { log_types: ['system', 'firewall'] } } }),
      post({ data_source: { parameters: { log_types: ['firewall', 'system', 'a'] } } }),
      post({ data_source: { parameters: { log_types: { 0: 'firewall', 1: 'system', length: 2 } } } }),
      post({ data_source: null }),
      post({ data_source: 'parameters' }),
    ],
  ],
  [
    'items of an array in part',
    { body: { items: [{ a: 1 }, {}, 3] } },
    [post({ items: [{ a: 1, b: 2 }, { c: 3 }, 3] })],
    [post({ items: [{ a: 1 }, 2, 3] }), post({ items: [{ a: 2 }, {}, 3] }), post({ items: [{ a: 1 }, {}, 4] })],
  ],
  [
    'values of a body as they are',
    { body: { a: null, b: true, c: 0, d: '0', e: 1e21 } },
    [
      post({ a: null, b: true, c: 0, d: '0', e: 1e21 }),
      post('{"a":null,"b":true,"c":-0,"d":"0","e":1000000000000000000000}'),
    ],
    [
      post({ b: true, c: 0, d: '0', e: 1e21 }),
      post({ a: null, b: 'true', c: 0, d: '0', e: 1e21 }),
      post({ a: null, b: true, c: '0', d: '0', e: 1e21 }),
      post({ a: null, b: true, c: 0, d: 0, e: 1e21 }),
    ],
  ],
  [
    'a body that is any object',
    { body: {} },
    [post({}), post(jobBody)],
    [post('{"a":'), post('null'), post('"a"'), post('12'), get(list)],
  ],
  [
    'an object, which no array is',
    { body: { items: {}, more: { 0: 'a' } } },
    [post({ items: {}, more: { 0: 'a' } })],
    [post({ items: [], more: { 0: 'a' } }), post({ items: {}, more: ['a'] })],
  ],
  [
    'several things: all of them',
    {
      operation: 'listResources',
      query: { limit: '1' },
      key: 'full-access',
      header: { 'X-A': '1' },
      method: 'GET',
      path: '/cloud/*',
    },
    [get(list, { headers: { 'X-A': '1' } })],
    [
      get(list),
      get('/cloud/resources?limit=2', { headers: { 'X-A': '1' } }),
      get(list, { headers: { 'X-A': '1' }, key: 'csf_read_only' }),
      ['HEAD', list, { headers: { 'X-A': '1' } }],
    ],
  ],
]

const ask = ({ request }: Client, [method, path, options]: Asked): Promise<Answer> => request(method, path, options)

describeBoxes('a rule is for', (open) => {
  it.each(operations)('$id alone where it names it', async ({ id }) => {
    const client = await open()
    await defineRules(client.box, [{ when: { operation: id }, then: down }])
    for (const operation of operations) {
      const { status } = await askOperation(client, operation)
      expect([operation.id, status === 503]).toEqual([operation.id, operation.id === id])
    }
    expect(await tallyOf(client.box)).toEqual([[1, 1]])
  })

  it.each(cases)('%s', async (_, when, hit, miss) => {
    const client = await open()
    await defineRules(client.box, [{ ...(when === undefined ? {} : { when }), then: down }])
    for (const asked of miss) expect([asked, (await ask(client, asked)).status]).not.toEqual([asked, 503])
    expect(await tallyOf(client.box)).toEqual([[0, 0]])
    for (const asked of hit) expect([asked, (await ask(client, asked)).status]).toEqual([asked, 503])
    expect(await tallyOf(client.box)).toEqual([[hit.length, hit.length]])
  })
})

/** Which of some requests a rule fires on (`x`) and on which it does not (`.`). */
async function firesOn({ box, get }: Pick<Client, 'box' | 'get'>, count: Count, requests: number): Promise<string> {
  await defineRules(box, [{ when: { operation: 'listResources' }, count, then: down }])
  let fired = ''
  for (let asked = 0; asked < requests; asked += 1) {
    fired += (await get(list)).status === 503 ? 'x' : '.'
    // What the rule is not for does not count.
    if (asked % 3 === 0) read(await get('/data/analysis/jobs?limit=1'), 200, anySuccess)
  }
  expect(await tallyOf(box)).toEqual([[requests, fired.split('x').length - 1]])
  return fired
}

describeBoxes('a rule fires', (open) => {
  it.each<[Count, string]>([
    [{}, 'xxxxxxxxxxxx'],
    [{ first: 1 }, 'x...........'],
    [{ first: 3 }, 'xxx.........'],
    [{ after: 0 }, 'xxxxxxxxxxxx'],
    [{ after: 1 }, '.xxxxxxxxxxx'],
    [{ after: 5 }, '.....xxxxxxx'],
    [{ every: 1 }, 'xxxxxxxxxxxx'],
    [{ every: 3 }, '..x..x..x..x'],
    [{ every: 7 }, '......x.....'],
    [{ after: 2, first: 3 }, '..xxx.......'],
    [{ every: 3, first: 2 }, '..x..x......'],
    [{ after: 2, every: 3 }, '....x..x..x.'],
    [{ after: 1, every: 2, first: 2 }, '..x.x.......'],
    [{ chance: 0 }, '............'],
    [{ chance: 1 }, 'xxxxxxxxxxxx'],
    [{ chance: 1, after: 1, every: 2, first: 4 }, '..x.x.x.x...'],
  ])('by %j on %s', async (count, expected) => {
    const client = await open()
    expect(await firesOn(client, count, expected.length)).toBe(expected)
  })

  it('by a chance that follows from the seed, the scenario and the rule', async () => {
    const client = await open({ seed: 7 })
    const half = await firesOn(client, { chance: 0.5 }, 40)
    expect(half.replaceAll('.', '').length).toBeGreaterThan(10)
    expect(half.replaceAll('.', '').length).toBeLessThan(30)
    expect(await firesOn(client, { chance: 0.5 }, 40)).toBe(half)
    expect(await firesOn(client.sandbox(`${client.box.name}-other`), { chance: 0.5 }, 40)).toBe(half)
    expect(await firesOn(await open({ seed: 8 }), { chance: 0.5 }, 40)).not.toBe(half)

    const third = half.split('').flatMap((sign, position) => (sign === 'x' ? [position] : []))[2] ?? 0
    expect(await firesOn(client, { chance: 0.5, first: 3 }, 40)).toBe(half.slice(0, third + 1).padEnd(40, '.'))
    // Less chance fires on some of what more chance fires on.
    const less = await firesOn(client, { chance: 0.25 }, 40)
    expect(less.split('').every((sign, position) => sign === '.' || half[position] === 'x')).toBe(true)
  })

  it('by a chance of its own, not that of its neighbour', async () => {
    const { box, get } = await open()
    const delay: Effect = { delay: '0s' }
    await defineRules(
      box,
      Array.from({ length: 8 }, () => ({ count: { chance: 0.5 }, then: delay })),
    )
    for (let asked = 0; asked < 40; asked += 1) await get(list)
    const tally = await tallyOf(box)
    expect(tally.every(([matches]) => matches === 40)).toBe(true)
    expect(new Set(tally.map(([, hits]) => hits)).size).toBeGreaterThan(2)
  })
})

describe('a star', () => {
  it('is looked for in no more time than a text is long', async () => {
    const fake = await createFake()
    await defineRules(fake, [{ when: { path: '/*a*a*a*b' }, then: down }])
    const startedAt = performance.now()
    const response = await senderTo({ fake, box: fake }, 'in process')(`/${'a'.repeat(250)}`)
    expect([response.status, performance.now() - startedAt < 250]).toEqual([404, true])
    await fake.close()
  })
})

describeBoxes('rules in order', (open) => {
  it('the first that fires ends the search', async () => {
    const { box, get } = await open()
    await defineRules(box, [
      { count: { every: 2 }, then: down },
      { when: { operation: 'listJobs' }, then: broken },
      { then: { error: 'invalid_request' } },
    ])
    const statuses: number[] = []
    for (const path of [list, list, '/data/analysis/jobs', '/data/analysis/jobs', list]) {
      statuses.push((await get(path)).status)
    }
    expect(statuses).toEqual([400, 503, 500, 503, 400])
    expect(await tallyOf(box)).toEqual([
      [5, 2],
      [1, 1],
      [2, 2],
    ])
  })

  it('one that only delays lets the search go on; delays add up', async () => {
    const { box, get } = await open()
    await defineRules(box, [
      { then: { delay: '25ms' } },
      { count: { after: 1 }, then: { delay: { min: '30ms', max: '30ms' } } },
      { then: { ...down, delay: '20ms' } },
      { then: { delay: '1h' } },
    ])
    const timed = async () => {
      const startedAt = performance.now()
      expect(readError(await get(list), 503, 'service_unavailable')).toBe('a scenario says so: own[2]')
      return performance.now() - startedAt
    }
    expect(await timed()).toBeGreaterThanOrEqual(44)
    const second = await timed()
    expect([second >= 74, second < 1500]).toEqual([true, true])
    expect(await tallyOf(box)).toEqual([
      [2, 2],
      [2, 1],
      [2, 2],
      [0, 0],
    ])
  })

  it('a rule after the request was served is asked once none before it has answered', async () => {
    const client = await open()
    const { box, get } = client
    await defineRules(box, [
      { phase: 'after', then: broken },
      { count: { first: 1 }, then: down },
      { count: { first: 1 }, phase: 'after', then: { error: 'invalid_request' } },
    ])
    readError(await get(list), 503, 'service_unavailable')
    readError(await get(list), 500, 'internal_error')
    readError(await get(`/cloud/resources/${unknownId}`), 404, 'resource_not_found')
    readError(await get('/nowhere'), 404, 'resource_not_found')
    readError(await get(list, { key: null }), 401, 'authentication_error')
    expect(await tallyOf(box)).toEqual([
      [1, 1],
      [5, 1],
      [0, 0],
    ])
  })

  it('are those of the scenarios that are on, the first switched on first', async () => {
    const { box, get } = await open()
    for (const name of ['b', 'a', 'c']) await defineRules(box, [{ then: { ...down, status: 510 } }], name)
    const told = async (headers: Record<string, string> = {}) => {
      const details = readError(await get(list, { headers }), 510, 'service_unavailable')
      return details.replace('a scenario says so: ', '')
    }
    expect((await box.summary()).scenarios).toEqual(['b', 'a', 'c'])
    expect(await told()).toBe('b[0]')
    await box.scenarios.on('b')
    expect((await box.summary()).scenarios).toEqual(['b', 'a', 'c'])
    expect(await told()).toBe('b[0]')
    await box.scenarios.off('b')
    expect(await told()).toBe('a[0]')
    await box.scenarios.on('b', 'a')
    expect((await box.summary()).scenarios).toEqual(['a', 'c', 'b'])
    expect(await told()).toBe('a[0]')
    // What a request names itself comes first, in the order that it names it.
    expect(await told({ 'X-Fake-Scenario': 'c' })).toBe('c[0]')
    expect(await told({ 'X-Fake-Scenario': ' b ,c,, a' })).toBe('b[0]')
    expect(await told({ 'X-Fake-Scenario': '' })).toBe('a[0]')
    await box.scenarios.off()
    expect((await get(list)).status).toBe(200)
    expect(await told({ 'X-Fake-Scenario': 'c,b' })).toBe('c[0]')
  })

  it('a later scenario beats an earlier one in what it assumes and in the courses it sets', async () => {
    const { box, get, post } = await open({ clock: noon, assume: { limitAboveMax: 'clamp' } })
    const over = async (headers = {}) => (await get('/cloud/resources?limit=500', { headers })).status
    await box.scenarios.define({
      name: 'strict',
      assume: { limitAboveMax: 'reject', errorStatus: 'unprocessable' },
      jobs: { completeAfter: 'never', outcome: 'failed' },
    })
    await box.scenarios.define({ name: 'lax', assume: { limitAboveMax: 'clamp' }, jobs: { completeAfter: '1m' } })
    expect((await box.summary()).assumptions).toMatchObject({ limitAboveMax: 'clamp', errorStatus: 'unprocessable' })
    expect(await over()).toBe(200)
    expect(await over({ 'X-Fake-Scenario': 'strict' })).toBe(422)
    const made = await post('/data/analysis/jobs', jobBody)
    const { id } = (await box.jobs.list({ limit: 1 })).items[0] ?? {}
    expect(made.text).toContain(String(id))
    await box.clock.advance('1m')
    expect((await get(`/data/analysis/jobs/${String(id)}`)).text).toContain('"status":"failed"')
    await box.scenarios.on('strict')
    expect(await over()).toBe(200)
    await box.scenarios.off('lax')
    expect(await over()).toBe(422)
    await box.scenarios.off()
    expect(await over()).toBe(200)
    expect((await box.summary()).assumptions).toEqual({ limitAboveMax: 'clamp' })
  })
})

describeBoxes('what rules count', (open) => {
  it('starts at 0 whenever a scenario is switched on', async () => {
    const { box, get } = await open()
    await defineRules(box, [{ count: { first: 1 }, then: down }])
    for (const status of [503, 200, 200]) expect((await get(list)).status).toBe(status)
    expect(await tallyOf(box)).toEqual([[3, 1]])
    await box.scenarios.on('own')
    expect(await tallyOf(box)).toEqual([[0, 0]])
    expect((await get(list)).status).toBe(503)
    await box.scenarios.off('own')
    expect((await get(list)).status).toBe(200)
    await box.scenarios.on('own')
    for (const status of [503, 200]) expect((await get(list)).status).toBe(status)
    expect(await tallyOf(box)).toEqual([[2, 1]])
    await defineRules(box, [{ count: { first: 2 }, then: broken }])
    expect(await tallyOf(box)).toEqual([[0, 0]])
    for (const status of [500, 500, 200]) expect((await get(list)).status).toBe(status)
    await box.reset()
    await expect(box.scenarios.show('own')).rejects.toThrow('scenario: no scenario is named "own"')
    expect((await get(list)).status).toBe(200)
  })

  it('lives on from one request that names a scenario to the next', async () => {
    const { box, get } = await open()
    await defineRules(box, [{ count: { after: 1, first: 1 }, then: down }])
    await box.scenarios.off()
    const statuses: number[] = []
    for (const name of ['own', '', 'own', 'own', 'outage-then-recovery, own', 'own']) {
      statuses.push((await get(list, { headers: { 'X-Fake-Scenario': name } })).status)
    }
    expect(statuses).toEqual([200, 200, 503, 200, 503, 200])
    expect(await tallyOf(box)).toEqual([[4, 1]])
    expect(await tallyOf(box, 'outage-then-recovery')).toEqual([[1, 1]])
    expect((await box.summary()).scenarios).toEqual([])
    expect(await box.scenarios.show('own')).toMatchObject({ active: false, source: 'inline' })
  })

  it('is one for a request that names a scenario twice, or one that is on', async () => {
    const { box, get } = await open()
    await defineRules(box, [{ count: { every: 3 }, then: down }])
    for (const status of [200, 200, 503, 200]) {
      expect((await get(list, { headers: { 'X-Fake-Scenario': 'own' } })).status).toBe(status)
    }
    expect(await tallyOf(box)).toEqual([[4, 1]])
    await box.scenarios.off()
    for (const status of [200, 200, 503, 200]) {
      expect((await get(list, { headers: { 'X-Fake-Scenario': 'own, own,own' } })).status).toBe(status)
    }
    expect(await tallyOf(box)).toEqual([[4, 1]])
  })

  it('is that of one sandbox, as the scenario is', async () => {
    const here = await open()
    const there = here.sandbox(`${here.box.name}-there`)
    await defineRules(here.box, [{ count: { first: 2 }, then: down }])
    expect((await there.get(list)).status).toBe(200)
    await expect(there.box.scenarios.show('own')).rejects.toThrow('no scenario is named "own"')
    readError(await there.get(list, { headers: { 'X-Fake-Scenario': 'own' } }), 400, 'invalid_request')
    await defineRules(there.box, [{ count: { first: 1 }, then: broken }])
    const seen: number[] = []
    for (let asked = 0; asked < 3; asked += 1) seen.push((await here.get(list)).status, (await there.get(list)).status)
    expect(seen).toEqual([503, 500, 503, 200, 200, 200])
    expect(await tallyOf(there.box)).toEqual([[3, 1]])
    await there.box.scenarios.off()
    await here.box.scenarios.on('own')
    expect([(await here.get(list)).status, (await there.get(list)).status]).toEqual([503, 200])
  })

  it('is nothing of a scenario that is off', async () => {
    const { box, get } = await open()
    await box.scenarios.on('flaky')
    await box.scenarios.off('flaky')
    await get(list)
    expect(await tallyOf(box, 'flaky')).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('begins in every sandbox where a scenario is on from the start', async () => {
    const client = await open({ scenario: ['outage-then-recovery'] })
    for (const { get } of [client, client.sandbox(`${client.box.name}-other`)]) {
      for (const status of [503, 503, 503, 200]) expect((await get(list)).status).toBe(status)
    }
    await client.box.reset()
    expect((await client.get(list)).status).toBe(503)
    expect((await client.sandbox(`${client.box.name}-other`).get(list)).status).toBe(200)
  })
})

describeBoxes('the phase of a rule', (open) => {
  it.each<[Effect, 'before' | 'after']>([
    [{ error: 'internal_error' }, 'before'],
    [{ delay: '1s' }, 'before'],
    [{ delay: { min: '0s', max: '1s' } }, 'before'],
    [{ fault: 'reset' }, 'before'],
    [{ fault: 'hang' }, 'before'],
    [{ fault: 'gateway_html' }, 'before'],
    [{ fault: 'truncate' }, 'after'],
    [{ fault: 'malformed_json' }, 'after'],
    [{ fault: 'empty' }, 'after'],
    [{ fault: 'slow_body' }, 'after'],
    [{ fault: 'wrong_content_type' }, 'after'],
    [{ status: 202 }, 'after'],
    [{ headers: { 'X-A': '1' } }, 'after'],
    [{ patch: { a: 1 } }, 'after'],
    [{ replace: { a: 1 } }, 'after'],
    [{ arrange: 'insert' }, 'after'],
    [{ status: 202, delay: '1s' }, 'after'],
    [{ error: 'internal_error', fault: 'truncate' }, 'before'],
    [{ error: 'internal_error', patch: { a: 1 }, status: 599, headers: { 'X-A': '1' } }, 'before'],
  ])('of %j is %s where it says nothing', async (then, phase) => {
    const { box } = await open()
    await defineRules(box, [{ then }])
    expect((await box.scenarios.show('own')).rules).toMatchObject([{ phase }])
  })

  it.each(operations)('decides whether $id is done', async (operation) => {
    const client = await open()
    const { box } = client
    const before = await countsOf(box)
    await defineRules(box, [{ phase: 'before', then: down }])
    readError(await askOperation(client, operation), 503, 'service_unavailable')
    expect(await countsOf(box)).toEqual(before)
    await defineRules(box, [{ phase: 'after', then: down }])
    readError(await askOperation(client, operation), 503, 'service_unavailable')
    const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, one) => all + one, 0)
    expect(sum(await countsOf(box)) - sum(before)).toBe(operation.method === 'POST' ? 1 : 0)
  })

  it('decides when it delays', async () => {
    const { box, post } = await open()
    const { assessments = 0 } = await countsOf(box)
    for (const [phase, made] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      await defineRules(box, [{ phase, then: { delay: '70ms' } }])
      const answer = post('/security/assessments', assessmentBody)
      await expect.poll(() => tallyOf(box), { interval: 5 }).toEqual([[1, 1]])
      expect((await countsOf(box))['assessments']).toBe(assessments + made + (phase === 'after' ? 1 : 0))
      read(await answer, 201, anySuccess)
    }
  })

  it('a request that is delayed is served at the instant when the delay is over', async () => {
    const { box, post } = await open({ clock: noon })
    await defineRules(box, [{ then: { delay: '60ms' } }])
    const answer = post('/data/analysis/jobs', jobBody)
    await expect.poll(() => tallyOf(box), { interval: 5 }).toEqual([[1, 1]])
    await box.clock.advance('10m')
    const { headers, text } = await answer
    expect(text).toContain('"created_at":"2026-07-01T12:10:00Z"')
    expect(headers.get('date')).toBe('Wed, 01 Jul 2026 12:10:00 GMT')
  })
})

const intoItems = { intoItems: true } as const

describe('a patch', () => {
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ a: ['a', 'b'] }, { a: ['c', 'd'] }, { a: ['c', 'd'] }],
    [{ a: { a: 'b' } }, { a: ['c'] }, { a: ['c'] }],
    [{ a: { a: 'foo' } }, { a: 'bar' }, { a: 'bar' }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j by %j is %j (RFC 7396, appendix A)', (target, patch, expected) => {
    expect(mergePatch(target, patch)).toEqual(expected)
    expect(mergePatch(target, patch, intoItems)).toEqual(expected)
  })

  it.each([
    [{ x: [{ a: 1 }, { b: 2 }] }, { x: { a: null, c: 3 } }, { x: [{ c: 3 }, { b: 2, c: 3 }] }, { x: { c: 3 } }],
    [{ x: [] }, { x: { a: 1 } }, { x: [] }, { x: { a: 1 } }],
    [{ x: [1, null, 'a'] }, { x: { a: 'b', c: null } }, { x: [1, null, 'a'] }, { x: { a: 'b' } }],
    [
      { list: [{ a: { x: 1 } }, { a: [{ x: 2 }] }] },
      { list: { a: { y: 2 } } },
      { list: [{ a: { x: 1, y: 2 } }, { a: [{ x: 2, y: 2 }] }] },
      { list: { a: { y: 2 } } },
    ],
  ])('%j by %j is %j item by item, and else %j', (target, patch, byItem, whole) => {
    expect(mergePatch(target, patch, intoItems)).toEqual(byItem)
    expect(mergePatch(target, patch)).toEqual(whole)
  })

  it('leaves what it patches as it was, and no prototype behind', () => {
    const target: Record<string, unknown> = JSON.parse('{"a":{"b":1},"c":[{"d":1}]}')
    const patch: Record<string, unknown> = JSON.parse('{"a":{"b":2},"c":{"d":2},"__proto__":{"polluted":true}}')
    const patched = mergePatch(target, patch, intoItems)
    expect(JSON.stringify(target)).toBe('{"a":{"b":1},"c":[{"d":1}]}')
    expect(JSON.stringify(patched)).toBe('{"a":{"b":2},"c":[{"d":2}],"__proto__":{"polluted":true}}')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

/** The answer of a rule's effect, and what the same request is answered without it. */
async function withEffect(client: Client, way: 'in process' | 'over a socket', then: Effect, path: string) {
  const send = senderTo(client, way)
  const plain = await send(path)
  const body: unknown = await plain.json()
  await defineRules(client.box, [{ then }])
  const response = await send(path)
  return { plain, body, response, text: await response.text() }
}

const item = `/cloud/resources/${knownResource.id}`

describeBoxes('an answer is changed by', (open, way) => {
  it.each<[title: string, path: string, patch: Record<string, unknown>, expected: Record<string, unknown>]>([
    ['a field of the record', item, { data: { name: 'other' } }, { data: { name: 'other' } }],
    ['a field deep in the record', item, { data: { details: { public_ip: null } } }, {}],
    [
      'a field of the envelope',
      item,
      { status: 'strange', more: [{ a: null }] },
      { status: 'strange', more: [{ a: null }] },
    ],
    ['the pagination', list, { pagination: { total_items: -1 } }, { pagination: { total_items: -1 } }],
    ['an array for an object', item, { data: [] }, { data: [] }],
    ['nothing at all', item, { data: {} }, {}],
  ])('a patch of %s', async (_, path, patch, expected) => {
    const { plain, body, response, text } = await withEffect(await open({ clock: noon }), way, { patch }, path)
    expect(response.status).toBe(plain.status)
    expect(JSON.parse(text)).toEqual(mergePatch(z.record(z.string(), z.unknown()).parse(body), patch, intoItems))
    expect(JSON.parse(text)).toMatchObject(expected)
    expect(Number(response.headers.get('content-length') ?? Buffer.byteLength(text))).toBe(Buffer.byteLength(text))
  })

  it('a patch of every item of a list', async () => {
    const patch = { data: { tags: null, name: 'same', details: { new: true } } }
    const { text, body } = await withEffect(await open(), way, { patch }, '/cloud/resources?limit=5')
    const { data } = anyList.parse(body)
    const patched = anyList.parse(JSON.parse(text))
    const added = { name: 'same', details: { new: true } }
    expect(data.every((record) => Array.isArray(record['tags']))).toBe(true)
    expect(patched.data).toEqual(data.map((record) => ({ ...record, ...added, tags: undefined })))
    expect(patched.data.some((record) => Object.hasOwn(record, 'tags'))).toBe(false)
  })

  it('a patch that takes fields away', async () => {
    const { text } = await withEffect(await open(), way, { patch: { data: null, pagination: null } }, list)
    expect(text).toBe('{"status":"success"}')
  })

  it('a patch of an error', async () => {
    const then: Effect = { error: 'internal_error', patch: { error: { trace: 'a1', details: null } } }
    const { text } = await withEffect(await open(), way, then, list)
    expect(JSON.parse(text)).toEqual({
      status: 'error',
      error: { code: 'internal_error', message: 'An internal server error occurred', trace: 'a1' },
    })
  })

  it('a replacement of fields wherever they stand in the data, and nowhere else', async () => {
    const replace = { type: ['a'], key: null, id: { id: 1, type: 2 }, status: 0, absent: 'x', total_items: 0 }
    const { text, body } = await withEffect(await open(), way, { replace }, item)
    const replaced: unknown = JSON.parse(text)
    expect(replaced).toMatchObject({ status: 'success', data: { id: { id: 1, type: 2 }, type: ['a'], status: 0 } })
    const { tags, details, ...rest } = answers.resource.parse(body).data
    expect(replaced).toEqual({
      status: 'success',
      data: {
        ...rest,
        id: replace.id,
        type: replace.type,
        status: 0,
        tags: tags.map(({ value }) => ({ key: null, value })),
        details: {
          ...details,
          security_groups: details.security_groups.map((group) => ({ ...group, id: replace.id })),
          volumes: details.volumes.map((volume) => ({ ...volume, id: replace.id, type: replace.type })),
        },
      },
    })
  })

  it('a replacement leaves the pagination of a list alone', async () => {
    const then: Effect = { replace: { total_items: 0, next_page: 'x', name: 'n' }, patch: { data: { extra: 1 } } }
    const { text, body } = await withEffect(await open(), way, then, list)
    const { data, pagination } = anyList.parse(body)
    expect(JSON.parse(text)).toEqual({
      status: 'success',
      data: data.map((record) => ({ ...record, name: 'n', extra: 1 })),
      pagination,
    })
  })

  it.each([200, 202, 299, 300, 418, 451, 599])('a status of %i alone', async (status) => {
    const { response, text, body } = await withEffect(await open(), way, { status }, list)
    expect([response.status, JSON.parse(text)]).toEqual([status, body])
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  it.each([204, 205, 304])('a status of %i, which has no body', async (status) => {
    const { response, text } = await withEffect(await open(), way, { status }, list)
    expect([response.status, text]).toEqual([status, ''])
    expect(response.headers.get('x-rate-limit-limit')).toBe('5000')
  })

  it('headers, set in any case or taken away', async () => {
    const headers = {
      'x-rate-limit-LIMIT': '12',
      'X-Rate-Limit-Reset': null,
      'Retry-After': '120',
      'X-Absent': null,
      'CONTENT-TYPE': 'application/vnd.other+json',
      'Set-Cookie': 'a=1; Path=/',
    }
    const { response, plain, text, body } = await withEffect(await open(), way, { headers }, list)
    expect(JSON.parse(text)).toEqual(body)
    const told = (name: string) => response.headers.get(name)
    expect(['x-rate-limit-limit', 'x-rate-limit-reset', 'retry-after', 'content-type', 'set-cookie'].map(told)).toEqual(
      ['12', null, '120', 'application/vnd.other+json', 'a=1; Path=/'],
    )
    expect(Number(told('x-rate-limit-remaining'))).toBe(Number(plain.headers.get('x-rate-limit-remaining')) - 1)
    expect(told('date')).not.toBeNull()
    expect(response.headers.has('x-absent')).toBe(false)
  })

  it('every header of the answer taken away', async () => {
    const names = ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', 'Date', 'Content-Type']
    const headers = Object.fromEntries(names.map((name) => [name, null]))
    const { response, text, body } = await withEffect(await open(), way, { headers }, list)
    expect([response.status, JSON.parse(text)]).toEqual([200, body])
    expect(names.filter((name) => response.headers.has(name))).toEqual([])
  })

  it('several things at once', async () => {
    const then: Effect = {
      error: 'rate_limit_exceeded',
      status: 503,
      headers: { 'Retry-After': '7', 'X-Rate-Limit-Remaining': null },
      patch: { error: { code: 'too_many' } },
      fault: 'wrong_content_type',
    }
    const { response, text } = await withEffect(await open(), way, then, list)
    expect(response.status).toBe(503)
    expect(['retry-after', 'x-rate-limit-remaining', 'content-type'].map((name) => response.headers.get(name))).toEqual(
      ['7', null, 'text/html'],
    )
    expect(JSON.parse(text)).toMatchObject({ status: 'error', error: { code: 'too_many' } })
  })
})

describeBoxes('a list is arranged', (open) => {
  const kinds = [
    ['resources', '/cloud/resources'],
    ['assessments', '/security/assessments'],
    ['jobs', '/data/analysis/jobs'],
  ] as const

  it.each(kinds)('by a rule on %s, once the answer is made', async (kind, path) => {
    const { box, get } = await open({ clock: noon })
    const ids = async () => read(await get(`${path}?limit=100`), 200, anyList).data.map(({ id }) => id)
    const before = await ids()
    const counts = await countsOf(box)
    await defineRules(box, [{ count: { first: 2 }, then: { arrange: 'insert' } }])
    expect(await ids()).toEqual(before)
    const [second, ...rest] = await ids()
    expect(rest).toEqual(before)
    const [third, ...more] = await ids()
    expect([more, third === second]).toEqual([[second, ...before], false])
    expect(await countsOf(box)).toEqual({ ...counts, [kind]: (counts[kind] ?? 0) + 2 })

    await defineRules(box, [{ count: { first: 2 }, then: { arrange: 'remove' } }])
    expect(await ids()).toEqual([third, second, ...before])
    expect(await ids()).toEqual([second, ...before])
    expect(await ids()).toEqual(before)
    expect(await countsOf(box)).toEqual(counts)
  })

  it.each(kinds)('until none of the %s is left', async (_, path) => {
    const { box, get } = await open({ clock: noon })
    const total = async () => read(await get(`${path}?limit=1`), 200, anyList).pagination.total_items
    await defineRules(box, [{ then: { arrange: 'remove' } }])
    for (let left = await total(); left > 0; left -= 1) expect(await total()).toBe(left - 1)
    expect([await total(), await total()]).toEqual([0, 0])
  })

  it('by a rule on any operation of its area, and on no other', async () => {
    const { box, get, post } = await open({ clock: noon })
    await defineRules(box, [{ then: { arrange: 'insert' } }])
    const before = await countsOf(box)
    read(await get(`/cloud/resources/${knownResource.id}`), 200, anySuccess)
    expect(await countsOf(box)).toEqual({ ...before, resources: (before['resources'] ?? 0) + 1 })
    read(await post('/data/analysis/jobs', jobBody), 201, anySuccess)
    expect(await countsOf(box)).toMatchObject({ jobs: (before['jobs'] ?? 0) + 2 })
    readError(await get('/nowhere'), 404, 'resource_not_found')
    readError(await get(`/cloud/resources/${unknownId}`), 404, 'resource_not_found')
    expect(await countsOf(box)).toMatchObject({ jobs: (before['jobs'] ?? 0) + 2, assessments: before['assessments'] })
  })

  it('as long as there is room for what is made, and is served without', async () => {
    const { box, get } = await open({ maxStoredBytes: 5000 })
    await defineRules(box, [{ then: { arrange: 'insert' } }])
    const counts = await countsOf(box)
    read(await get(list), 200, answers.resources)
    expect(await countsOf(box)).toEqual(counts)
  })

  it('with what is drawn from the seed alone', async () => {
    const drawn: string[] = []
    for (const seed of [1, 1, 2]) {
      const { box, get } = await open({ clock: noon, seed })
      await defineRules(box, [{ then: { arrange: 'insert' } }])
      await get('/cloud/resources')
      const { data } = read(await get('/cloud/resources?limit=1'), 200, anyList)
      drawn.push(JSON.stringify(data))
    }
    expect(drawn[1]).toBe(drawn[0])
    expect(drawn[2]).not.toBe(drawn[0])
  })
})

describeFake('a scenario that is not on', (open, way) => {
  const volatile = new Set(['connection', 'keep-alive'])

  it('changes no byte of what is served', async () => {
    const all: string[] = []
    for (const define of [false, true]) {
      const client = await open({ clock: noon })
      if (define) {
        await client.box.scenarios.define({
          name: 'everything',
          rules: [{ then: { delay: '1h' } }, { then: { error: 'internal_error' } }],
          quota: { limit: 1 },
          assume: { listOrder: 'by_id' },
          assessments: { completeAfter: 'never' },
        })
        await client.box.scenarios.on('no-answer')
        await client.box.scenarios.off()
      }
      const send = senderTo(client, way)
      for (const operation of operations) {
        const { method, path } = operation
        for (const asked of [path, `${path}?page=2`, `${path}/none`]) {
          const init = 'body' in operation ? { method, body: JSON.stringify(operation.body) } : { method }
          const response = await send(asked, init)
          const headers = [...response.headers].filter(([name]) => !volatile.has(name))
          all.push(
            `${define} ${method} ${asked} ${response.status} ${JSON.stringify(headers)} ${await response.text()}`,
          )
        }
      }
    }
    const [without, withOne] = [all.slice(0, all.length / 2), all.slice(all.length / 2)]
    expect(withOne.map((line) => line.replace(/^true/, 'false'))).toEqual(without)
    expect(without).toHaveLength(24)
  })

  it('is one that is on without rules: nothing is looked for', async () => {
    const { box, get } = await open({ clock: noon })
    const plain = await get(list)
    await box.scenarios.define({ name: 'idle', description: 'does nothing' })
    const answer = await get(list)
    expect(answer.text).toBe(plain.text)
    expect(await box.scenarios.show('idle')).toMatchObject({ active: true, rules: [], description: 'does nothing' })
  })
})
