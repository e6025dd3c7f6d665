/** A client with or without a planted fault, and all that has to be found about it. */
export interface Row {
  readonly client: string
  /** None for a sound client. */
  readonly plant?: string
  /** The parts of the suite that a sweep runs (all). */
  readonly parts?: string
  /** The findings of a sweep. */
  readonly sweep: readonly string[]
  /** The verdicts on its conduct in one run of all parts (none). */
  readonly conduct?: readonly string[]
  /** The scenario of that run (none). */
  readonly scenario?: string
  /** Time until records complete (200ms), where the client has to read one before. */
  readonly completeAfter?: string
  /** Longest time of a run (30s), where a fault makes it wait for ever. */
  readonly timeout?: string
  /** True to sweep it only with CLIENTS=all: all sweeps together take many minutes. */
  readonly isSeldom?: boolean
  /** Says why a fault shows in more than one place. */
  readonly because?: string
}

/** The faults that lose the answer to a create that was done. */
const lostJob = ['commits-then-fails', 'truncate', 'malformed_json', 'empty'].map((fault) => `${fault}@createJob`)

/** A fault at each of some operations. */
const at = (fault: string, ...operations: readonly string[]): readonly string[] =>
  operations.map((operation) => `${fault}@${operation}`)

const inventory = ['listResources', 'getResource']

const soundClients: readonly Row[] = [
  ...['typescript-fetch', 'javascript-http', 'python'].map((client) => ({ client, sweep: [] })),
  // Each is run sixty times, and a virtual machine takes long to start.
  ...['openapi-fetch', 'java'].map((client) => ({ client, isSeldom: true, sweep: [] })),
]

const planted = (client: string, rows: readonly Omit<Row, 'client'>[]): readonly Row[] =>
  rows.map((row) => ({ client, ...row }))

