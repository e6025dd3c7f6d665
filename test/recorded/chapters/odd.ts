import { type Ask, type Fields, type Recorder, withKey } from '../recorder.ts'
import { each, gets, job, jobWith, magicIds, operations, posts, readKnown } from '../requests.ts'

/** Queries of the lists: values that a client may send, and values that it must not. */
const queries: readonly (readonly [path: string, values: readonly string[]])[] = [
  ['/cloud/resources', ['limit=100', 'limit=-5', 'limit=', 'page=4', 'page=abc', 'type=%00', 'tag=:ventes']],
  ['/security/assessments', ['abc', ...magicIds].map((id) => `resource_id=${id}`)],
  ['/security/assessments', ['resource_type=virtual_machine', 'from_date=2026-02-30', 'to_date=2026-05-01T24:00:00Z']],
  ['/data/analysis/jobs', ['status=failed', 'created_after=yesterday', 'type=anomaly_detection']],
]

const ids = ['%20', '%zz', '..%2f', ...magicIds]

const paths = each(`
/index.html | /v1 | /v1/cloud/resources/ | /v1/CLOUD/resources | /v1/security/../cloud/resources
/v1/cloud/resources?&& | /v1/cloud/resources?%E0%A4%A=1 | / | /favicon.ico | /@one | /@Alice/v1/cloud/resources
`)

const texts = ['', '{', 'null', '\uFEFF{}', '{"name":"\\ud800"}', '['.repeat(4000), new Uint8Array([0x7b, 0xff, 0x7d])]

/** Jobs with a field that is not as the document says. */
const jobs = [
  { ...job, name: '' },
  { ...job, data_source: { parameters: {} } },
  jobWith({ end_date: 'not a date' }),
  jobWith({ log_types: ['x', 1] }),
  { ...job, notification: { email: 'nobody' } },
  { ...job, notification: { webhook_url: 'ftp://example.com/x' } },
  { ...job, description: 'Looks at\nlines', output_format: 'csv' },
]

/** Values, ids, paths, bodies, methods and keys that are unusual: each is sent once. */
export async function odd(recorder: Recorder): Promise<void> {
  recorder.isTraced = true
  const { resource, type } = await readKnown(recorder)
  const run = async (asks: readonly Ask[], headers: Fields = withKey()) => await recorder.run('/v1', asks, headers)
  await run(queries.flatMap(([path, values]) => values.map((value) => `GET ${path}?limit=2&${value}`)))
  const places = ['/cloud/resources', '/security/assessments', '/data/analysis/jobs'] as const
  await run(ids.map((id, i) => `GET ${places[i % 3] ?? ''}/${id}`))
  await recorder.run('', gets('', paths), withKey())
  await run(['HEAD', 'OPTIONS', 'PUT', 'QUERY'].map((method) => `${method} /data/analysis/jobs`))
  await run(posts('/data/analysis/jobs', [...texts, ...jobs]))
  await run([['POST /data/analysis/jobs', job]], { ...withKey(), 'Content-Type': 'json' })
  const changes = [{ scan_options: { comprehensive: 'yes' } }, { resource_id: 'abc' }, { resource_id: magicIds[5] }]
  const assessments = changes.map((change) => ({ resource_id: resource, resource_type: type, ...change }))
  await run(posts('/security/assessments', assessments))
  for (const value of ['', 'Bearer  csf_full_access']) await run(operations.slice(0, 1), { Authorization: value })
  for (const key of ['csf_none', 'csf_nobody', 'csf_read_only']) await run(operations, withKey(key))
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
