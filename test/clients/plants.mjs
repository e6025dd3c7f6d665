import { ServiceError, sound } from './client.mjs'

const wrong = (message) => {
  throw new ServiceError('planted', message)
}

/** Fails unless a record is as it has to be. */
const needs = (isRight) => (record) => (isRight(record) ? record : wrong(JSON.stringify(record)))

/** Takes some failures for an error with a code of its own. */
const failsAs = (code, isMeant) => ({
  failure: (error) => (error instanceof Error && isMeant(error) ? new ServiceError(code, '') : sound.failure(error)),
})

const isUuid = ({ id }) => /^[\da-f]{8}-/.test(id)
const codes = {
  400: 'invalid_request',
  401: 'authentication_error',
  403: 'authorization_error',
  404: 'resource_not_found',
  429: 'rate_limit_exceeded',
  500: 'internal_error',
  503: 'service_unavailable',
}
const types = new Set(['database', 'virtual_machine', 'kubernetes_cluster', 'cache', 'load_balancer'])

/** Faults to plant: each replaces one decision of the sound client. */
export const plants = {
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
  'filters-by-tag': { tagFilter: (key, value) => ({ tag: `${key}:${value}` }) },

  // Rows of errors, keys and headers
  'reads-errors-off-the-status': {
    code: (_envelope, status) => (status < 300 ? undefined : (codes[status] ?? 'no_answer')),
  },
  'takes-404-for-not-there': {
    code: (envelope, status) => (status === 404 ? 'resource_not_found' : sound.code(envelope, status)),
  },
  'reads-only-json-types': {
    parse: (text, { headers }) =>
      headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text) : wrong(''),
  },
  'fails-on-deprecation': { meet: (headers) => headers.has('Deprecation') && wrong('deprecated') },

  // Rows of assessments
  'waits-in-the-list': { waitsInTheList: true, assessmentItem: needs(({ score }) => score > 0) },
  'takes-any-record-for-a-result': { isAssessed: ({ summary }) => summary !== undefined },
  'knows-one-state-on-the-way': { isFailed: (status) => status !== 'pending' },

  // Rows of jobs
  'needs-201': { isCreated: (status) => status === 201 },
  'reads-the-source': { job: needs(({ data_source }) => data_source) },
  'needs-a-uuid': { resource: needs(isUuid) },
  'knows-the-ends-by-name': {
    hasEnded: ({ status }) => {
      if (status !== 'pending' && status !== 'running') return status === 'completed' || wrong(status)
      return false
    },
  },

  // Faults
  'waits-for-ever': { timeLimit: () => null },
  'gives-up-slow-answers': {
    timeLimit: () => AbortSignal.timeout(700),
    ...failsAs('timed_out', ({ name }) => name === 'TimeoutError'),
  },
  'gives-up-a-cut-connection': failsAs('cut', ({ message }) => message === 'fetch failed'),
  'gives-up-a-cut-body': failsAs('cut', ({ message }) => message === 'terminated'),
  'gives-up-what-is-no-json': failsAs('no_json', ({ name }) => name === 'SyntaxError'),
  'gives-up-an-outage': { isPassing: (code) => code !== 'service_unavailable' && sound.isPassing(code) },
  'gives-up-an-internal-error': { isPassing: (code) => code !== 'internal_error' && sound.isPassing(code) },
  'repeats-creates-blindly': { looksFirst: () => false },
  'knows-all-types': { resource: needs(({ type }) => type === undefined || types.has(type)) },
  'knows-all-fields': { resource: needs((record) => !('added_later' in record)) },
  'needs-a-tag': { resource: needs(({ tags }) => tags.length > 0) },
  'never-waits-for-a-quota': { announcedWait: () => undefined },
  'counts-on-a-quiet-list': { collect: needs((items) => sound.collect(items).length === items.length) },

  // Conduct
  'repeats-what-is-refused': { isPassing: (code) => code === 'resource_not_found' || sound.isPassing(code) },
  'repeats-a-refused-key': { isPassing: (code) => code === 'authentication_error' || sound.isPassing(code) },
  'pauses-always-the-same': { pause: () => 2500 },
  'polls-hot': { pollMs: 10 },
}
