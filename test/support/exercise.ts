import type { LocalFake, SandboxClient } from '../../src/index.ts'
import { inTurn } from '../recorded/chapters/variants.ts'
import { type Ask, itemsOf, Recorder, withKey } from '../recorded/recorder.ts'
import { job, jobWith, magicIds, readKnown, standard, unknownId } from '../recorded/requests.ts'
import { operations } from './answers.ts'
import type { RecordedResponse } from './contract.ts'
import { errors } from './scenarios.ts'

const lists = { assessments: '/security/assessments', resources: '/cloud/resources', jobs: '/data/analysis/jobs' }

const paging = ['limit=1', 'page=2&limit=3', 'page=999', 'limit=0', 'page=x', 'limit=1&limit=2', '%']

/** Queries that one option or another takes, beside those of the recorded session. */
const queries: readonly string[] = [
  ...Object.values(lists).flatMap((path) => paging.map((query) => `${path}?${query}`)),
  ...['nothing', '', ...magicIds].map((id) => `${lists.assessments}?resource_id=${id}`),
  `${lists.assessments}?from_date=2026-06-01T00:00:00&to_date=2026-01-01`,
  `${lists.assessments}?from_date=20260601T000000Z`,
  `${lists.assessments}?from_date=20260601&to_date=2026-06-30t24:00:00z`,
  `${lists.assessments}?from_date=&limit=1`,
  `${lists.resources}?tag=environment%3Dproduction&limit=1`,
  `${lists.resources}?tag=&tag=environment:production`,
  `${lists.jobs}?created_after=1780000000`,
  `${lists.jobs}?created_after=20260601`,
  `${lists.jobs}?created_after=`,
  `${lists.jobs}?status=`,
]

/** An id in all forms. */
function formsOf(id: string): readonly string[] {
  const digits = id.replaceAll('-', '')
  return [id, `res-${digits}`, `job-${digits}`]
}

/** Requests that are refused, each with a key or a scenario of its own. */
const refused = operations.flatMap(({ method, path, ...rest }): readonly Ask[] => {
  const body = 'body' in rest ? rest.body : undefined
  return [
    ...['nobody', 'csf_none', 'csf_revoked', 'csf_read_only'].map((key) => withKey(key)),
    ...errors.map(({ scenario }) => ({ ...withKey(), 'X-Fake-Scenario': scenario })),
  ].map((headers) => [`${method} /v1${path}`, body, headers])
})

const others = ['', `/${unknownId}`, '/'].flatMap((end) =>
  ['DELETE', 'PUT', 'POST', 'HEAD'].map((method): Ask => [
    `${method} /v1${lists.resources}${end}`,
    undefined,
    withKey(),
  ]),
)

const bodies: readonly (readonly [path: string, body: unknown])[] = [
  [lists.assessments, { resource_id: unknownId, resource_type: 'moon', more: 1 }],
  [lists.assessments, '{'],
  [lists.jobs, { ...job, description: 'd', notification: { email: 'a@example.com' } }],
  [lists.jobs, jobWith({ start_date: '20260601T000000Z', end_date: '2026-06-30t24:00z' })],
]

/** Sends every kind of valid and invalid request to a sandbox with a frozen clock. @returns the answers of the API */
export async function exercise(fake: LocalFake, { name }: SandboxClient): Promise<readonly RecordedResponse[]> {
  const recorder = new Recorder('', fake, [], name)
  const known = await readKnown(recorder)
  const records = await Promise.all(
    Object.entries(lists).map(async ([kind, path]) =>
      itemsOf(await recorder.ask(`GET /_control/${kind}?limit=30`)).map(({ id }) => `${path}/${String(id)}`),
    ),
  )
  const { assessments, resources, jobs } = lists
  const assessed = { resource_id: known.resource, resource_type: known.type }
  const paths = [
    ...records.flat(),
    ...formsOf(known.resource).map((id) => `${resources}/${id}`),
    ...formsOf(known.job).map((id) => `${jobs}/${id}`),
    ...[...magicIds, '%41'].map((id) => `${resources}/${id}`),
    `${resources}/${unknownId}?a=1`,
    ...queries,
  ]
  const own = [{ scan_options: null }, { more: 1 }, { resource_id: formsOf(known.resource)[1] }].map(
    (part) => [assessments, { ...assessed, ...part }] as const,
  )
  const asks: readonly Ask[] = [
    ...[...bodies, ...own].map(([path, body]): Ask => [`POST /v1${path}`, body, withKey()]),
    ...paths.map((path): Ask => [`GET /v1${path}`, undefined, withKey()]),
    ...standard(known).filter((ask) => typeof ask === 'string' || isDescribed(ask)),
    ...refused,
    ...others,
  ]
  const all: RecordedResponse[] = []
  for await (const { text, status, step } of inTurn(recorder, asks)) {
    const [method = '', path = ''] = step.line.split(/ (.*)/)
    const { body } = JSON.parse(step.sent)
    const sent = body === undefined ? {} : { sent: typeof body === 'string' ? body : JSON.stringify(body) }
    const headers = new Headers(step.answer.headers)
    if (path.startsWith('/v1')) all.push({ method, path: path.slice(3), status, headers, text, ...sent })
  }
  return all
}

/** True for a request that a document describes: of no other origin, and with a body that is a text. */
const isDescribed = ([, body, headers = {}]: Exclude<Ask, string>): boolean =>
  !('Origin' in headers) && !(body instanceof Uint8Array)
