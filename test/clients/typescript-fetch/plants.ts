import { type Assessment, type Item, type Job, ServiceError } from '../suite/service.ts'
import { sound, type Envelope, type Ways } from './ways.ts'

const wrong = (message: string): never => {
  throw new ServiceError('planted', message)
}

/** Takes some failures for an error with a code of its own. */
const failsAs = (code: string, isMeant: (error: Error) => boolean): Partial<Ways> => ({
  failure: (error) => (error instanceof Error && isMeant(error) ? new ServiceError(code, '') : sound.failure(error)),
})

/** Needs a field of each job. */
const needsOf = (field: keyof Job) => (job: Job) => (job[field] === undefined ? wrong(`no ${field}`) : job)

/** Faults to plant: each replaces one decision of the sound client. */
export const plants: Readonly<Record<string, Partial<Ways>>> = {
  // Rows of lists
  'needs-absent-links': {
    next: (pagination) => ('next_page' in pagination ? String(pagination.next_page) : undefined),
  },
  'resolves-links-as-urls': { resolve: (link, request) => new URL(link, request) },
  'trusts-links-for-filters': { refilter: (url) => url },
  'needs-no-pages-of-nothing': {
    next: (pagination, items) =>
      pagination.total_pages > 0 && items.length === 0 ? wrong('a page without items') : sound.next(pagination, items),
  },
  'asks-until-a-page-is-empty': {
    next: ({ current_page }, items) => (items.length === 0 ? undefined : `?page=${current_page + 1}`),
    isBeyondEnd: () => false,
  },
  'takes-the-first-for-the-newest': {
    collect: (items) => (isNewestFirst(items) ? items : wrong('the first is not the newest')),
  },
  'filters-by-tag': { tagFilter: (key, value) => ({ tag: `${key}:${value}` }) },

  // Rows of errors, keys and headers
  'reads-errors-off-the-status': {
    code: (_envelope, status) => (status < 300 ? undefined : (codes[status] ?? 'no_answer')),
  },
  'reads-the-field-of-an-error': {
    code: (envelope, status) =>
      envelope.error?.code === 'invalid_request' && !/^[\w.]+: /.test(envelope.error.details)
        ? 'planted'
        : sound.code(envelope, status),
  },
  'compares-the-content-type': {
    parse: <T>(text: string, response: Response): Envelope<T> =>
      response.headers.get('Content-Type') === 'application/json' ? sound.parse(text, response) : wrong('not JSON'),
    ...failsAs('no_answer', (error) => error instanceof ServiceError && error.code === 'planted'),
  },
  'spells-bearer-small': { scheme: 'bearer' },
  'reads-the-reset-as-seconds': {
    meet: (headers) => {
      const inMs = Number(headers.get('X-Rate-Limit-Reset')) * 1000 - Date.now()
      if (inMs > 7_200_000) wrong('a window of more than an hour')
    },
  },

  // Rows of assessments
  'needs-the-result-of-creation': { isNotYet: () => false },
  'takes-any-record-for-a-result': { isAssessed: (record): record is Assessment => record.summary !== undefined },
  'takes-a-status-for-no-result': {
    isAssessed: (record): record is Assessment => !('status' in record) && sound.isAssessed(record),
  },
  'knows-one-state-on-the-way': { isFailed: (status) => status !== 'pending' },
  'lists-by-a-date': { assessmentFilters: { from_date: '2026-01-01' } },

  // Rows of jobs
  'needs-201': { isCreated: (status) => status === 201 },
  'reads-analysis-type': { job: needsOf('analysis_type') },
  'reads-created-at': { job: needsOf('created_at') },
  'reads-the-source': { job: needsOf('data_source') },
  'reads-the-source-of-items': { jobItem: needsOf('data_source') },
  'trims-a-description': {
    job: (job) => (job.description === undefined || job.description?.trim() ? job : wrong('null')),
  },
  'matches-whole-seconds': {
    job: (job) => (/T\d\d:\d\d:\d\dZ$/.test(job.created_at ?? job.created_date ?? '') ? job : wrong('no whole second')),
  },
  'lists-jobs-since-an-instant': { jobFilters: { created_after: '2026-01-01T00:00:00Z' } },
  'needs-a-uuid': { resource: (record) => (/^[\da-f]{8}-/.test(record.id) ? record : wrong(record.id)) },

  // Faults
  'waits-for-ever': { timeLimit: () => null },
  'gives-up-slow-answers': {
    timeLimit: () => AbortSignal.timeout(700),
    ...failsAs('timed_out', ({ name }) => name === 'TimeoutError'),
  },
  'gives-up-a-cut-connection': failsAs(
    'cut',
    ({ name, message }) => name === 'TypeError' && message === 'fetch failed',
  ),
  'gives-up-what-is-no-json': failsAs('no_json', ({ name }) => name === 'SyntaxError'),
  'gives-up-an-outage': { isPassing: (code) => code !== 'service_unavailable' && sound.isPassing(code) },
  'gives-up-an-internal-error': { isPassing: (code) => code !== 'internal_error' && sound.isPassing(code) },
  'repeats-creates-blindly': { looksFirst: () => false },
  'knows-all-types': { resource: <T extends Item>(record: T) => withIcon(record) },
  'knows-all-fields': {
    resource: (record) => ('added_later' in record ? wrong('an unknown field') : record),
  },
  'never-waits-for-a-quota': { announcedWait: () => undefined },
  'counts-on-a-quiet-list': {
    collect: (items) => {
      const distinct = sound.collect(items)
      return distinct.length === items.length ? distinct : wrong('an item came twice')
    },
  },

  // Conduct
  'repeats-what-is-refused': { isPassing: (code) => code === 'resource_not_found' || sound.isPassing(code) },
  'repeats-a-refused-key': { isPassing: (code) => code === 'authentication_error' || sound.isPassing(code) },
  'pauses-always-the-same': { pause: () => 2500 },
  'polls-hot': { pollMs: 10 },
}

const codes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'authentication_error',
  403: 'authorization_error',
  404: 'resource_not_found',
  429: 'rate_limit_exceeded',
  500: 'internal_error',
  503: 'service_unavailable',
}

const icons: Readonly<Record<string, string>> = {
  database: 'cylinder',
  virtual_machine: 'box',
  kubernetes_cluster: 'wheel',
  cache: 'bolt',
  load_balancer: 'fork',
}

function withIcon<T extends Item>(record: T): T {
  if ('type' in record && icons[String(record.type)] === undefined) wrong(`no icon of ${String(record.type)}`)
  return record
}

function isNewestFirst(items: readonly Item[]): boolean {
  const dates = items.map((item) => ('created_at' in item ? String(item.created_at) : ''))
  return dates.every((date, i) => i === 0 || date <= (dates[i - 1] ?? ''))
}
