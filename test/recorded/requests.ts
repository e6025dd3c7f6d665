import { gzipSync } from 'node:zlib'

import { textAt } from './json.ts'
import { type Ask, type Fields, itemsOf, type Recorder, withKey } from './recorder.ts'

/** The instant that the clock of every fake stands at. */
export const noon = '2026-07-01T12:00:00Z'

/** An id that no record has. */
export const unknownId = '11111111-2222-4333-8444-555555555555'

/** Endings of ids that are answered with an error. */
export const magicIds = [400, 401, 403, 404, 418, 429, 500, 503].map((end) => `aaaaaaaa-bbbb-4ccc-8ddd-000000000${end}`)

const parameters = { start_date: '2026-05-01T00:00:00Z', end_date: '2026-06-01T00:00:00Z', log_types: ['firewall'] }

/** A job without what is optional, and what it may have in addition. */
export const job = {
  name: 'Ünïcode "Q2" ✓',
  data_source: { type: 'security_logs', parameters },
  analysis_type: 'access_review',
  output_format: 'json',
}

/** A job that tells a URL and an address about its end. */
export const jobFor = (url: string) => ({ ...job, notification: { webhook_url: url, email: 'person@example.com' } })

/** A body that makes a job of other parameters. */
export const jobWith = (changed: object) => ({
  ...job,
  data_source: { ...job.data_source, parameters: { ...parameters, ...changed } },
})

/** The records that requests name: the first of each kind, and some that differ from it. */
export interface Known {
  readonly resource: string
  readonly type: string
  readonly assessment: string
  readonly assessedAt: string
  readonly failed: string
  readonly job: string
  readonly jobAt: string
}

/** Reads the records that requests name. It is no step. */
export async function readKnown(recorder: Recorder): Promise<Known> {
  const list = async (kind: string) => itemsOf(await recorder.ask(`GET /_control/${kind}?limit=100`))
  const [[resource], assessments, [first]] = [await list('resources'), await list('assessments'), await list('jobs')]
  const failed = assessments.find((item) => textAt(item, 'status') === 'failed')
  const done = assessments.find((item) => textAt(item, 'status') === 'completed')
  return {
    resource: textAt(resource, 'id'),
    type: textAt(resource, 'type'),
    assessment: textAt(done, 'id'),
    assessedAt: textAt(done, 'completed_at') || textAt(done, 'created_at'),
    failed: textAt(failed, 'id'),
    job: textAt(first, 'id'),
    jobAt: textAt(first, 'created_at'),
  }
}

const [resources, assessments, jobs] = ['/cloud/resources', '/security/assessments', '/data/analysis/jobs']

/** A request of each operation. */
export const operations: readonly Ask[] = [
  ...['/security/assessments', '/cloud/resources', '/data/analysis/jobs'].flatMap((path) => [
    `GET ${path}`,
    `GET ${path}/${unknownId}`,
  ]),
  ...['/security/assessments', '/data/analysis/jobs'].map((path): Ask => [`POST ${path}`, {}]),
]

/** Texts of lines, or between bars in a line. */
export const each = (text: string): readonly string[] => text.trim().split(/\s*\n\s*|\s+\|\s+/)

/** Requests with bodies. */
export const posts = (path: string, bodies: readonly unknown[]): readonly Ask[] =>
  bodies.map((body) => [`POST ${path}`, body])
/** Reads with queries, or of the paths below a path. */
export const gets = (path: string, queries: readonly string[]): readonly Ask[] =>
  queries.map((query) => `GET ${path}${query}`)
/** A read that is served. */
export const listing = 'GET /v1/cloud/resources?limit=1'

/** Reads of a list, by its queries. */
const listed = (path: string, queries: readonly string[], headers?: Fields): readonly Ask[] =>
  queries.map((query) => [`GET /v1${path}${query === '' ? '' : `?${query}`}`, undefined, headers ?? withKey()])

/** Requests with keys of their own. */
const asked = (key: string, lines: readonly string[]): readonly Ask[] =>
  lines.map((line) => [line.replace(' ', ' /v1'), undefined, withKey(key)])

