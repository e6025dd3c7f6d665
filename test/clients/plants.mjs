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

/** A refusal of an answer counts as no answer. */
const asNoAnswer = failsAs('no_answer', ({ code }) => code === 'planted')

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
  'resolves-links-as-java': { resolve: (link, request) => new URL(link.replace(/^\?/, '.?'), request) },
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
    collect: needs((items) => items.every(({ created_at }, i) => i === 0 || created_at <= items[i - 1].created_at)),
  },
  'filters-by-tag': { tagFilter: (key, value) => ({ tag: `${key}:${value}` }) },

  // Rows of errors, keys and headers
  'reads-errors-off-the-status': {
    code: (_envelope, status) => (status < 300 ? undefined : (codes[status] ?? 'no_answer')),
  },
  'takes-404-for-not-there': {
    code: (envelope, status) => (status === 404 ? 'resource_not_found' : sound.code(envelope, status)),
  },
  'reads-the-field-of-an-error': {
    code: (envelope, status) => {
      const { code, details } = envelope.error ?? {}
      return code === 'invalid_request' && !/^[\w.]+: /.test(details) ? 'planted' : sound.code(envelope, status)
    },
  },
  'compares-the-content-type': {
    parse: (text, { headers }) => (headers.get('Content-Type') === 'application/json' ? JSON.parse(text) : wrong('')),
    ...asNoAnswer,
  },
  'reads-only-json-types': {
    parse: (text, { headers }) =>
      headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text) : wrong(''),
  },
  'spells-bearer-small': { scheme: 'bearer' },
  'reads-the-reset-as-seconds': {
    meet: (headers) => {
      const inMs = Number(headers.get('X-Rate-Limit-Reset')) * 1000 - Date.now()
      if (inMs > 7_200_000) wrong('a window of more than an hour')
    },
  },
  'fails-on-deprecation': { meet: (headers) => headers.has('Deprecation') && wrong('deprecated') },

  // Rows of assessments
  'needs-201-for-an-assessment': { isCreated: (status, path) => status === 201 || !path.endsWith('/assessments') },
  'waits-in-the-list': { waitsInTheList: true, assessmentItem: needs(({ score }) => score > 0) },
  'unboxes-scores': { waitsInTheList: true, assessmentItem: needs(({ score }) => score !== null) },
  'needs-the-result-of-creation': { isNotYet: () => false },
  'takes-any-record-for-a-result': { isAssessed: ({ summary }) => summary !== undefined },
  'takes-a-status-for-no-result': { isAssessed: (record) => !('status' in record) && sound.isAssessed(record) },
  'knows-one-state-on-the-way': { isFailed: (status) => status !== 'pending' },
  'lists-by-a-date': { assessmentFilters: { from_date: '2026-01-01' } },

  // Rows of jobs
  'needs-201': { isCreated: (status) => status === 201 },
  'reads-analysis-type': { job: needs(({ analysis_type }) => analysis_type) },
  'reads-created-at': { job: needs(({ created_at }) => created_at) },
  'reads-the-source': { job: needs(({ data_source }) => data_source) },
  'reads-the-source-of-items': { jobItem: needs(({ data_source }) => data_source) },
  'trims-a-description': { job: needs(({ description }) => description === undefined || description?.trim()) },
  'matches-whole-seconds': {
    job: needs(({ created_at, created_date }) => /T\d\d:\d\d:\d\dZ$/.test(created_at ?? created_date ?? '')),
  },
  'lists-jobs-since-an-instant': { jobFilters: { created_after: '2026-01-01T00:00:00Z' } },
  'needs-a-uuid': { resource: needs(isUuid) },
  'needs-a-uuid-of-a-job': { job: needs(isUuid) },
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