export const table: readonly Row[] = [
  ...soundClients,
  ...planted('typescript-fetch', [
    {
      plant: 'needs-absent-links',
      parts: 'inventory',
      sweep: ['pageLinksAtEdge=null', 'pageLinksAtEdge=empty_string'],
    },
    { plant: 'resolves-links-as-urls', isSeldom: true, parts: 'inventory', sweep: ['pageLinkBase=from_base_url'] },
    { plant: 'trusts-links-for-filters', isSeldom: true, parts: 'inventory', sweep: ['pageLinkFilters=dropped'] },
    { plant: 'needs-no-pages-of-nothing', isSeldom: true, parts: 'assessments', sweep: ['emptyListPages=1'] },
    {
      plant: 'asks-until-a-page-is-empty',
      parts: 'tags',
      sweep: ['pageBeyondEnd=resource_not_found', 'pageBeyondEnd=invalid_request'],
    },
    {
      plant: 'takes-the-first-for-the-newest',
      isSeldom: true,
      parts: 'tags',
      sweep: ['listOrder=oldest_first', 'listOrder=by_id'],
    },
    { plant: 'filters-by-tag', isSeldom: true, parts: 'tags', sweep: ['tagFormat=equals', 'tagFormat=key'] },
    {
      plant: 'reads-errors-off-the-status',
      parts: 'refusals',
      sweep: ['errorStatus=unprocessable', 'errorStatus=always_200'],
    },
    { plant: 'reads-the-field-of-an-error', isSeldom: true, parts: 'refusals', sweep: ['errorDetails=generic'] },
    { plant: 'compares-the-content-type', isSeldom: true, parts: 'tags', sweep: ['contentType=with_charset'] },
    { plant: 'spells-bearer-small', isSeldom: true, parts: 'tags', sweep: ['authScheme=exact'] },
    { plant: 'reads-the-reset-as-seconds', isSeldom: true, parts: 'tags', sweep: ['rateResetUnit=milliseconds'] },
    {
      plant: 'needs-the-result-of-creation',
      completeAfter: '450ms',
      isSeldom: true,
      parts: 'assessments',
      sweep: ['pendingRead=not_found'],
    },
    {
      plant: 'takes-any-record-for-a-result',
      isSeldom: true,
      completeAfter: '450ms',
      parts: 'assessments',
      sweep: ['pendingRead=blank_record'],
    },
    {
      plant: 'takes-a-status-for-no-result',
      isSeldom: true,
      parts: 'assessments',
      sweep: ['recordStatusField=present'],
    },
    {
      plant: 'knows-one-state-on-the-way',
      completeAfter: '450ms',
      isSeldom: true,
      parts: 'assessments',
      sweep: [
        'assessmentStates=pending_in_progress_completed',
        'pendingRead=blank_record',
        ...at('unknown-values', 'getAssessment'),
      ],
      because: 'it takes any other status, and a record without one, for a failure',
    },
    { plant: 'lists-by-a-date', isSeldom: true, parts: 'assessments', sweep: ['dateOnly=reject'] },
    { plant: 'needs-201', isSeldom: true, parts: 'jobs', sweep: ['jobCreateStatus=202', 'jobCreateStatus=200'] },
    { plant: 'reads-analysis-type', isSeldom: true, parts: 'jobs', sweep: ['jobTypeField=type'] },
    { plant: 'reads-created-at', isSeldom: true, parts: 'jobs', sweep: ['jobDateField=created_date'] },
    { plant: 'reads-the-source', isSeldom: true, parts: 'jobs', sweep: ['jobRecord=minimal'] },
    {
      plant: 'reads-the-source-of-items',
      isSeldom: true,
      parts: 'jobs',
      sweep: ['jobRecord=minimal', 'jobListItem=minimal'],
      because: 'no item has more than a minimal record',
    },
    { plant: 'trims-a-description', isSeldom: true, parts: 'jobs', sweep: ['absentOptional=null'] },
    { plant: 'matches-whole-seconds', isSeldom: true, parts: 'jobs', sweep: ['timestampPrecision=milliseconds'] },
    { plant: 'lists-jobs-since-an-instant', isSeldom: true, parts: 'jobs', sweep: ['createdAfterFormat=unix_seconds'] },
    { plant: 'needs-a-uuid', parts: 'tags', sweep: ['resourceIdFormat=opaque'] },
    { plant: 'waits-for-ever', parts: 'tags', timeout: '6s', sweep: at('hang', 'listResources') },
    {
      plant: 'gives-up-slow-answers',
      isSeldom: true,
      parts: 'inventory',
      sweep: [...at('hang', ...inventory), ...at('slow', ...inventory), ...at('slow_body', ...inventory)],
      because: 'each of these is an answer that comes too late',
    },
    { plant: 'gives-up-a-cut-connection', isSeldom: true, parts: 'inventory', sweep: at('reset', ...inventory) },
    {
      plant: 'gives-up-what-is-no-json',
      isSeldom: true,
      parts: 'tags',
      sweep: ['malformed_json', 'empty', 'gateway_html'].map((fault) => `${fault}@listResources`),
      because: 'none of these bodies is JSON',
    },
    { plant: 'gives-up-an-outage', isSeldom: true, parts: 'inventory', sweep: at('service_unavailable', ...inventory) },
    {
      plant: 'gives-up-an-internal-error',
      isSeldom: true,
      parts: 'tags',
      sweep: at('internal_error', 'listResources'),
    },
    {
      plant: 'repeats-creates-blindly',
      parts: 'jobs',
      sweep: lostJob,
      because: 'each of these loses the answer to a create that was done',
      conduct: ['repeated-committed-create'],
      scenario: 'commits-then-fails',
    },
    { plant: 'knows-all-types', parts: 'tags', sweep: at('unknown-values', 'listResources') },
    { plant: 'knows-all-fields', isSeldom: true, parts: 'tags', sweep: ['extra-fields'] },
    {
      plant: 'never-waits-for-a-quota',
      parts: 'tags',
      sweep: ['rate_limit_exceeded'],
      conduct: ['retried-too-early'],
      scenario: 'quota',
    },
    {
      plant: 'counts-on-a-quiet-list',
      isSeldom: true,
      parts: 'tags',
      sweep: at('list-changes-while-paging', 'listResources'),
    },
    { plant: 'repeats-what-is-refused', isSeldom: true, parts: 'refusals', sweep: [], conduct: ['retried-in-vain'] },
    { plant: 'repeats-a-refused-key', isSeldom: true, parts: 'refusals', sweep: [], conduct: ['retried-in-vain'] },
    {
      plant: 'pauses-always-the-same',
      isSeldom: true,
      parts: 'tags',
      sweep: [],
      conduct: ['retried-without-backoff'],
      scenario: 'outage-then-recovery',
    },
    { plant: 'polls-hot', isSeldom: true, parts: 'jobs', sweep: [], conduct: ['polled-too-often'] },
  ]),
  ...planted('openapi-fetch', [
    { plant: 'goes-by-the-http-status', isSeldom: true, parts: 'refusals', sweep: ['errorStatus=always_200'] },
    {
      plant: 'needs-201-for-an-assessment',
      isSeldom: true,
      parts: 'assessments',
      sweep: ['assessmentCreateStatus=202', 'assessmentCreateStatus=200'],
    },
    {
      plant: 'waits-in-the-list',
      isSeldom: true,
      completeAfter: '450ms',
      parts: 'assessments',
      sweep: ['pendingListed=score_null', 'pendingListed=score_zero'],
    },
    {
      plant: 'switches-over-the-typed-states',
      isSeldom: true,
      parts: 'jobs',
      sweep: ['jobStates=queued_processing_succeeded_failed', ...at('unknown-values', 'getJob')],
      because: 'a state with another name is an unknown value',
    },
    {
      plant: 'counts-the-pages',
      isSeldom: true,
      parts: 'inventory',
      sweep: ['pageBeyondEnd=resource_not_found', 'pageBeyondEnd=invalid_request'],
    },
  ]),
  ...planted('javascript-http', [
    {
      plant: 'reads-only-json-types',
      parts: 'inventory',
      sweep: [...at('gateway_html', ...inventory), ...at('wrong_content_type', ...inventory)],
      because: 'a page of a proxy has another type, too',
    },
    { plant: 'repeats-jobs-blindly', isSeldom: true, parts: 'jobs', sweep: lostJob },
    {
      plant: 'knows-the-ends-by-name',
      isSeldom: true,
      parts: 'jobs',
      sweep: ['jobStates=queued_processing_succeeded_failed', ...at('unknown-values', 'getJob')],
    },
  ]),
  ...planted('python', [
    { plant: 'no-timeout', isSeldom: true, parts: 'history', timeout: '6s', sweep: at('hang', 'listJobs') },
    { plant: 'http-status', isSeldom: true, parts: 'refusals', sweep: ['errorStatus=always_200'] },
    { plant: 'whole-seconds', isSeldom: true, parts: 'inventory', sweep: ['timestampPrecision=milliseconds'] },
    {
      plant: 'blind-create',
      isSeldom: true,
      parts: 'jobs',
      sweep: lostJob,
      conduct: ['repeated-committed-create'],
      scenario: 'commits-then-fails',
    },
    { plant: 'retries-missing', isSeldom: true, parts: 'refusals', sweep: [], conduct: ['retried-in-vain'] },
    { plant: 'polls-hot', isSeldom: true, parts: 'jobs', sweep: [], conduct: ['polled-too-often'] },
    {
      plant: 'keeps-repeats',
      isSeldom: true,
      parts: 'inventory',
      sweep: at('list-changes-while-paging', 'listResources'),
    },
    { plant: 'trusts-links', isSeldom: true, parts: 'inventory', sweep: ['pageLinkFilters=dropped'] },
    { plant: 'parses-uuids', isSeldom: true, parts: 'jobs', sweep: ['jobIdFormat=opaque'] },
    { plant: 'fails-on-deprecation', parts: 'history', sweep: ['deprecation=sunset'] },
    { plant: 'forgets-incomplete-reads', isSeldom: true, parts: 'history', sweep: at('truncate', 'listJobs') },
    {
      plant: 'reads-retry-after-as-date',
      parts: 'history',
      sweep: ['retryAfter=present given service_unavailable@listJobs'],
      because: 'only an answer with that error has the header',
    },
  ]),
  ...planted('java', [
    {
      plant: 'needs-201',
      isSeldom: true,
      parts: 'jobs',
      sweep: ['jobCreateStatus=202', 'jobCreateStatus=200'],
    },
    {
      plant: 'resolves-links-as-urls',
      isSeldom: true,
      parts: 'inventory',
      sweep: ['pageLinkBase=from_base_url', 'pageLinkBase=query_only'],
      because: 'URI.resolve of Java drops the last segment where a link is only a query',
    },
    { plant: 'knows-all-fields', isSeldom: true, parts: 'inventory', sweep: ['extra-fields'] },
    { plant: 'unboxes-scores', isSeldom: true, parts: 'assessments', sweep: ['pendingListed=score_null'] },
  ]),
]
