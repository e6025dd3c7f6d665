import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createFake, InputError, type Scenario, startFake } from '../src/index.ts'
import { answers, noon, operations } from './support/answers.ts'
import { type Client, describeBoxes, read, readError, type Way } from './support/fake.ts'
import { writeFixtures } from './support/fixtures.ts'
import { askOperation, countsOf, defineRules, errors, tallyOf } from './support/scenarios.ts'

const list = '/cloud/resources?limit=1'
const problem = z.strictObject({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
})

/** Sends a text to be defined as a scenario. */
async function postText({ box, fake }: Client, way: Way, body: string | Uint8Array<ArrayBuffer>) {
  const carry = way === 'in process' ? fake.fetch : fetch
  const headers = { 'Content-Type': 'application/json' }
  const response = await carry(`${box.controlUrl}/scenarios`, { method: 'POST', headers, body })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** What a sandbox knows of scenarios, and what it answers. */
async function stateOf({ box, get }: Client) {
  const { scenarios, assumptions } = await box.summary()
  const all = await box.scenarios.list()
  return { scenarios, assumptions, all, status: (await get(list)).status }
}

/** A scenario that works, with some of it replaced. */
const scenario = (part: object): string => JSON.stringify({ name: 'own', ...part })
const rule = (part: object): string => scenario({ rules: [{ then: { error: 'internal_error' }, ...part }] })
const when = (part: unknown): string => rule({ when: part })
const then = (part: unknown): string => scenario({ rules: [{ then: part }] })

const oneOf = 'expected one of'
const duration = 'expected a duration, such as 250ms, 30s, 1h or PT1H'

const refused: readonly (readonly [title: string, text: string, ...told: readonly string[]])[] = [
  // Names that nothing has.
  [
    'an unknown operation',
    when({ operation: 'listResource' }),
    'rules[0].when.operation',
    'Did you mean listResources',
  ],
  ['an operation in another case', when({ operation: 'GETJOB' }), 'rules[0].when.operation', 'Did you mean getJob'],
  [
    'an unknown operation of several',
    when({ operation: ['getJob', 'listJob'] }),
    'rules[0].when.operation',
    oneOf,
    'Did you mean listJobs',
  ],
  ['no operation at all', when({ operation: [] }), 'rules[0].when.operation'],
  ['an unknown field of it', scenario({ rule: [] }), 'rule: not a known field', 'Did you mean rules'],
  ['an unknown field of a rule', rule({ phse: 'after' }), 'rules[0].phse: not a known field', 'Did you mean phase'],
  [
    'an unknown field of when',
    when({ headers: {} }),
    'rules[0].when.headers: not a known field',
    'Did you mean header',
  ],
  [
    'an unknown field of count',
    rule({ count: { frist: 1 } }),
    'rules[0].count.frist: not a known field',
    'Did you mean first',
  ],
  [
    'an unknown field of then',
    then({ error: 'internal_error', dealy: '1s' }),
    'rules[0].then.dealy: not a known field',
    'Did you mean delay',
  ],
  [
    'an unknown field of a course',
    scenario({ jobs: { completeafter: '1s' } }),
    'jobs.completeafter: not a known field',
    'Did you mean completeAfter',
  ],
  [
    'an unknown field of the quota',
    scenario({ quota: { remainig: 1 } }),
    'quota.remainig: not a known field',
    'Did you mean remaining',
  ],
  ['an unknown field of a delay', then({ delay: { min: '1s', max: '2s', mean: '1s' } }), 'rules[0].then.delay'],
  ['an unknown fault', then({ fault: 'trunkate' }), 'rules[0].then.fault', oneOf, 'Did you mean truncate'],
  ['an unknown error', then({ error: 'internal-error' }), 'rules[0].then.error', oneOf, 'Did you mean internal_error'],
  ['an unknown phase', rule({ phase: 'befor' }), 'rules[0].phase', oneOf, 'Did you mean before'],
  ['an unknown arrangement', then({ arrange: 'inser' }), 'rules[0].then.arrange', oneOf, 'Did you mean insert'],
  ['an unknown outcome', scenario({ jobs: { outcome: 'complete' } }), 'jobs.outcome', oneOf, 'Did you mean completed'],
  [
    'an unknown assumption',
    scenario({ assume: { limitAboveMx: 'clamp' } }),
    'limitAboveMx',
    'Did you mean limitAboveMax',
  ],
  ['an unknown option', scenario({ assume: { limitAboveMax: 'clmp' } }), 'limitAboveMax', '"clmp"', 'reject, clamp'],
  // Durations that are none.
  ...['', '10', '5 s', '-1s', '1e3s', 'P1Y', '36526d', '99999999999999999999d', 'soon'].map(
    (text) => [`the delay ${JSON.stringify(text)}`, then({ delay: text }), 'rules[0].then.delay'] as const,
  ),
  ['a delay that is a number', then({ delay: 5 }), 'rules[0].then.delay', 'got 5'],
  ['a delay that is null', then({ delay: null, status: 200 }), 'rules[0].then.delay'],
  [
    'a delay with its ends the wrong way round',
    then({ delay: { min: '2s', max: '1s' } }),
    'rules[0].then.delay',
    'min not above max',
  ],
  ['a delay with one end', then({ delay: { min: '2s' } }), 'rules[0].then.delay'],
  ['a delay with an end that is none', then({ delay: { min: 'soon', max: '1s' } }), 'rules[0].then.delay.min'],
  [
    'a time to complete that is none',
    scenario({ assessments: { completeAfter: 'soon' } }),
    'assessments.completeAfter',
    duration,
  ],
  ['a time to complete that is a number', scenario({ jobs: { completeAfter: 5 } }), 'jobs.completeAfter'],
  ['a reset later than the window is long', scenario({ quota: { resetsIn: '61m' } }), 'quota.resetsIn', 'at most 1h'],
  ['a reset that is none', scenario({ quota: { resetsIn: 'soon' } }), `quota.resetsIn: ${duration}`],
  ['a body that drips over nothing', then({ fault: 'slow_body', over: 'long' }), 'rules[0].then.over', duration],
  ['an over without a body that drips', then({ fault: 'truncate', over: '1s' }), 'rules[0].then.over', 'slow_body'],
  // Names of scenarios.
  ['no name', '{}', 'name: required, but missing'],
  ...['', 'Own', '-own', 'own_', 'own name', 'a'.repeat(64), '__proto__'].map(
    (name) =>
      [`the name ${JSON.stringify(name)}`, JSON.stringify({ name }), 'name: expected 1 to 63 lower-case'] as const,
  ),
  ['a name that is none', '{"name":7}', 'name: expected a string, got 7'],
  ['a name that is null', '{"name":null}', 'name: expected a string, got null'],
  // What is not of its type, or outside its bounds.
  ['rules that are no list', scenario({ rules: {} }), 'rules: expected an array, got an object'],
  ['a rule that is null', scenario({ rules: [null] }), 'rules[0]: expected an object, got null'],
  ['a rule without anything', scenario({ rules: [{}] }), 'rules[0].then: required, but missing'],
  ['a rule that does nothing', then({}), 'rules[0].then: expected something to do'],
  ['a rule that is for null', when(null), 'rules[0].when: expected an object, got null'],
  ['a rule that is for a list', when([]), 'rules[0].when: expected an object, got an array'],
  ['a method that is a number', when({ method: 1 }), 'rules[0].when.method'],
  ['a path that is null', when({ path: null }), 'rules[0].when.path'],
  ['no key', when({ key: [] }), 'rules[0].when.key'],
  ['a query that is a text', when({ query: 'page=1' }), 'rules[0].when.query: expected an object'],
  ['a query that is a list', when({ query: ['page'] }), 'rules[0].when.query: expected an object, got an array'],
  ['a query value that is a number', when({ query: { page: 1 } }), 'rules[0].when.query.page'],
  ['a header that has no such name', when({ header: { 'X Y': 'a' } }), 'rules[0].when.header', 'names of headers'],
  ['a header without a name', when({ header: { '': 'a' } }), 'rules[0].when.header', 'names of headers'],
  ['a body that is a list', when({ body: [] }), 'rules[0].when.body: expected an object, got an array'],
  ['a body that is null', when({ body: null }), 'rules[0].when.body: expected an object, got null'],
  ...[0, -1, 1.5, '1', null, 1e308, 2 ** 53].map(
    (first) => [`first ${JSON.stringify(first)}`, rule({ count: { first } }), 'rules[0].count.first'] as const,
  ),
  [
    'first of infinity',
    '{"name":"own","rules":[{"count":{"first":1e400},"then":{"error":"internal_error"}}]}',
    'rules[0].count.first',
  ],
  ['every 0', rule({ count: { every: 0 } }), 'rules[0].count.every: expected at least 1'],
  ['after -1', rule({ count: { after: -1 } }), 'rules[0].count.after: expected at least 0'],
  ['a chance below 0', rule({ count: { chance: -0.1 } }), 'rules[0].count.chance: expected at least 0'],
  ['a chance above 1', rule({ count: { chance: 1.1 } }), 'rules[0].count.chance: expected at most 1'],
  ['a chance that is a text', rule({ count: { chance: '0.5' } }), 'rules[0].count.chance: expected a number'],
  ...[199, 600, 200.5, '200', null, -200, 1e21].map(
    (status) =>
      [`the status ${JSON.stringify(status)}`, then({ status, delay: '1s' }), 'rules[0].then.status'] as const,
  ),
  ...['Content-Length', 'transfer-encoding', 'Connection', 'KEEP-ALIVE', 'X Y', '', 'X:', 'é'].map(
    (name) =>
      [`the header ${JSON.stringify(name)}`, then({ headers: { [name]: 'a' } }), 'rules[0].then.headers'] as const,
  ),
  ...['a\nb', 'a\r\nX-B: c', '\u0000', 'é', '\u{1F600}'].map(
    (value) =>
      [
        `the header value ${JSON.stringify(value)}`,
        then({ headers: { 'X-A': value } }),
        'rules[0].then.headers',
      ] as const,
  ),
  ['a header value that is a number', then({ headers: { 'X-A': 1 } }), 'rules[0].then.headers'],
  ['a patch that is null', then({ patch: null }), 'rules[0].then.patch: expected an object, got null'],
  ['a patch that is a list', then({ patch: [] }), 'rules[0].then.patch: expected an object, got an array'],
  ['a replacement that is a text', then({ replace: 'a' }), 'rules[0].then.replace: expected an object'],
  ['an error that is null', then({ error: null }), 'rules[0].then.error'],
  ...[
    { fault: 'truncate' },
    { patch: {} },
    { status: 202 },
    { headers: {} },
    { arrange: 'insert' },
    { replace: {} },
  ].map(
    (effect) =>
      [
        `${Object.keys(effect).join()} before there is an answer`,
        scenario({ rules: [{ phase: 'before', then: effect }] }),
        'rules[0].phase: expected after',
      ] as const,
  ),
  [
    'a quota that leaves more than its limit',
    scenario({ quota: { limit: 1, remaining: 2 } }),
    'quota.remaining: expected at most limit',
  ],
  ['a quota of nothing', scenario({ quota: { limit: 0 } }), 'quota.limit: expected at least 1'],
  ['a course that is a text', scenario({ assessments: 'never' }), 'assessments: expected an object, got "never"'],
  ['an assumption that is true', scenario({ assume: { limitAboveMax: true } }), 'assume.limitAboveMax'],
  ['a rate of 0', scenario({ assume: { rateQuota: 0 } }), 'rateQuota', 'whole number'],
  ['a description that is a number', scenario({ description: 1 }), 'description: expected a string'],
  // What is no scenario at all.
  ['a list', '[]', 'the scenario: expected an object, got an array'],
  ['null', 'null', 'the scenario: expected an object, got null'],
  ['a number', '12', 'the scenario: expected an object, got 12'],
  ['a text', '"flaky"', 'the scenario: expected an object, got "flaky"'],
  ['nothing', '', 'the scenario'],
  ['no JSON', '{"name":', 'the body: not valid JSON'],
]

describeBoxes('a scenario that is defined over HTTP', (open, way) => {
  const expectRefusal = async (client: Client, text: string, told: readonly string[]) => {
    const answer = await postText(client, way, text)
    expect([answer.status, answer.type, answer.text]).toEqual([400, 'application/problem+json', expect.anything()])
    const { detail } = problem.parse(JSON.parse(answer.text))
    for (const part of told) expect(detail).toContain(part)
    expect(detail).not.toMatch(/[\n]|undefined|\[object/)
  }

  const some = way === 'in process' ? refused : refused.filter((_, position) => position % 8 === 0)

  it.each(some)('with %s is refused, and nothing changes', async (_, text, ...told) => {
    const client = await open({ clock: noon })
    const before = await stateOf(client)
    await expectRefusal(client, text, told)
    expect(await stateOf(client)).toEqual(before)
  })

  it.each(['flaky', 'slow-body'])('with the name of the built-in %s is refused', async (name) => {
    const client = await open()
    const answer = await postText(client, way, JSON.stringify({ name }))
    expect(answer.status).toBe(409)
    expect(problem.parse(JSON.parse(answer.text)).detail).toBe(
      `name: "${name}" is the name of a scenario that every sandbox has (built-in)`,
    )
    await expect(client.box.scenarios.define({ name })).rejects.toThrow(InputError)
    expect((await client.box.summary()).scenarios).toEqual([])
  })

  it('and is refused leaves the one of that name as it was', async () => {
    const { box, get } = await open()
    await defineRules(box, [{ count: { first: 1 }, then: { error: 'service_unavailable' } }])
    expect((await get(list)).status).toBe(503)
    const bad: Scenario = { name: 'own', rules: [{ then: { delay: 'soon' } }] }
    await expect(box.scenarios.define(bad)).rejects.toThrow('rules[0].then.delay')
    expect((await get(list)).status).toBe(200)
    expect(await tallyOf(box)).toEqual([[2, 1]])
  })

  it('tells of many problems in a few words', async () => {
    const client = await open()
    const rules = Array.from({ length: 1000 }, () => ({ ['x'.repeat(5000)]: 1, then: { fault: 'y'.repeat(5000) } }))
    const answer = await postText(client, way, scenario({ rules: rules.slice(0, 80) }))
    const { detail } = problem.parse(JSON.parse(answer.text))
    expect([answer.status, detail.length < 5000]).toEqual([400, true])
    expect(await postText(client, way, scenario({ rules }))).toMatchObject({ status: 413 })
  })

  it('may have bytes that are no text, which is told', async () => {
    const client = await open()
    const answer = await postText(client, way, Uint8Array.from([0x7b, 0xff, 0x7d]))
    expect([answer.status, problem.parse(JSON.parse(answer.text)).detail]).toEqual([
      400,
      expect.stringContaining('the body: not valid JSON'),
    ])
  })
})

describeBoxes('JSON that is unusual', (open, way) => {
  it.each([
    ['its own field', '{"name":"own","__proto__":{"rules":[]}}'],
    [
      'a field of when',
      '{"name":"own","rules":[{"when":{"__proto__":{"path":"*"}},"then":{"error":"internal_error"}}]}',
    ],
    [
      'a query parameter',
      '{"name":"own","rules":[{"when":{"query":{"__proto__":"a"}},"then":{"error":"internal_error"}}]}',
    ],
    ['a header', '{"name":"own","rules":[{"when":{"header":{"__proto__":"a"}},"then":{"error":"internal_error"}}]}'],
    [
      'a field of a body',
      '{"name":"own","rules":[{"when":{"body":{"__proto__":1}},"then":{"error":"internal_error"}}]}',
    ],
    [
      'a field deep in a body',
      '{"name":"own","rules":[{"when":{"body":{"a":{"__proto__":1}}},"then":{"error":"internal_error"}}]}',
    ],
    ['a field of a patch', '{"name":"own","rules":[{"then":{"patch":{"__proto__":{"a":1}}}}]}'],
    ['a field deep in a patch', '{"name":"own","rules":[{"then":{"patch":{"data":{"__proto__":{"a":1}}}}}]}'],
    ['a field of a replacement', '{"name":"own","rules":[{"then":{"replace":{"__proto__":1}}}]}'],
    ['a header of an answer', '{"name":"own","rules":[{"then":{"headers":{"__proto__":"a"}}}]}'],
    ['an assumption', '{"name":"own","assume":{"__proto__":"clamp"}}'],
  ])('__proto__ as %s is refused, or kept as it was sent', async (_, text) => {
    const client = await open()
    const answer = await postText(client, way, text)
    if (answer.status === 201) expect(answer.text).toContain('"__proto__"')
    else expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('__proto__')])
    expect(Reflect.get({}, 'a')).toBeUndefined()
    // A rule that is for a parameter, header or body field of that name is not for a request without.
    if (text.includes('"when"')) read(await client.get(list), 200, answers.resources)
  })

  it.each(['constructor', 'toString', 'hasOwnProperty', 'length', '0'])('%s is a name as any other', async (name) => {
    const { box, get, post } = await open()
    await defineRules(box, [
      { when: { query: { [name]: 'a' } }, then: { error: 'internal_error', status: 511 } },
      { when: { body: { [name]: 'a' } }, then: { error: 'internal_error', status: 512 } },
    ])
    expect((await get('/cloud/resources?limit=1')).status).toBe(200)
    expect((await get(`/cloud/resources?${name}=a`)).status).toBe(511)
    expect((await post('/data/analysis/jobs', {})).status).toBe(400)
    expect((await post('/data/analysis/jobs', `{"${name}":"a"}`)).status).toBe(512)
    await defineRules(box, [{ then: { error: 'internal_error', patch: { error: { [name]: { [name]: 1 } } } } }])
    expect(JSON.parse((await get(list)).text)).toMatchObject({ error: { [name]: { [name]: 1 } } })
  })

  it('numbers at the ends of what there is are taken', async () => {
    const { box, get } = await open()
    await defineRules(box, [
      { count: { chance: 5e-324 }, then: { error: 'internal_error' } },
      { count: { after: Number.MAX_SAFE_INTEGER }, then: { error: 'internal_error' } },
      { count: { every: Number.MAX_SAFE_INTEGER, first: Number.MAX_SAFE_INTEGER }, then: { error: 'internal_error' } },
      { count: { chance: 1 }, when: { query: { page: '2' } }, then: { delay: '0.4ms', status: 299 } },
    ])
    expect((await get('/cloud/resources?limit=1')).status).toBe(200)
    expect((await get('/cloud/resources?page=2')).status).toBe(299)
  })

  const arrays = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`

  it.each([
    ['a patch', `{"name":"own","rules":[{"then":{"patch":{"a":${arrays}}}}]}`],
    ['a patch of objects', `{"name":"own","rules":[{"then":{"patch":${objects}}}]}`],
    [
      'a patch of more objects than a patch may have',
      `{"name":"own","rules":[{"then":{"patch":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}}]}`,
    ],
    ['a replacement', `{"name":"own","rules":[{"then":{"replace":{"name":${arrays}}}}]}`],
    ['a body', `{"name":"own","rules":[{"when":{"body":${objects}},"then":{"error":"internal_error"}}]}`],
    ['an unknown field', `{"name":"own","more":${arrays}}`],
    ['a name', `{"name":${arrays}}`],
    ['itself', arrays],
  ])('%s of endless depth is refused, and nothing changes', async (_, text) => {
    const client = await open({ clock: noon })
    const before = await stateOf(client)
    const answer = await postText(client, way, text)
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([400, expect.stringContaining('Bad Request')])
    expect(await stateOf(client)).toEqual(before)
    await client.box.scenarios.off()
    expect((await client.get(list)).status).toBe(200)
  })

  it('what is nested as deep as people write is taken', async () => {
    const { box, post, get } = await open()
    const nest = (levels: number): object => (levels === 0 ? { end: 1 } : { a: nest(levels - 1) })
    await defineRules(box, [
      { when: { body: { a: nest(40) } }, then: { error: 'service_unavailable', patch: { error: { a: nest(40) } } } },
    ])
    expect((await post('/data/analysis/jobs', { a: nest(40), b: 1 })).status).toBe(503)
    expect((await post('/data/analysis/jobs', { a: nest(39) })).status).toBe(400)
    expect((await get(list)).status).toBe(200)
  })

  it('a request of endless depth is looked into as far as a rule asks', async () => {
    const { box, post } = await open()
    await defineRules(box, [{ when: { body: { a: { a: 1 } } }, then: { error: 'service_unavailable' } }])
    readError(await post('/data/analysis/jobs', objects), 400, 'invalid_request')
    expect(await tallyOf(box)).toEqual([[0, 0]])
  })
})

describeBoxes('the name of a scenario that nobody knows', (open) => {
  it.each(['flakey', 'Flaky', 'flaky2', ' flaki '])('in a header is refused with the nearest: %j', async (name) => {
    const client = await open({ clock: noon })
    for (const operation of operations) {
      const answer = await askOperation(client, operation, { 'X-Fake-Scenario': name })
      const details = readError(answer, 400, 'invalid_request')
      expect(details).toMatch(
        new RegExp(`^X-Fake-Scenario: no scenario is named "${name.trim()}"\\. Did you mean .*flaky`),
      )
    }
    expect((await client.get(list)).headers.get('x-rate-limit-limit')).toBe('5000')
  })

  it('among others in a header is refused, and nothing counts', async () => {
    const { box, get } = await open()
    const before = await countsOf(box)
    readError(
      await get(list, { headers: { 'X-Fake-Scenario': 'outage-then-recovery, nowhere' } }),
      400,
      'invalid_request',
    )
    expect(await tallyOf(box, 'outage-then-recovery')).toEqual([[0, 0]])
    expect(await countsOf(box)).toEqual(before)
    for (const name of ['__proto__', 'constructor', '*', 'a'.repeat(5000), '"', 'é']) {
      const details = readError(await get(list, { headers: { 'X-Fake-Scenario': name } }), 400, 'invalid_request')
      expect([details.startsWith('X-Fake-Scenario: no scenario is named'), details.length < 300]).toEqual([true, true])
    }
  })

  it('in a header is refused as the register has errors, with a key or without', async () => {
    const { get } = await open({ assume: { errorStatus: 'unprocessable', errorDetails: 'generic' } })
    const headers = { 'X-Fake-Scenario': 'nowhere' }
    expect(readError(await get(list, { headers }), 422, 'invalid_request')).toBe(
      `${errors.find(({ code }) => code === 'invalid_request')?.message}.`,
    )
    readError(await get(list, { headers, key: null }), 422, 'invalid_request')
  })

  it('is refused of a program with the nearest, and nothing is switched', async () => {
    const { box } = await open()
    await box.scenarios.on('flaky')
    const state = await box.scenarios.list()
    const near = 'scenario: no scenario is named "slwo". Did you mean slow?'
    for (const work of [
      () => box.scenarios.on('slwo'),
      () => box.scenarios.on('slow', 'slwo'),
      () => box.scenarios.on('slwo', 'slow'),
      () => box.scenarios.off('slwo'),
      () => box.scenarios.off('flaky', 'slwo'),
      () => box.scenarios.show('slwo'),
    ]) {
      const error: unknown = await work().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(InputError)
      expect(error).toMatchObject({ message: near })
    }
    expect(await box.scenarios.list()).toEqual(state)
    for (const name of [' ', '__proto__', 'constructor', '../scenarios', '%2e%2e', 'a/b', 'a'.repeat(100)]) {
      await expect(box.scenarios.show(name)).rejects.toThrow(InputError)
    }
  })
})

describe('a folder of scenarios', () => {
  const good = {
    name: 'own',
    description: 'Jobs are down',
    rules: [{ when: { operation: 'listJobs' }, then: { error: 'service_unavailable' } }],
  }

  it.each<[title: string, files: Record<string, unknown>, ...told: string[]]>([
    ['no JSON', { 'bad.json': '{ "name": "own", }' }, 'bad.json: not valid JSON'],
    ['nothing', { 'bad.json': '' }, 'bad.json: not valid JSON'],
    ['a list', { 'bad.json': [] }, 'bad.json: the file: expected an object, got an array'],
    ['null', { 'bad.json': 'null' }, 'bad.json: the file: expected an object, got null'],
    ['a number', { 'bad.json': '12' }, 'bad.json: the file: expected an object, got 12'],
    ['no name', { 'bad.json': {} }, 'bad.json: name: required, but missing'],
    [
      'an unknown operation',
      { 'bad.json': when({ operation: 'listResource' }) },
      'bad.json: rules[0].when.operation',
      'Did you mean listResources',
    ],
    [
      'an unknown field',
      { 'bad.json': scenario({ rulez: [] }) },
      'bad.json: rulez: not a known field',
      'Did you mean rules',
    ],
    [
      'an unknown fault',
      { 'bad.json': then({ fault: 'rest' }) },
      'bad.json: rules[0].then.fault',
      'Did you mean reset',
    ],
    [
      'an unknown code',
      { 'bad.json': then({ error: 'not_found' }) },
      'bad.json: rules[0].then.error',
      'resource_not_found',
    ],
    ['a duration that is none', { 'bad.json': then({ delay: '1 hour' }) }, 'bad.json: rules[0].then.delay'],
    [
      'an unknown assumption',
      { 'bad.json': scenario({ assume: { pageBeyondEnds: 'empty' } }) },
      'bad.json: ',
      'Did you mean pageBeyondEnd',
    ],
    [
      'a name twice',
      { 'a.json': good, 'bad.json': good },
      'bad.json: name: "own" is the name of another scenario (file) already',
    ],
    [
      'the name of a built-in one',
      { 'bad.json': { name: 'slow' } },
      'bad.json: name: "slow" is the name of another scenario (built-in) already',
    ],
    [
      'one that is good and one that is bad',
      { 'a.json': good, 'bad.json': { name: 'A' } },
      'bad.json: name: expected 1 to 63',
    ],
  ])('with %s in a file stops the start, with file, path and reason', async (_, files, ...told) => {
    const folder = await writeFixtures(files)
    const servers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length
    const before = servers()
    for (const make of [startFake, createFake]) {
      const error: unknown = await make({ scenarios: folder }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(InputError)
      const message = error instanceof InputError ? error.message : ''
      expect(message.startsWith(join(folder, 'bad.json'))).toBe(true)
      for (const part of told) expect(message).toContain(part)
      expect(message).not.toContain('\n')
    }
    expect(servers()).toBe(before)
  })

  it('that is none, or that cannot be read, stops the start', async () => {
    const folder = await writeFixtures({ 'file.txt': 'text' })
    await expect(createFake({ scenarios: join(folder, 'none') })).rejects.toThrow(/^scenarios: ".*none" cannot be read/)
    await expect(createFake({ scenarios: join(folder, 'file.txt') })).rejects.toThrow(
      /^scenarios: ".*file\.txt" cannot/,
    )
    await mkdir(join(folder, 'folder.json'))
    await expect(createFake({ scenarios: folder })).rejects.toThrow(/folder\.json: cannot be read/)
    const notText: object = { scenarios: 7 }
    await expect(createFake(notText)).rejects.toThrow('scenarios: expected a string, got 7')
  })

  it('adds its files to the built-in ones, in every sandbox', async () => {
    const folder = await writeFixtures({
      'one.json': `\uFEFF${JSON.stringify({ $schema: 'anything', ...good })}`,
      'README.md': 'not looked at',
      'two.json': { name: 'two' },
    })
    const fake = await startFake({ scenarios: folder, scenario: ['own'] })
    for (const box of [fake, fake.sandbox('other')]) {
      const headers = { Authorization: `Bearer ${box.apiKey}` }
      expect((await fetch(`${box.baseUrl}/data/analysis/jobs`, { headers })).status).toBe(503)
      expect((await fetch(`${box.baseUrl}/cloud/resources`, { headers })).status).toBe(200)
      expect(await box.scenarios.show('own')).toMatchObject({
        active: true,
        source: 'file',
        description: 'Jobs are down',
      })
      expect(await box.scenarios.show('own')).not.toHaveProperty('$schema')
      expect(await box.scenarios.show('two')).toMatchObject({ active: false, source: 'file', rules: [] })
      await expect(box.scenarios.define({ name: 'two' })).rejects.toThrow('every sandbox has (file)')
    }
    const known = await fake.scenarios.list()
    expect(known.filter(({ source }) => source === 'built-in').length).toBe(known.length - 2)
    await fake.close()
  })

  it('may be empty', async () => {
    const fake = await createFake({ scenarios: await writeFixtures({}) })
    expect((await fake.scenarios.list()).every(({ source }) => source === 'built-in')).toBe(true)
    await fake.close()
  })

  it('has the names that may be on from the start', async () => {
    const folder = await writeFixtures({ 'one.json': good })
    await expect(createFake({ scenarios: folder, scenario: ['onw'] })).rejects.toThrow(
      'scenario: no scenario is named "onw". Did you mean own',
    )
    await expect(startFake({ scenario: ['own'] })).rejects.toThrow('no scenario is named "own"')
    const notList: object = { scenario: 'flaky' }
    await expect(createFake(notList)).rejects.toThrow('scenario: expected an array, got "flaky"')
  })
})
