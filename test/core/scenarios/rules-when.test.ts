import { expect, it } from 'vitest'

import type { ScenarioRule } from '../../../src/index.ts'
import { jobBody, knownResource, operations, unknownId } from '../../support/answers.ts'
import { type Answer, type Client, describeSandboxes, type RequestOptions } from '../../support/fake.ts'
import { askOperation, defineRules, tallyOf } from '../../support/scenarios.ts'

type When = NonNullable<ScenarioRule['when']>
type Effect = ScenarioRule['then']
type Asked = readonly [method: string, path: string, options?: RequestOptions]
const down: Effect = { error: 'service_unavailable' }
const list = '/cloud/resources?limit=1'
const get = (path: string, options: RequestOptions = {}): Asked => ['GET', path, options]
const post = (body: unknown): Asked => ['POST', '/data/analysis/jobs', { body }]
const tagged = '/cloud/resources?tag=team%3Aweb&tag=environment:prod'
const listed = (query: string): Asked => get(`/cloud/resources?${query}`)
const having = (headers: Readonly<Record<string, string>>): Asked => get(list, { headers })
const by = (key: string | null): Asked => get(list, { key })
const [firstResource, oneResource] = [get(list), get(`/cloud/resources/${knownResource.id}`)]
const [allResources, allAssessments] = [get('/cloud/resources'), get('/security/assessments')]
const allJobs = get('/data/analysis/jobs')

