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
  /** True to sweep it without CLIENTS=all too: all sweeps together take many minutes. */
  readonly isOften?: boolean
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
  ...['typescript-fetch', 'javascript-http', 'python'].map((client) => ({ client, isOften: true, sweep: [] })),
  // Each is run sixty times, and a virtual machine takes long to start.
  ...['openapi-fetch', 'java'].map((client) => ({ client, sweep: [] })),
]

const planted = (client: string, rows: readonly Omit<Row, 'client'>[]): readonly Row[] =>
  rows.map((row) => ({ client, ...row }))

export const table: readonly Row[] = [
  ...soundClients,
  ...planted('typescript-fetch', [
    {
      plant: 'needs-absent-links',
      isOften: true,
      parts: 'inventory',
      sweep: ['pageLinksAtEdge=null', 'pageLinksAtEdge=empty_string'],
    },
    { plant: 'resolves-links-as-urls', parts: 'inventory', sweep: ['pageLinkBase=from_base_url'] },
    { plant: 'trusts-links-for-filters', parts: 'inventory', sweep: ['pageLinkFilters=dropped'] },
    { plant: 'needs-no-pages-of-nothing', parts: 'assessments', sweep: ['emptyListPages=1'] },
    {
      plant: 'asks-until-a-page-is-empty',
      isOften: true,
      parts: 'tags',
      sweep: ['pageBeyondEnd=resource_not_found', 'pageBeyondEnd=invalid_request'],
    },
    { plant: 'takes-the-first-for-the-newest', parts: 'tags', sweep: ['listOrder=oldest_first', 'listOrder=by_id'] },
    { plant: 'filters-by-tag', parts: 'tags', sweep: ['tagFormat=equals', 'tagFormat=key'] },
    {
      plant: 'reads-errors-off-the-status',
      isOften: true,
      parts: 'refusals',
      sweep: ['errorStatus=unprocessable', 'errorStatus=always_200'],
    },
    { plant: 'reads-the-field-of-an-error', parts: 'refusals', sweep: ['errorDetails=generic'] },
    { plant: 'compares-the-content-type', parts: 'tags', sweep: ['contentType=with_charset'] },
    { plant: 'spells-bearer-small', parts: 'tags', sweep: ['authScheme=exact'] },
    { plant: 'reads-the-reset-as-seconds', parts: 'tags', sweep: ['rateResetUnit=milliseconds'] },
    {
      plant: 'needs-the-result-of-creation',
      completeAfter: '450ms',
      parts: 'assessments',
      sweep: ['pendingRead=not_found'],
    },
    {
      plant: 'takes-any-record-for-a-result',
      completeAfter: '450ms',
      parts: 'assessments',
      sweep: ['pendingRead=blank_record'],
    },
    { plant: 'takes-a-status-for-no-result', parts: 'assessments', sweep: ['recordStatusField=present'] },
    {
      plant: 'knows-one-state-on-the-way',
      completeAfter: '450ms',
      parts: 'assessments',
      sweep: [
        'assessmentStates=pending_in_progress_completed',
        'pendingRead=blank_record',
        ...at('unknown-values', 'getAssessment'),
      ],
      because: 'it takes any other status, and a record without one, for a failure',
    },
    { plant: 'lists-by-a-date', parts: 'assessments', sweep: ['dateOnly=reject'] },
    { plant: 'needs-201', parts: 'jobs', sweep: ['jobCreateStatus=202', 'jobCreateStatus=200'] },
    { plant: 'reads-analysis-type', parts: 'jobs', sweep: ['jobTypeField=type'] },
    { plant: 'reads-created-at', parts: 'jobs', sweep: ['jobDateField=created_date'] },
    { plant: 'reads-the-source', parts: 'jobs', sweep: ['jobRecord=minimal'] },
    {
      plant: 'reads-the-source-of-items',
      parts: 'jobs',
      sweep: ['jobRecord=minimal', 'jobListItem=minimal'],
      because: 'no item has more than a minimal record',
    },
    { plant: 'trims-a-description', parts: 'jobs', sweep: ['absentOptional=null'] },
    { plant: 'matches-whole-seconds', parts: 'jobs', sweep: ['timestampPrecision=milliseconds'] },
    { plant: 'lists-jobs-since-an-instant', parts: 'jobs', sweep: ['createdAfterFormat=unix_seconds'] },
    { plant: 'needs-a-uuid', isOften: true, parts: 'tags', sweep: ['resourceIdFormat=opaque'] },
    { plant: 'waits-for-ever', isOften: true, parts: 'tags', timeout: '6s', sweep: at('hang', 'listResources') },
    {
      plant: 'gives-up-slow-answers',
      parts: 'inventory',
      sweep: [...at('hang', ...inventory), ...at('slow', ...inventory), ...at('slow_body', ...inventory)],
      because: 'each of these is an answer that comes too late',
    },
    { plant: 'gives-up-a-cut-connection', parts: 'inventory', sweep: at('reset', ...inventory) },
    {
      plant: 'gives-up-what-is-no-json',
      parts: 'tags',
      sweep: ['malformed_json', 'empty', 'gateway_html'].map((fault) => `${fault}@listResources`),
      because: 'none of these bodies is JSON',
    },
    { plant: 'gives-up-an-outage', parts: 'inventory', sweep: at('service_unavailable', ...inventory) },
    { plant: 'gives-up-an-internal-error', parts: 'tags', sweep: at('internal_error', 'listResources') },
    {
      plant: 'repeats-creates-blindly',
      isOften: true,
      parts: 'jobs',
      sweep: lostJob,
      because: 'each of these loses the answer to a create that was done',
      conduct: ['repeated-committed-create'],
      scenario: 'commits-then-fails',
    },
    { plant: 'knows-all-types', isOften: true, parts: 'tags', sweep: at('unknown-values', 'listResources') },
    { plant: 'knows-all-fields', parts: 'tags', sweep: ['extra-fields'] },
    {
      plant: 'never-waits-for-a-quota',
      isOften: true,
      parts: 'tags',
      sweep: ['rate_limit_exceeded'],
      conduct: ['retried-too-early'],
      scenario: 'quota',
    },
    { plant: 'counts-on-a-quiet-list', parts: 'tags', sweep: at('list-changes-while-paging', 'listResources') },
    { plant: 'repeats-what-is-refused', parts: 'refusals', sweep: [], conduct: ['retried-in-vain'] },
    { plant: 'repeats-a-refused-key', parts: 'refusals', sweep: [], conduct: ['retried-in-vain'] },
    {
      plant: 'pauses-always-the-same',
      parts: 'tags',
      sweep: [],
      conduct: ['retried-without-backoff'],
      scenario: 'outage-then-recovery',
    },
    { plant: 'polls-hot', parts: 'jobs', sweep: [], conduct: ['polled-too-often'] },
  ]),
  ...planted('openapi-fetch', [
    { plant: 'goes-by-the-http-status', parts: 'refusals', sweep: ['errorStatus=always_200'] },
    {
      plant: 'needs-201-for-an-assessment',
      parts: 'assessments',
      sweep: ['assessmentCreateStatus=202', 'assessmentCreateStatus=200'],
    },
    {
      plant: 'waits-in-the-list',
      completeAfter: '450ms',
      parts: 'assessments',
      sweep: ['pendingListed=score_null', 'pendingListed=score_zero'],
    },
    {
      plant: 'switches-over-the-typed-states',
      parts: 'jobs',
      sweep: ['jobStates=queued_processing_succeeded_failed', ...at('unknown-values', 'getJob')],
      because: 'a state with another name is an unknown value',
    },
    {
      plant: 'counts-the-pages',
      parts: 'inventory',
      sweep: ['pageBeyondEnd=resource_not_found', 'pageBeyondEnd=invalid_request'],
    },
  ]),
  ...planted('javascript-http', [
    {
      plant: 'reads-only-json-types',
      isOften: true,
      parts: 'inventory',
      sweep: [...at('gateway_html', ...inventory), ...at('wrong_content_type', ...inventory)],
      because: 'a page of a proxy has another type, too',
    },
    { plant: 'repeats-jobs-blindly', parts: 'jobs', sweep: lostJob },
    {
      plant: 'knows-the-ends-by-name',
      parts: 'jobs',
      sweep: ['jobStates=queued_processing_succeeded_failed', ...at('unknown-values', 'getJob')],
    },
  ]),
  ...planted('python', [
    { plant: 'no-timeout', parts: 'history', timeout: '6s', sweep: at('hang', 'listJobs') },
    { plant: 'http-status', parts: 'refusals', sweep: ['errorStatus=always_200'] },
    { plant: 'whole-seconds', parts: 'inventory', sweep: ['timestampPrecision=milliseconds'] },
    {
      plant: 'blind-create',
      parts: 'jobs',
      sweep: lostJob,
      conduct: ['repeated-committed-create'],
      scenario: 'commits-then-fails',
    },
    { plant: 'retries-missing', parts: 'refusals', sweep: [], conduct: ['retried-in-vain'] },
    { plant: 'polls-hot', parts: 'jobs', sweep: [], conduct: ['polled-too-often'] },
    { plant: 'keeps-repeats', parts: 'inventory', sweep: at('list-changes-while-paging', 'listResources') },
    { plant: 'trusts-links', parts: 'inventory', sweep: ['pageLinkFilters=dropped'] },
    { plant: 'parses-uuids', parts: 'jobs', sweep: ['jobIdFormat=opaque'] },
    { plant: 'fails-on-deprecation', isOften: true, parts: 'history', sweep: ['deprecation=sunset'] },
    { plant: 'forgets-incomplete-reads', parts: 'history', sweep: at('truncate', 'listJobs') },
    {
      plant: 'reads-retry-after-as-date',
      isOften: true,
      parts: 'history',
      sweep: ['retryAfter=present given service_unavailable@listJobs'],
      because: 'only an answer with that error has the header',
    },
  ]),
  ...planted('java', [
    { plant: 'needs-201', parts: 'jobs', sweep: ['jobCreateStatus=202', 'jobCreateStatus=200'] },
    {
      plant: 'resolves-links-as-urls',
      parts: 'inventory',
      sweep: ['pageLinkBase=from_base_url', 'pageLinkBase=query_only'],
      because: 'URI.resolve of Java drops the last segment where a link is only a query',
    },
    { plant: 'knows-all-fields', parts: 'inventory', sweep: ['extra-fields'] },
    { plant: 'unboxes-scores', parts: 'assessments', sweep: ['pendingListed=score_null'] },
  ]),
]
