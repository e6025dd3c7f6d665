import { readFile } from 'node:fs/promises'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createFake, createLog, type FakeOptions, type Scenario, type ScenarioRule } from '../../../src/index.ts'
import { writeFixtures } from '../../support/fixtures.ts'

type When = NonNullable<ScenarioRule['when']>
type Effect = ScenarioRule['then']

/** A fake that writes its warnings down, and ends with its test. */
async function openLogged(options: FakeOptions = {}) {
  const lines: string[] = []
  const fake = await createFake({ log: createLog('warn', (line) => lines.push(line)), ...options })
  onTestFinished(() => fake.close())
  return { fake, lines }
}

const down: Effect = { error: 'service_unavailable' }
const own = (rule: ScenarioRule): Scenario => ({ name: 'own', rules: [rule] })

/** A rule in doubt, and what is said of it. */
const doubtful: readonly (readonly [rule: ScenarioRule, warning: string])[] = [
  ...(
    [
      ['/v1/cloud/resource', '. Did you mean /cloud/resources or /cloud/resources/{id}?'],
      ['/@one/v1/cloud/resources', '. Did you mean /cloud/resources or'],
      ['/cloud/resources?limit=1', '; a query belongs in when.query'],
      ['/nowhere', ', only /security/assessments/{id} or'],
    ] as const
  ).map(([path, end]): (typeof doubtful)[number] => [
    { when: { path: ['/cloud/*', path] }, then: down },
    `rules[0].when.path: no operation has "${path}"${end}`,
  ]),
  [
    { when: { operation: 'listJobs', query: { pge: '2' } }, then: down },
    'rules[0].when.query.pge: no such parameter is documented. Did you mean page?',
  ],
  [
    { when: { path: '/cloud/resources/*', query: { limit: '2' } }, then: down },
    'rules[0].when.query.limit: no such parameter is documented',
  ],
  [
    { when: { key: 'csf_full_access' }, then: down },
    'rules[0].when.key: expected the id of a key, such as full-access, got its secret',
  ],
  [
    { when: { key: ['full-access', 'full_access'] }, then: down },
    'rules[0].when.key: no key has the id "full_access". Did you mean full-access?',
  ],
  [{ when: { key: 'team-*' }, then: down }, 'rules[0].when.key: no key has the id "team-*"'],
  [{ then: { status: 503 } }, 'rules[0].then.status: 503 is sent with the normal body; add an error or a body'],
]

/** Rules that mean what they say. */
const plain: readonly ScenarioRule[] = [
  ...(
    [
      {},
      { path: '/cloud/resources' },
      { path: '/v1/**' },
      { path: '/*/ass*ments*', method: 'HEAD' },
      { path: '/v1/data/analysis/jobs/{id}', id: '*', operation: 'getJob' },
      { query: { page: '2' } },
      { key: 'full-*' },
      { key: ['full-access', 'read-only'] },
      { operation: 'createJob', body: { name: 'a' } },
    ] satisfies readonly When[]
  ).map((when) => ({ when, then: down })),
  ...(
    [
      { status: 202 },
      { status: 304 },
      { error: 'invalid_request', status: 422 },
      { status: 418, body: 'tea' },
      { status: 500, patch: { status: 'error' } },
      { status: 500, fault: 'empty' },
      { patch: { request_id: 'x' } },
    ] satisfies readonly Effect[]
  ).map((then) => ({ then })),
]

describe('a rule in doubt', () => {
  it.each(doubtful)('is taken, with a warning in the answer and in the log: %j', async (rule, warning) => {
    const { fake, lines } = await openLogged()
    const { warnings = [] } = await fake.scenarios.define(own(rule))
    expect(warnings).toEqual([expect.stringContaining(warning)])
    expect(lines).toEqual([`warn: the scenario own: ${warnings[0]}`])
    expect((await fake.scenarios.show('own')).warnings).toEqual(warnings)
  })

  it.each(plain)('is none: %j', async (rule) => {
    const { fake, lines } = await openLogged()
    expect((await fake.scenarios.define(own(rule))).warnings).toBeUndefined()
    expect(lines).toEqual([])
  })

  it('is none for a key once there is one', async () => {
    const { fake } = await openLogged()
    const key = await fake.sandbox('other').keys.create({ name: 'a' })
    const scenario = own({ when: { key: key.id }, then: down })
    await fake.sandbox('mine').scenarios.define(scenario)
    expect((await fake.sandbox('mine').scenarios.show('own')).warnings).toHaveLength(1)
    expect((await fake.sandbox('other').scenarios.define(scenario)).warnings).toBeUndefined()
  })

  it('brings at most ten warnings', async () => {
    const { fake, lines } = await openLogged()
    const doubted: ScenarioRule = { when: { path: ['/a', '/b', '/c'] }, then: { error: 'internal_error' } }
    const { warnings = [] } = await fake.scenarios.define({
      name: 'own',
      rules: Array.from({ length: 9 }, () => doubted),
    })
    expect([warnings.length, lines.length]).toEqual([10, 10])
  })

  it('is none of a built-in scenario, also under a name of its own', async () => {
    const { fake } = await openLogged()
    for (const { name, source, warnings } of await fake.scenarios.list()) {
      expect([source, warnings]).toEqual(['built-in', undefined])
      const file = await readFile(new URL(`../../../scenarios/${name}.json`, import.meta.url), 'utf8')
      expect(await fake.scenarios.check({ ...JSON.parse(file), name: `my-${name}` }), name).toEqual([])
    }
  })

  it('is shown at the start and at a reload if it is in a file, by the keys of its fixtures', async () => {
    const folder = await writeFixtures({
      'own.json': own({ then: { status: 503 } }),
      'other.json': { name: 'other', rules: [{ when: { key: ['ci', 'full-access'] }, then: down }] },
    })
    const key = { id: 'ci', name: 'CI', permissions: ['cloud:read'], secret: 'long-enough' }
    const fixtures = await writeFixtures({ 'keys.json': [key] })
    const { fake, lines } = await openLogged({ scenarios: folder, fixtures })
    expect(lines).toEqual([
      'warn: the scenario other: rules[0].when.key: no key has the id "full-access"',
      expect.stringContaining('warn: the scenario own: rules[0].then.status: 503 is sent'),
    ])
    const doubted = (await fake.scenarios.list()).filter(({ warnings }) => warnings !== undefined)
    expect(doubted.map(({ name }) => name)).toEqual(['other', 'own'])
  })
})
