import { type Ask, type Fields, type Recorder, withKey } from '../recorder.ts'
import { each, job, jobWith, magicIds, operations, readKnown } from '../requests.ts'

/** Queries of the lists: values that a client may send, and values that it must not. */
const queries: readonly (readonly [path: string, name: string, values: readonly string[]])[] = [
  ['/cloud/resources', 'limit', ['100', '-5', '2.5', '', '1e2', '%2B1', '01', '9007199254740993']],
  ['/cloud/resources', 'page', ['4', '-1', 'abc', '%20', '9007199254740993']],
  ['/cloud/resources', 'type', ['VIRTUAL_MACHINE', '%00', 'cache,database']],
  ['/cloud/resources', 'tag', ['team:', ':ventes', 'a:b:c', 'Environment:Production']],
  ['/security/assessments', 'resource_id', ['abc', ...magicIds]],
  ['/security/assessments', 'resource_type', ['virtual_machine', '']],
  [
    '/security/assessments',
    'from_date',
    ['2026-05-01T00:00:00.500Z', '2026-05-01T02:00%2B02:00', '2026-02-30', '0000-01-01'],
  ],
  [
    '/security/assessments',
    'to_date',
    ['2026-05-01%2000:00:00Z', '2026-05-01T24:00:00Z', '2026-05-01T25:00:00Z', '2026-W20-1'],
  ],
  ['/data/analysis/jobs', 'status', ['pending', 'running', 'failed', 'COMPLETED']],
  ['/data/analysis/jobs', 'created_after', ['20260501T000000Z', 'yesterday']],
  ['/data/analysis/jobs', 'type', ['anomaly_detection', '']],
]

const ids = ['42', '%20', '%zz', '..%2f', 'a%2Fb', '%C3%A9', 'x'.repeat(300), '__proto__', ...magicIds]

const paths = each(`
/index.html | /v1 | /v1/cloud/resources/ | /v1//cloud/resources | /v2/cloud/resources
/v1/CLOUD/resources | /v1/cloud%2Fresources | /v1/security/../cloud/resources
/v1/data/analysis/jobs/a/results | /openapi.yaml | /v1/cloud/resources?&& | /v1/cloud/resources?=1
/v1/cloud/resources?page | /v1/cloud/resources?%E0%A4%A=1 | / | /favicon.ico | /@one
/@Alice/v1/cloud/resources | /@Alice/openapi.json | /@Alice/_control/clock
`)

const texts = ['', '{', 'null', '[]', '42', '{"a":1,}', '\uFEFF{}', '{} {}', '{"name":"\\ud800"}', '['.repeat(4000)]

const types = ['application/json; charset=utf-8', 'Application/JSON', 'application/json; charset=latin1', 'json', '']

/** Jobs with a field that is not as the document says. */
const jobs = [
  ...[null, '', 0, {}, 'x'.repeat(3000)].map((name) => ({ ...job, name })),
  ...[null, 'x', { parameters: {} }].map((data_source) => ({ ...job, data_source })),
  ...['not a date', '2026-05-01', 1777593600, '2026-05-01T00:00:00Z'].map((end_date) => jobWith({ end_date })),
  ...[[], 'system', ['x', 1]].map((log_types) => jobWith({ log_types })),
  ...[{}, { email: 'a@b' }, { email: 'nobody' }].map((notification) => ({ ...job, notification })),
  ...['ftp://example.com/x', 'http://user:word@192.0.2.7/'].map((webhook_url) => ({
    ...job,
    notification: { webhook_url },
  })),
  { ...job, description: 'Looks at\nlines', output_format: 'csv' },
]

const authorization = ['', 'Bearer', 'Bearer  csf_full_access', 'Basic Y3NmX2Z1bGxfYWNjZXNzOg==', 'csf_full_access']

/** Values, ids, paths, bodies, methods and keys that are unusual: each is sent once. */
export async function odd(recorder: Recorder): Promise<void> {
  recorder.isTraced = true
  const { resource, type } = await readKnown(recorder)
  const assessed = { resource_id: resource, resource_type: type }
  const run = async (asks: readonly Ask[], headers: Fields = withKey()) => await recorder.run('/v1', asks, headers)
  await run(queries.flatMap(([path, name, values]) => values.map((value) => `GET ${path}?limit=2&${name}=${value}`)))
  const places = ['/cloud/resources', '/security/assessments', '/data/analysis/jobs'] as const
  await run(ids.map((id, i) => `GET ${places[i % 3] ?? ''}/${id}`))
  await recorder.run(
    '',
    paths.map((path) => `GET ${path}`),
    withKey(),
  )
  await run(['HEAD', 'OPTIONS', 'PUT', 'QUERY'].map((method) => `${method} /data/analysis/jobs`))
  await run([`DELETE /cloud/resources/${resource}`, `OPTIONS /cloud/resources/${resource}`])
  await run(
    [...texts, new Uint8Array([0x7b, 0x22, 0xff, 0x7d]), ...jobs].map((body): Ask => [
      'POST /data/analysis/jobs',
      body,
    ]),
  )
  for (const type of types) await run([['POST /data/analysis/jobs', job]], { ...withKey(), 'Content-Type': type })
  const options = [null, {}, { comprehensive: 'yes' }, { categories: ['network', 'network'] }, []]
  const changes = [
    ...options.map((scan_options) => ({ scan_options })),
    { resource_id: 'abc' },
    { resource_id: magicIds[5] },
  ]
  await run(changes.map((change): Ask => ['POST /security/assessments', { ...assessed, ...change }]))
  for (const value of authorization) await run(['GET /cloud/resources?limit=1'], { Authorization: value })
  for (const key of ['csf_none', 'csf_nobody']) await run(operations, withKey(key))
  const keys = ['csf_read_only', 'csf_security', 'csf_cloud', 'csf_analysis', 'csf_revoked']
  for (const key of keys) await run(['GET /cloud/resources?limit=1', ['POST /security/assessments', {}]], withKey(key))
  await run(
    Array.from({ length: 5 }, () => 'GET /data/analysis/jobs?limit=1'),
    withKey('csf_small_quota'),
  )
  await run(operations, withKey('csf_small_quota'))
}

/** The quota of unknown keys, where it comes before the key. */
export async function quotaFirst(recorder: Recorder): Promise<void> {
  for (const checkOrder of ['authentication_quota_permission_request', 'quota_first']) {
    const prefix = `/@${checkOrder.replaceAll('_', '-')}`
    await recorder.ask(`PATCH ${prefix}/_control/assumptions`, { checkOrder, rateQuota: 2 })
    await recorder.run(
      `${prefix}/v1`,
      ['GET /cloud/resources', 'GET /cloud/resources', 'GET /cloud/resources'],
      withKey('no'),
    )
  }
}
