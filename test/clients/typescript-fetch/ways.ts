import { type Assessment, type Filters, type Item, type Job, ServiceError } from '../suite/service.ts'

/** The pagination object of a list. */
export interface Pagination {
  readonly total_items: number
  readonly total_pages: number
  readonly current_page: number
  readonly next_page?: string | null
}

/** The body of an answer. */
export interface Envelope<T> {
  readonly status?: string
  readonly data: T
  readonly pagination?: Pagination
  readonly error?: { readonly code: string; readonly details: string }
}

const passing = new Set(['rate_limit_exceeded', 'service_unavailable', 'internal_error', 'no_answer'])

/** When the quota is full again, in Unix milliseconds. Seconds are told from milliseconds by their size. */
function resetAt(headers: Headers): number {
  const reset = Number(headers.get('X-Rate-Limit-Reset'))
  return reset > 1e11 ? reset : reset * 1000
}

/** The decisions of the client, each in one place. A plant replaces one of them. */
export const sound = {
  scheme: 'Bearer',
  /** Ends an exchange that takes too long. A create has more time, since nobody knows what an ended one did. */
  timeLimit: (isCreate: boolean): AbortSignal | null => AbortSignal.timeout(isCreate ? 2000 : 1500),
  pollMs: 70,

  /** An exchange that failed counts as no answer. */
  failure: (error: unknown): ServiceError =>
    error instanceof ServiceError ? error : new ServiceError('no_answer', String(error)),

  parse: <T>(text: string, _response: Response): Envelope<T> => JSON.parse(text),

  /** Looks at the headers of each answer. */
  meet: (_headers: Headers): void => undefined,

  /** The error code of an answer; undefined where it was served. */
  code: ({ status, error }: Envelope<unknown>, _httpStatus: number): string | undefined =>
    status === 'success' ? undefined : (error?.code ?? 'no_answer'),

  isPassing: (code: string): boolean => passing.has(code),

  /** Milliseconds before the next try, where the service does not say. */
  pause: (attempt: number): number => 40 * 2 ** (attempt - 1),

  /** Milliseconds that the service says to wait; undefined where it does not. */
  announcedWait: (headers: Headers): number | undefined => {
    const seconds = Number(headers.get('Retry-After') ?? 0)
    if (seconds > 0) return seconds * 1000
    return headers.get('X-Rate-Limit-Remaining') === '0' ? Math.max(0, resetAt(headers) - Date.now()) : undefined
  },

  /** The link to the next page; undefined after the last. */
  next: ({ next_page }: Pagination, _items: readonly Item[]): string | undefined => next_page || undefined,

  /** The address of a link. */
  resolve: (link: string, request: URL, baseUrl: string): URL => {
    const { pathname } = new URL(baseUrl)
    const isBelowBase = link.startsWith('/') && !link.startsWith(`${pathname}/`)
    return new URL(isBelowBase ? pathname + link : link, request)
  },

  /** Adds the filters of the request that a link leaves out. */
  refilter: (url: URL, request: URL): URL => {
    for (const [name, value] of request.searchParams) if (!url.searchParams.has(name)) url.searchParams.set(name, value)
    return url
  },

  /** Tells a page after the last, which a removal by another client may leave, from other refusals. */
  isBeyondEnd: ({ code }: ServiceError, url: URL): boolean =>
    url.searchParams.has('page') && (code === 'resource_not_found' || code === 'invalid_request'),

  /** The items of all pages. One that moved to a later page while they were read comes once. */
  collect: <T extends Item>(items: readonly T[]): readonly T[] => [
    ...new Map(items.map((item) => [item.id, item])).values(),
  ],

  /** Reads a record of an inventory. It ignores fields that it does not know. */
  resource: <T extends Item>(record: T): T => record,

  /** The form of a tag filter is open, so that tags are compared here. */
  tagFilter: (_key: string, _value: string): Filters => ({}),
  assessmentFilters: {},
  jobFilters: {},

  /** An HTTP status of a create. */
  isCreated: (_httpStatus: number): boolean => true,

  /** A create without a clear answer is looked for before it is repeated. */
  looksFirst: (): boolean => true,

  /** True for a result: one that has not completed may be refused, have no result, or one with nothing in it. */
  isAssessed: (record: Partial<Assessment>): record is Assessment =>
    record.summary !== undefined &&
    (record.findings?.length !== 0 || record.score !== 0 || record.summary.passing_checks !== 0),

  isFailed: (status: string | undefined): boolean => status === 'failed',

  /** A refusal of a get that may be served later. */
  isNotYet: (code: string): boolean => code === 'resource_not_found',

  job: (record: Job): Job => record,
  jobItem: (record: Job): Job => record,
}

/** The decisions of a client. */
export type Ways = typeof sound
