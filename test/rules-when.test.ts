import { expect, it } from 'vitest'

import type { ScenarioRule } from '../src/index.ts'
import { jobBody, knownResource, operations, unknownId } from './support/answers.ts'
import { type Answer, type Client, describeSandboxes, type RequestOptions } from './support/fake.ts'
import { askOperation, defineRules, tallyOf } from './support/scenarios.ts'

type When = NonNullable<ScenarioRule['when']>
type Effect = ScenarioRule['then']
type Asked = readonly [method: string, path: string, options?: RequestOptions]
const down: Effect = { error: 'service_unavailable' }
const list = '/cloud/resources?limit=1'
const get = (path: string, options: RequestOptions = {}): Asked => ['GET', path, options]
const post = (body: unknown): Asked => ['POST', '/data/analysis/jobs', { body }]
const tagged = '/cloud/resources?tag=team%3Aweb&tag=environment:prod'

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
      get(list, { key: null }),
      get('/cloud/resources?limit=none'),
      post('{'),
    ],
    [],
  ],
  [{}, [get(list), get('/nowhere')], []],
  [
    { operation: ['getJob', 'listJobs'] },
    [
      get('/data/analysis/jobs'),
      get(`/data/analysis/jobs/${unknownId}`),
      get('/data/analysis/jobs/none'),
      ['HEAD', '/data/analysis/jobs'],
    ],
    [get(list), post(jobBody), get('/data/analysis'), ['PUT', '/data/analysis/jobs']],
  ],
  [{ method: 'pOsT' }, [post(jobBody), ['POST', '/nowhere']], [get(list), ['HEAD', list]]],
  [{ method: ['get', 'HEAD'] }, [get(list), ['HEAD', list]], [post(jobBody), ['PUT', list]]],
  [
    { path: '/cloud/resources' },
    [get('/cloud/resources'), get(list), ['POST', '/cloud/resources'], get('/data/../cloud/resources')],
    [get(`/cloud/resources/${knownResource.id}`), get('/cloud/resources/'), get('/cloud'), get('/v1/cloud/resources')],
  ],
  [
    { path: '/cloud/resources/*' },
    [get(`/cloud/resources/${knownResource.id}`), get('/cloud/resources/'), get('/cloud/resources/a/b')],
    [get('/cloud/resources'), get('/security/assessments')],
  ],
  [
    { path: '/*/ass*ments*' },
    [get('/security/assessments'), get(`/security/assessments/${unknownId}`), get('/other/assessments')],
    [get('/assessments'), get(list), get('/security/asessments')],
  ],
  [{ path: '*' }, [get(list), get('/nowhere'), get('/../elsewhere')], []],
  [{ path: '/star/\\*' }, [get('/star/*')], [get('/star/a'), get('/star/')]],
  [
    { path: '/cl.ud/(resources|a+)[1]$' },
    [get('/cl.ud/(resources|a+)[1]$')],
    [get('/cloud/resources'), get('/cloud/resources1'), get('/cl.ud/resources')],
  ],
  [{ path: ['/cloud/resources', '/data/*'] }, [get(list), get('/data/analysis/jobs')], [get('/security/assessments')]],
  [
    { path: '/v1/cloud/resources' },
    [get(list), ['POST', '/cloud/resources']],
    [get(`/cloud/resources/${knownResource.id}`), get('/v1/cloud/resources')],
  ],
  [
    { path: '/v1/data/**' },
    [get('/data/analysis/jobs'), get(`/data/analysis/jobs/${unknownId}`)],
    [get(list), get('/data')],
  ],
  [
    { path: ['/cloud/resources/:id', '/v1/security/{area}/{id}'] },
    [get(`/cloud/resources/${knownResource.id}`), get(`/security/assessments/${unknownId}`)],
    [get(list), get('/security/assessments'), get('/data/analysis/jobs')],
  ],
  [{ path: '/v1/cloud/resources/a%20b' }, [get('/cloud/resources/a%20b')], [get('/cloud/resources/a-b'), get(list)]],
  [{ path: '/elsewhere' }, [get('/../elsewhere')], [get('/elsewhere/more'), get('/else')]],
  [
    { id: knownResource.id },
    [
      get(`/cloud/resources/${knownResource.id}`),
      get(`/cloud/resources/${knownResource.id.toUpperCase()}`),
      get(`/security/assessments/${knownResource.id}`),
    ],
    [get('/cloud/resources'), get(`/cloud/resources/${unknownId}`), get(`/cloud/resources?type=${knownResource.id}`)],
  ],
  [
    { id: [`${knownResource.id.slice(0, 8)}-*`, 'none at all'] },
    [get(`/cloud/resources/${knownResource.id}`), get('/data/analysis/jobs/none%20at%20all')],
    [get(`/cloud/resources/${unknownId}`), get('/data/analysis/jobs/none')],
  ],
  [
    { key: 'read-only' },
    [get(list, { key: 'csf_read_only' }), get('/nowhere', { key: 'csf_read_only' })],
    [get(list), get(list, { key: 'csf_unknown' }), get(list, { key: 'read-only' }), get(list, { key: null })],
  ],
  [
    { key: ['full-*', 'none'] },
    [get(list), get(list, { key: 'csf_none' })],
    [get(list, { key: 'csf_read_only' }), get(list, { key: 'csf_revoked' })],
  ],
  [
    { key: '*' },
    [get(list), get(list, { key: 'csf_none' })],
    [get(list, { key: null }), get(list, { key: 'csf_revoked' })],
  ],
  [
    { query: { page: '2' } },
    [get('/cloud/resources?page=2'), get('/cloud/resources?limit=1&page=2')],
    [get('/cloud/resources'), get('/cloud/resources?page=22'), get('/cloud/resources?page=1&limit=2')],
  ],
  [
    { query: { tag: 'environment:prod' } },
    [
      get(tagged),
      get('/cloud/resources?tag=environment%3Aprod'),
      get('/cloud/resources?tag=a&tag=b&tag=environment:prod'),
    ],
    [get('/cloud/resources?tag=team:web'), get('/cloud/resources?type=environment:prod')],
  ],
  [
    { query: { tag: ['team:*', 'owner:a b'] } },
    [get(tagged), get('/cloud/resources?tag=owner:a+b'), get('/cloud/resources?tag=owner:a%20b')],
    [get('/cloud/resources?tag=environment:prod'), get('/cloud/resources')],
  ],
  [
    { query: { page: '*', limit: '1' } },
    [get('/cloud/resources?page=2&limit=1'), get('/cloud/resources?limit=1&page=')],
    [get('/cloud/resources?page=2'), get('/cloud/resources?limit=1'), get('/cloud/resources?page=2&limit=10')],
  ],
  [
    { query: { type: '' } },
    [get('/cloud/resources?type='), get('/cloud/resources?type')],
    [get('/cloud/resources'), get('/cloud/resources?type=a')],
  ],
  [
    { header: { 'x-Tenant': 'acme*' } },
    [get(list, { headers: { 'X-TENANT': 'acme' } }), get(list, { headers: { 'x-tenant': 'acme-2' } })],
    [get(list), get(list, { headers: { 'X-Tenant': 'other' } }), get(list, { headers: { 'X-Tenants': 'acme' } })],
  ],
  [
    { header: { 'X-A': ['1', '2'], 'X-B': '*' } },
    [get(list, { headers: { 'X-A': '2', 'X-B': 'anything' } }), get(list, { headers: { 'X-A': '1', 'X-B': '' } })],
    [get(list, { headers: { 'X-A': '1' } }), get(list, { headers: { 'X-A': '3', 'X-B': '1' } })],
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
      get(list),
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
  [{ body: {} }, [post({}), post(jobBody)], [post('{"a":'), post('null'), post('"a"'), post('12'), get(list)]],
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
