import createClient from 'openapi-fetch'

import type { components, paths } from './api.ts'

type Schemas = components['schemas']

/** An operation, and its error. */
export interface SeenError {
  readonly operation: string
  readonly status: number
  /** The error code; undefined where the request was served. */
  readonly code: string | undefined
}

/** An answer as the client has it. */
interface Answered<D, E> {
  readonly data?: D
  readonly error?: E
  readonly response: { readonly status: number }
}

/** The access to a fake. */
export interface Reached {
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch: (request: Request) => Promise<Response>
}

/** A client of the API that a generator made out of its document. */
function openClient({ baseUrl, apiKey, fetch }: Reached) {
  return createClient<paths>({ baseUrl, fetch, headers: { Authorization: `Bearer ${apiKey}` } })
}

/** The data that was served, or an error that names the other answer. */
function served<D, E extends { readonly error: { readonly code: string } }>(answer: Answered<D, E>): D {
  if (answer.data !== undefined) return answer.data
  throw new Error(`${answer.response.status}: ${answer.error?.error.code}`)
}

/** Uses every operation as an application would, with each field that it reads known to the compiler. */
export async function useEveryOperation(reached: Reached, advance: () => Promise<void>): Promise<string[]> {
  const client = openClient(reached)
  const { data: resources, pagination } = served(
    await client.GET('/cloud/resources', { params: { query: { limit: 2, tag: ['environment:production'] } } }),
  )
  const [first] = resources
  if (first === undefined) throw new Error('no resource')
  const { data: resource } = served(await client.GET('/cloud/resources/{id}', { params: { path: { id: first.id } } }))

  const { data: created } = served(
    await client.POST('/security/assessments', { body: { resource_id: resource.id, resource_type: resource.type } }),
  )
  const path = { id: created.id }
  const { data: pending } = served(await client.GET('/security/assessments/{id}', { params: { path } }))
  await advance()
  const { data: completed } = served(await client.GET('/security/assessments/{id}', { params: { path } }))
  const { data: assessments } = served(
    await client.GET('/security/assessments', { params: { query: { resource_id: resource.id } } }),
  )

  const task: Schemas['CreateJobBody'] = {
    name: 'Generated',
    data_source: {
      type: 'security_logs',
      parameters: { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-02T00:00:00Z', log_types: ['system'] },
    },
    analysis_type: 'security_event_correlation',
    output_format: 'json',
  }
  const { data: job } = served(await client.POST('/data/analysis/jobs', { body: task }))
  await advance()
  const { data: done } = served(await client.GET('/data/analysis/jobs/{id}', { params: { path: { id: job.id } } }))
  const { data: jobs } = served(
    await client.GET('/data/analysis/jobs', { params: { query: { type: done.analysis_type, limit: 1 } } }),
  )
  return [
    `${resources.length} of ${pagination.total_items > 2 ? 'more' : 'these'}`,
    `${resource.details.volumes.every(({ size_gb }) => size_gb > 0)}`,
    created.status,
    'status' in pending ? pending.status : 'completed',
    'findings' in completed ? `score ${completed.score === 100 - lostBy(completed)}` : completed.status,
    `${assessments.some(({ id, score }) => id === created.id && score >= 0)}`,
    job.status,
    done.status,
    `${jobs[0]?.id === job.id} ${done.completed_at !== undefined}`,
  ]
}

const points: Readonly<Record<string, number>> = { high: 15, medium: 7, low: 3 }

function lostBy({ findings }: Schemas['Assessment']): number {
  return Math.min(
    100,
    findings.reduce((sum, { severity }) => sum + (points[severity] ?? 0), 0),
  )
}

/** The error of each operation for an id or a value that the fake always refuses so. */
export async function meetErrors(reached: Reached): Promise<readonly SeenError[]> {
  const client = openClient(reached)
  const id = (digits: number): string => `00000000-0000-4000-8000-${String(digits).padStart(12, '0')}`
  const to = (operation: string, { error, response: { status } }: Answered<unknown, ErrorBody>): SeenError => ({
    operation,
    status,
    code: error?.error.code,
  })
  const body = { resource_id: id(503), resource_type: 'database' }
  return [
    to('getResource', await client.GET('/cloud/resources/{id}', { params: { path: { id: id(404) } } })),
    to('getAssessment', await client.GET('/security/assessments/{id}', { params: { path: { id: id(401) } } })),
    to('getJob', await client.GET('/data/analysis/jobs/{id}', { params: { path: { id: id(429) } } })),
    to('createAssessment', await client.POST('/security/assessments', { body })),
    to('listAssessments', await client.GET('/security/assessments', { params: { query: { resource_id: id(500) } } })),
    to('listResources', await client.GET('/cloud/resources', { params: { query: { limit: 101 } } })),
    to('listJobs', await client.GET('/data/analysis/jobs', { params: { query: { created_after: 'yesterday' } } })),
  ]
}

type ErrorBody =
  | Schemas['AuthenticationErrorAnswer']
  | Schemas['AuthorizationErrorAnswer']
  | Schemas['InvalidRequestAnswer']
  | Schemas['ResourceNotFoundAnswer']
  | Schemas['RateLimitExceededAnswer']
  | Schemas['InternalErrorAnswer']
  | Schemas['ServiceUnavailableAnswer']

/** Requests that the compiler must refuse, and the fake refuses too. @returns their statuses */
export async function misuse(reached: Reached): Promise<readonly number[]> {
  const client = openClient(reached)
  const { data, error } = await client.GET('/data/analysis/jobs/{id}', { params: { path: { id: '' } } })
  // @ts-expect-error the code of an error is one of seven
  if (error?.error.code === 'teapot') return []
  // @ts-expect-error there is no such state
  if (data?.data.status === 'queued') return []
  // @ts-expect-error the type of a job is called analysis_type
  if (data?.data.type !== undefined) return []
  const items: readonly Schemas['AssessmentItem'][] = []
  // @ts-expect-error an item of a list has no findings
  if (items[0]?.findings !== undefined) return []
  const sent = [
    // @ts-expect-error there is no such operation
    await client.GET('/cloud/volumes'),
    // @ts-expect-error there is no such parameter
    await client.GET('/cloud/resources', { params: { query: { size: 1 } } }),
    // @ts-expect-error a body has to have a resource_type
    await client.POST('/security/assessments', { body: { resource_id: '' } }),
  ]
  return sent.map(({ response }) => response.status)
}