/** A rule's `when`, with requests that it is for and requests that it is not for. */
const cases: readonly (readonly [when: When | undefined, hit: readonly Asked[], miss: readonly Asked[]])[] = [
  [
    undefined,
    [
      ...operations.map(({ method, path }): Asked => [method, path]),
      get('/nowhere'),
      get('/../elsewhere'),
      ['HEAD', list],
      ['DELETE', '/cloud/resources'],
      by(null),
      listed('limit=none'),
      post('{'),
    ],
    [],
  ],
  [{}, [firstResource, get('/nowhere')], []],
  [
    { operation: ['getJob', 'listJobs'] },
    [
      allJobs,
      get(`/data/analysis/jobs/${unknownId}`),
      get('/data/analysis/jobs/none'),
      ['HEAD', '/data/analysis/jobs'],
    ],
    [firstResource, post(jobBody), get('/data/analysis'), ['PUT', '/data/analysis/jobs']],
  ],
  [{ method: 'pOsT' }, [post(jobBody), ['POST', '/nowhere']], [firstResource, ['HEAD', list]]],
  [{ method: ['get', 'HEAD'] }, [firstResource, ['HEAD', list]], [post(jobBody), ['PUT', list]]],
  [
    { path: '/cloud/resources' },
    [allResources, firstResource, ['POST', '/cloud/resources'], get('/data/../cloud/resources')],
    [oneResource, get('/cloud/resources/'), get('/cloud'), get('/v1/cloud/resources')],
  ],
  [
    { path: '/cloud/resources/*' },
    [oneResource, get('/cloud/resources/'), get('/cloud/resources/a/b')],
    [allResources, allAssessments],
  ],
  [
    { path: '/*/ass*ments*' },
    [allAssessments, get(`/security/assessments/${unknownId}`), get('/other/assessments')],
    [get('/assessments'), firstResource, get('/security/asessments')],
  ],
  [{ path: '/cloud/resour*ources' }, [get('/cloud/resour/ources')], [get('/cloud/resources')]],
  [{ path: '*' }, [firstResource, get('/nowhere'), get('/../elsewhere')], []],
  [{ operation: 'listResources', method: 'HEAD' }, [['HEAD', list]], [get(list)]],
  [{ path: '/star/\\*' }, [get('/star/*')], [get('/star/a'), get('/star/')]],
  [
    { path: '/cl.ud/(resources|a+)[1]$' },
    [get('/cl.ud/(resources|a+)[1]$')],
    [allResources, get('/cloud/resources1'), get('/cl.ud/resources')],
  ],
  [{ path: ['/cloud/resources', '/data/*'] }, [firstResource, allJobs], [allAssessments]],
  [
    { path: '/v1/cloud/resources' },
    [firstResource, ['POST', '/cloud/resources']],
    [oneResource, get('/v1/cloud/resources')],
  ],
  [{ path: '/v1/data/**' }, [allJobs, get(`/data/analysis/jobs/${unknownId}`)], [firstResource, get('/data')]],
  [
    { path: ['/cloud/resources/:id', '/v1/security/{area}/{id}'] },
    [oneResource, get(`/security/assessments/${unknownId}`)],
    [firstResource, allAssessments, allJobs],
  ],
  [
    { path: '/v1/cloud/resources/a%20b' },
    [get('/cloud/resources/a%20b')],
    [get('/cloud/resources/a-b'), firstResource],
  ],
  [{ path: '/elsewhere' }, [get('/../elsewhere')], [get('/elsewhere/more'), get('/else')]],
  [
    { id: knownResource.id },
    [
      oneResource,
      get(`/cloud/resources/${knownResource.id.toUpperCase()}`),
      get(`/security/assessments/${knownResource.id}`),
    ],
    [allResources, get(`/cloud/resources/${unknownId}`), get(`/cloud/resources?type=${knownResource.id}`)],
  ],
  [
    { id: [`${knownResource.id.slice(0, 8)}-*`, 'none at all'] },
    [oneResource, get('/data/analysis/jobs/none%20at%20all')],
    [get(`/cloud/resources/${unknownId}`), get('/data/analysis/jobs/none')],
  ],
  [
    { key: 'read-only' },
    [by('csf_read_only'), get('/nowhere', { key: 'csf_read_only' })],
    [firstResource, by('csf_unknown'), by('read-only'), by(null)],
  ],
  [{ key: ['full-*', 'none'] }, [firstResource, by('csf_none')], [by('csf_read_only'), by('csf_revoked')]],
  [{ key: '*' }, [firstResource, by('csf_none')], [by(null), by('csf_revoked')]],
  [
    { query: { page: '2' } },
    [listed('page=2'), listed('limit=1&page=2')],
    [allResources, listed('page=22'), listed('page=1&limit=2')],
  ],
  [
    { query: { tag: 'environment:prod' } },
    [get(tagged), listed('tag=environment%3Aprod'), listed('tag=a&tag=b&tag=environment:prod')],
    [listed('tag=team:web'), listed('type=environment:prod')],
  ],
  [
    { query: { tag: ['team:*', 'owner:a b'] } },
    [get(tagged), listed('tag=owner:a+b'), listed('tag=owner:a%20b')],
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
    [firstResource, having({ 'X-Tenant': 'other' }), having({ 'X-Tenants': 'acme' })],
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
      firstResource,
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
  [{ body: {} }, [post({}), post(jobBody)], [post('{"a":'), post('null'), post('"a"'), post('12'), firstResource]],
  [
    { body: { items: {}, more: { 0: 'a' } } },
    [post({ items: {}, more: { 0: 'a' } })],
    [post({ items: [], more: { 0: 'a' } }), post({ items: {}, more: ['a'] })],
  ],
  [
    {
      operation: 'listResources',
      query: { limit: '1' },
      key: 'full-access',
      header: { 'X-A': '1' },
      method: 'GET',
      path: '/cloud/*',
    },
    [having({ 'X-A': '1' })],
    [
      firstResource,
      get('/cloud/resources?limit=2', { headers: { 'X-A': '1' } }),
      get(list, { headers: { 'X-A': '1' }, key: 'csf_read_only' }),
      ['HEAD', list, { headers: { 'X-A': '1' } }],
    ],
  ],
]

const ask = ({ request }: Client, [method, path, options]: Asked): Promise<Answer> => request(method, path, options)

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