const reads = ({ resource, assessment, assessedAt, failed, job, jobAt }: Known): readonly Ask[] => [
  ...listed(resources, ['', 'limit=2&page=2', 'limit=1&type=database', 'limit=101', 'page=0', 'limit=x', 'page=99']),
  ...listed(resources, ['region=nowhere-1', 'type=toaster', 'type=', 'color=red', 'limit=1&limit=2', 'provider=aws']),
  ...listed(resources, ['tag=environment:production&tag=team:ventes', 'tag=team%3Dventes', 'tag=team', 'tag=:']),
  ...listed(assessments, ['', 'limit=3&page=2', 'resource_type=toaster', 'to_date=2001-01-01', 'from_date=soon']),
  ...listed(assessments, [`from_date=${assessedAt}`, `to_date=${assessedAt}`, 'from_date=2026-06-26', 'from_date=']),
  ...listed(assessments, [
    'from_date=2026-06-26T00:00:00',
    'from_date=20260626',
    'from_date=2027-01-01&to_date=2026-01-01',
  ]),
  ...listed(jobs, ['', 'limit=2&page=3', 'status=completed', 'status=succeeded', 'status=done', 'type=toaster']),
  ...listed(jobs, [`created_after=${jobAt}`, `created_after=${jobAt.slice(0, 10)}`, 'created_after=1777593600']),
  ...[`${resources}/${resource}`, `${assessments}/${assessment}`, `${assessments}/${failed}`, `${jobs}/${job}`].flatMap(
    (path) => listed(path, ['']),
  ),
  ...[resources, assessments, jobs].flatMap((path) => listed(`${path}/${unknownId}`, [''])),
  ...[resources, jobs].flatMap((path) => listed(`${path}/abc`, [''])),
]

const refusals: readonly Ask[] = [
  [`GET /v1${resources}`],
  [`GET /v1${resources}`, undefined, { Authorization: 'bearer csf_full_access' }],
  [`PATCH /v1${resources}`, undefined, withKey()],
  [`HEAD /v1${resources}`, undefined, withKey()],
  [`GET /v1${resources}`, undefined, { ...withKey(), Origin: 'http://localhost:3000' }],
  [
    `OPTIONS /v1${jobs}`,
    undefined,
    {
      Origin: 'https://app.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    },
  ],
  ...asked('csf_none', [`GET ${resources}?limit=0`, `GET ${jobs}`]),
  ...asked('csf_one_permission', [`GET ${assessments}?limit=1`, `GET ${resources}?limit=1`]),
  [`POST /v1${assessments}`, {}, withKey('csf_one_permission')],
  ...asked('csf_small_quota', [`GET ${resources}?limit=0`, ...Array.from({ length: 5 }, () => `GET ${jobs}?limit=1`)]),
  [`POST /v1${jobs}`, {}, withKey('csf_small_quota')],
  ['POST /_control/clock/advance', { by: '61m' }],
  ...asked('csf_small_quota', [`GET ${resources}?limit=1`]),
  ['POST /_control/clock/advance', { by: '30m' }],
  ...asked('csf_small_quota', [`GET ${resources}?limit=1`]),
  ['POST /_control/clock/advance', { by: '31m' }],
  ...asked('csf_small_quota', [`GET ${resources}?limit=1`]),
]

const creates = ({ resource, type }: Known): readonly Ask[] => {
  const assessed = { resource_id: resource, resource_type: type }
  const { name, analysis_type, data_source } = job
  const bodies: readonly (readonly [path: string, body: unknown])[] = [
    [assessments, { ...assessed, scan_options: { comprehensive: true, categories: ['network', 'encryption'] } }],
    [assessments, { ...assessed, scan_options: { comprehensive: true, categories: ['tides'] } }],
    [assessments, assessed],
    [assessments, { resource_id: resource }],
    [assessments, { resource_id: unknownId, resource_type: type }],
    [assessments, { ...assessed, resource_type: 'toaster' }],
    [jobs, { ...job, description: null }],
    [jobs, { name, analysis_type, data_source: { type: data_source.type } }],
    [jobs, { ...job, extra: true }],
    [jobs, { ...job, analysis_type: 'premonition' }],
    [jobs, jobWith({ end_date: '2026-04-01T00:00:00Z' })],
    [jobs, jobWith({ start_date: '2026-05-01T00:00:00+02:00' })],
    [jobs, jobFor('http://127.0.0.1:1/')],
  ]
  const packed = new Uint8Array(gzipSync(JSON.stringify(job), { level: 0 }))
  return [
    ...bodies.map(([path, body]): Ask => [`POST /v1${path}`, body, withKey()]),
    [`POST /v1${jobs}`, JSON.stringify(job), { ...withKey(), 'Content-Type': 'text/plain' }],
    [`POST /v1${jobs}`, packed, { ...withKey(), 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
  ]
}

/** Requests of every operation, in an order in which each option of an assumption and each scenario shows. */
export function standard(known: Known): readonly Ask[] {
  const mine = `resource_id=${known.resource}`
  const followed = [
    ...listed(`${assessments}/{assessment}`, ['']),
    ...listed(`${jobs}/{job}`, ['']),
    ...listed(assessments, [mine]),
    ...listed(jobs, ['limit=3']),
  ]
  const later = ['2s', '1h', '6h'].flatMap((by): readonly Ask[] => [
    ['POST /_control/clock/advance', { by }],
    ...followed,
  ])
  return [...reads(known), ...creates(known), ...followed, ...later, 'GET /_control/outbox', ...refusals]
}
