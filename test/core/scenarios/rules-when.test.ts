import { expect, it } from 'vitest'

import type { ScenarioRule } from '../../../src/index.ts'
import { jobBody, knownResource, operations, unknownId } from '../../support/answers.ts'
import { type Answer, type Client, describeSandboxes, type RequestOptions } from '../../support/fake.ts'
import { askOperation, defineRules, tallyOf } from '../../support/scenarios.ts'

type When = NonNullable<ScenarioRule['when']>
type Effect = ScenarioRule['then']
/** A request: the path of a GET, or its parts. */
type Asked = string | readonly [method: string, path: string, options?: RequestOptions]
const down: Effect = { error: 'service_unavailable' }
const list = '/cloud/resources?limit=1'
const post = (body: unknown): Asked => ['POST', '/data/analysis/jobs', { body }]
const tagged = '/cloud/resources?tag=team%3Aweb&tag=environment:prod'
const listed = (query: string): Asked => `/cloud/resources?${query}`
const having = (headers: Readonly<Record<string, string>>): Asked => ['GET', list, { headers }]
const by = (key: string | null): Asked => ['GET', list, { key }]
const oneResource = `/cloud/resources/${knownResource.id}`
const [allResources, allAssessments, allJobs] = ['/cloud/resources', '/security/assessments', '/data/analysis/jobs']

