import { setTimeout } from 'node:timers/promises'

/** The options of a client. */
export interface ClientOptions {
  /** With the version segment, without a slash at the end. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Most tries of a request (5). */
  readonly attempts?: number
  /** Longest time of an answer, in milliseconds (10,000). */
  readonly timeoutMs?: number
  /** Waits so many milliseconds (by the wall clock). */
  readonly wait?: (ms: number) => Promise<unknown>
}

/** A cloud resource, as far as this client reads it. */
export interface Resource {
  readonly id: string
  readonly name: string
}

/** An assessment that completed, as far as this client reads it. */
export interface Assessment {
  readonly id: string
  readonly score: number
  readonly findings: readonly { readonly severity: string; readonly description: string }[]
}

/** An analysis job, as far as this client reads it. */
export interface Job {
  readonly id: string
  readonly name: string
}

/** A job that is to be created. */
export interface NewJob {
  readonly name: string
  readonly analysis_type: string
  readonly output_format: string
  readonly data_source: {
    readonly type: string
    readonly parameters: {
      readonly start_date: string
      readonly end_date: string
      readonly log_types: readonly string[]
    }
  }
}

/** Everything that a list has, and whether it changed while it was read: then something may be missing. */
export interface Listed<T> {
  readonly items: readonly T[]
  readonly changed: boolean
}

interface Envelope<T> {
  readonly data: T
  readonly pagination?: { readonly total_items: number; readonly next_page?: string | null }
}

/** An assessment before it completed. */
interface Pending {
  readonly id: string
  readonly status: string
  readonly estimated_completion_time: string
}

/** A request that was not served. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** A code of the service's document, or `no_answer`: the connection broke, or what came is no answer of the service. */
  readonly code: string
  /** Time that the service says to wait before the next try, in milliseconds; undefined where it does not say. */
  readonly waitMs: number | undefined

  constructor(code: string, message: string, waitMs?: number, cause?: unknown) {
    super(`${code}: ${message}`, { cause })
    this.code = code
    this.waitMs = waitMs
  }
}

/** The errors that may be gone at the next try. */
const passing = new Set(['rate_limit_exceeded', 'service_unavailable', 'internal_error', 'no_answer'])

/** A client of the service: it pages, waits for quotas, tries again what may be tried again, and polls. */
export function createClient({ baseUrl, apiKey, attempts = 5, timeoutMs = 10_000, wait = setTimeout }: ClientOptions) {
  async function send<T>(path: string, body?: unknown): Promise<Envelope<T>> {
    const response = await fetch(new URL(path, `${baseUrl}/`), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status, error, ...rest } = JSON.parse(await response.text())
    if (status === 'success') return rest
    throw new ServiceError(error.code, error.details, secondsToWait(response.headers) * 1000 || undefined)
  }

  /** Tries until it is served; `settle` may find out that an earlier try was, although it failed. */
  async function insist<T>(
    work: () => Promise<T>,
    settle: (failure: ServiceError) => Promise<T | undefined> = async () => undefined,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        const failure = toServiceError(error)
        if (!passing.has(failure.code) || attempt >= attempts) throw failure
        await wait(failure.waitMs ?? 1000 * 2 ** (attempt - 1))
        const settled = await settle(failure)
        if (settled !== undefined) return settled
      }
    }
  }

  async function list<T extends { readonly id: string }>(path: string): Promise<Listed<T>> {
    const items = new Map<string, T>()
    const totals = new Set<number>()
    let met = 0
    for (let next: string | null | undefined = `${path}?limit=100`; next;) {
      const url: string = next
      const { data, pagination } = await insist(() => send<readonly T[]>(url))
      for (const item of data) items.set(item.id, item)
      met += data.length
      if (pagination !== undefined) totals.add(pagination.total_items)
      next = pagination?.next_page
    }
    return { items: [...items.values()], changed: totals.size > 1 || met > items.size }
  }

  return {
    listResources: () => list<Resource>('cloud/resources'),
    listJobs: () => list<Job>('data/analysis/jobs'),

    /**
     * Creates a job once, even where the service did it and could not say so: no create may just be repeated.
     * The name is what it is found again by, so it has to be one that no other job has.
     */
    createJob: async (job: NewJob): Promise<Job> =>
      await insist(
        async () => (await send<Job>('data/analysis/jobs', job)).data,
        async ({ code }) =>
          code === 'rate_limit_exceeded'
            ? undefined
            : (await list<Job>('data/analysis/jobs')).items.find(({ name }) => name === job.name),
      ),

    /** Has a resource assessed, and polls until that is done. @throws ServiceError where the assessment failed, or takes more than `polls` of them */
    assess: async (resource_id: string, resource_type: string, polls = 20): Promise<Assessment> => {
      // An assessment shows in no list before it completes, so one that was perhaps created is not looked for, and not made again.
      const { data: created } = await send<Pending>('security/assessments', { resource_id, resource_type })
      for (let poll = 0; poll < polls; poll++) {
        const { data } = await insist(() => send<Pending | Assessment>(`security/assessments/${created.id}`))
        if ('score' in data) return data
        if (data.status === 'failed') throw new ServiceError('failed', `assessment ${created.id}`)
        await wait(2000)
      }
      throw new ServiceError('too_slow', `assessment ${created.id} is not done`)
    },
  }
}

function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError('no_answer', String(error), undefined, error)
}

/** Seconds until the next try, by the clock of the service; 0 where it does not say. */
function secondsToWait(headers: Headers): number {
  const after = Number(headers.get('Retry-After') ?? 0)
  if (after > 0) return after
  if (headers.get('X-Rate-Limit-Remaining') !== '0') return 0
  const now = Date.parse(headers.get('Date') ?? '') / 1000
  return Math.max(0, Number(headers.get('X-Rate-Limit-Reset')) - now)
}