/** A rule's `when`, with requests that it is for and requests that it is not for. */
const cases: readonly (readonly [when: When | undefined, hit: readonly Asked[], miss: readonly Asked[]])[] = [
  [
    undefined,
    [
      ...operations.map(({ method, path }): Asked => [method, path]),
      '/nowhere',
      '/../elsewhere',
      ['HEAD', list],
      ['DELETE', '/cloud/resources'],
      by(null),
      listed('limit=none'),
      post('{'),
    ],
    [],
  ],
  [{}, [list, '/nowhere'], []],
  [
    { operation: ['getJob', 'listJobs'] },
    [allJobs, `/data/analysis/jobs/${unknownId}`, '/data/analysis/jobs/none', ['HEAD', '/data/analysis/jobs']],
    [list, post(jobBody), '/data/analysis', ['PUT', '/data/analysis/jobs']],
  ],
  [{ method: 'pOsT' }, [post(jobBody), ['POST', '/nowhere']], [list, ['HEAD', list]]],
  [{ method: ['get', 'HEAD'] }, [list, ['HEAD', list]], [post(jobBody), ['PUT', list]]],
  [
    { path: '/cloud/resources' },
    [allResources, list, ['POST', '/cloud/resources'], '/data/../cloud/resources'],
    [oneResource, '/cloud/resources/', '/cloud', '/v1/cloud/resources'],
  ],
  [
    { path: '/cloud/resources/*' },
    [oneResource, '/cloud/resources/', '/cloud/resources/a/b'],
    [allResources, allAssessments],
  ],
  [
    { path: '/*/ass*ments*' },
    [allAssessments, `/security/assessments/${unknownId}`, '/other/assessments'],
    ['/assessments', list, '/security/asessments'],
  ],
  [{ path: '/cloud/resour*ources' }, ['/cloud/resour/ources'], ['/cloud/resources']],
  [{ path: '*' }, [list, '/nowhere', '/../elsewhere'], []],
  [{ operation: 'listResources', method: 'HEAD' }, [['HEAD', list]], [list]],
  [{ path: '/star/\\*' }, ['/star/*'], ['/star/a', '/star/']],
  [
    { path: '/cl.ud/(resources|a+)[1]$' },
    ['/cl.ud/(resources|a+)[1]$'],
    [allResources, '/cloud/resources1', '/cl.ud/resources'],
  ],
  [{ path: ['/cloud/resources', '/data/*'] }, [list, allJobs], [allAssessments]],
  [{ path: '/v1/cloud/resources' }, [list, ['POST', '/cloud/resources']], [oneResource, '/v1/cloud/resources']],
  [{ path: '/v1/data/**' }, [allJobs, `/data/analysis/jobs/${unknownId}`], [list, '/data']],
  [
    { path: ['/cloud/resources/:id', '/v1/security/{area}/{id}'] },
    [oneResource, `/security/assessments/${unknownId}`],
    [list, allAssessments, allJobs],
  ],
  [{ path: '/v1/cloud/resources/a%20b' }, ['/cloud/resources/a%20b'], ['/cloud/resources/a-b', list]],
  [{ path: '/elsewhere' }, ['/../elsewhere'], ['/elsewhere/more', '/else']],
  [
    { id: knownResource.id },
    [oneResource, `/cloud/resources/${knownResource.id.toUpperCase()}`, `/security/assessments/${knownResource.id}`],
    [allResources, `/cloud/resources/${unknownId}`, `/cloud/resources?type=${knownResource.id}`],
  ],
  [
    { id: [`${knownResource.id.slice(0, 8)}-*`, 'none at all'] },
    [oneResource, '/data/analysis/jobs/none%20at%20all'],
    [`/cloud/resources/${unknownId}`, '/data/analysis/jobs/none'],
  ],
  [
    { key: 'read-only' },
    [by('csf_read_only'), ['GET', '/nowhere', { key: 'csf_read_only' }]],
    [list, by('csf_unknown'), by('read-only'), by(null)],
  ],
  [{ key: ['full-*', 'none'] }, [list, by('csf_none')], [by('csf_read_only'), by('csf_revoked')]],
  [{ key: '*' }, [list, by('csf_none')], [by(null), by('csf_revoked')]],
  [
    { query: { page: '2' } },
    [listed('page=2'), listed('limit=1&page=2')],
    [allResources, listed('page=22'), listed('page=1&limit=2')],
  ],
  [
    { query: { tag: 'environment:prod' } },
    [tagged, listed('tag=environment%3Aprod'), listed('tag=a&tag=b&tag=environment:prod')],
    [listed('tag=team:web'), listed('type=environment:prod')],
  ],
  [
    { query: { tag: ['team:*', 'owner:a b'] } },
    [tagged, listed('tag=owner:a+b'), listed('tag=owner:a%20b')],
    [listed('tag=environment:prod'), allResources],
  ],
  [
    { query: { page: '*', limit: '1' } },
    [listed('page=2&limit=1'), listed('limit=1&page=')],
    [listed('page=2'), listed('limit=1'), listed('page=2&limit=10')],
  ],
  [{ query: { type: '' } }, [listed('type='), listed('type')], [allResources, listed('type=a')]],
  [
    { header: { 'x-Tenant': 'acme*' } },
    [having({ 'X-TENANT': 'acme' }), having({ 'x-tenant': 'acme-2' })],
    [list, having({ 'X-Tenant': 'other' }), having({ 'X-Tenants': 'acme' })],
  ],
  [
    { header: { 'X-A': ['1', '2'], 'X-B': '*' } },
    [having({ 'X-A': '2', 'X-B': 'anything' }), having({ 'X-A': '1', 'X-B': '' })],
    [having({ 'X-A': '1' }), having({ 'X-A': '3', 'X-B': '1' })],
  ],
  [
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
      list,
    ],
  ],
  [
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
    { body: { items: [{ a: 1 }, {}, 3] } },
    [post({ items: [{ a: 1, b: 2 }, { c: 3 }, 3] })],
    [post({ items: [{ a: 1 }, 2, 3] }), post({ items: [{ a: 2 }, {}, 3] }), post({ items: [{ a: 1 }, {}, 4] })],
  ],
  [
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
  [{ body: {} }, [post({}), post(jobBody)], [post('{"a":'), post('null'), post('"a"'), post('12'), list]],
  [
    { body: { items: {}, more: { 0: 'a' } } },
    [post({ items: {}, more: { 0: 'a' } })],
    [post({ items: [], more: { 0: 'a' } }), post({ items: {}, more: ['a'] })],
  ],
  [
    { operation: 'listResources', query: { limit: '1' }, key: 'full-access', header: { 'X-A': '1' }, method: 'GET' },
    [having({ 'X-A': '1' })],
    [
      list,
      ['GET', '/cloud/resources?limit=2', { headers: { 'X-A': '1' } }],
      ['GET', list, { headers: { 'X-A': '1' }, key: 'csf_read_only' }],
      ['HEAD', list, { headers: { 'X-A': '1' } }],
    ],
  ],
]

function ask({ request }: Client, asked: Asked): Promise<Answer> {
  const [method, path, options] = typeof asked === 'string' ? ['GET', asked] : asked
  return request(method, path, options)
}

describeSandboxes('a rule is for', (open) => {
  it.each(operations)('only $id where it names it', async ({ id }) => {
    const client = await open()
    await defineRules(client.sandbox, [{ when: { operation: id }, then: down }])
    for (const operation of operations) {
      const { status } = await askOperation(client, operation)
      expect([operation.id, status === 503]).toEqual([operation.id, operation.id === id])
    }
    expect(await tallyOf(client.sandbox)).toEqual([[1, 1]])
  })

  it.each(cases)('%j', async (when, hit, miss) => {
    const client = await open()
    await defineRules(client.sandbox, [{ ...(when === undefined ? {} : { when }), then: down }])
    for (const asked of miss) expect([asked, (await ask(client, asked)).status]).not.toEqual([asked, 503])
    expect(await tallyOf(client.sandbox)).toEqual([[0, 0]])
    for (const asked of hit) expect([asked, (await ask(client, asked)).status]).toEqual([asked, 503])
    expect(await tallyOf(client.sandbox)).toEqual([[hit.length, hit.length]])
  })
})
