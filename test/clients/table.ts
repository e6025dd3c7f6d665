/** A client with or without a planted fault, and all that has to be found about it. */
export interface Row {
  readonly client: string
  /** None for a sound client. */
  readonly plant?: string
  /** The parts of the suite that a sweep runs (all). */
  readonly parts?: string
  /** The findings of a sweep (none). */
  readonly sweep?: readonly string[]
  /** The verdicts on its conduct in one run of all parts (none). */
  readonly conduct?: readonly string[]
  /** The scenario of that run (none). */
  readonly scenario?: string
  /** Time until records complete (200ms), where the client has to read one before. */
  readonly completeAfter?: string
  /** True to sweep it without CLIENTS=all too: all sweeps together take many minutes. */
  readonly isOften?: boolean
  /** Says why a fault shows in more than one place. */
  readonly because?: string
}

/** The fault that loses the answer to a create that was done. The broken body that a sweep tries at this create is one of a request that was not done. */
const lostJob = ['commits-then-fails@createJob']

/** A fault at each of some operations. */
const at = (fault: string, ...operations: readonly string[]): readonly string[] =>
  operations.map((operation) => `${fault}@${operation}`)

/** Some options of a row of the register. */
const options = (row: string, ...names: readonly string[]): readonly string[] => names.map((name) => `${row}=${name}`)

const inventory = ['listResources', 'getResource']

const soundClients: readonly Row[] = [
  ...['typescript-fetch', 'javascript-http', 'python'].map((client) => ({ client, isOften: true })),
  // Each is run sixty times, and a virtual machine takes long to start.
  ...['openapi-fetch', 'java'].map((client) => ({ client })),
]

/** The rows of a client, by the parts of the suite. */
const planted = (client: string, rows: Readonly<Record<string, readonly Omit<Row, 'client' | 'parts'>[]>>) =>
  Object.entries(rows).flatMap(([parts, ofPart]) => ofPart.map((row): Row => ({ client, parts, ...row })))

export const table: readonly Row[] = [
  ...soundClients,
  ...planted('typescript-fetch', {
    inventory: [
      { plant: 'needs-absent-links', isOften: true, sweep: options('pageLinksAtEdge', 'null', 'empty_string') },
      { plant: 'resolves-links-as-urls', sweep: ['pageLinkBase=from_base_url'] },
      { plant: 'trusts-links-for-filters', sweep: ['pageLinkFilters=dropped'] },
      {
        plant: 'gives-up-slow-answers',
        sweep: [...at('hang', ...inventory), ...at('slow', ...inventory), ...at('slow_body', ...inventory)],
        because: 'each of these is an answer that comes too late',
      },
      { plant: 'gives-up-a-cut-connection', sweep: at('reset', ...inventory) },
      { plant: 'gives-up-an-outage', sweep: at('service_unavailable', ...inventory) },
    ],
    assessments: [
      { plant: 'needs-no-pages-of-nothing', sweep: ['emptyListPages=1'] },
      { plant: 'needs-the-result-of-creation', completeAfter: '450ms', sweep: ['pendingRead=not_found'] },
      { plant: 'takes-any-record-for-a-result', completeAfter: '450ms', sweep: ['pendingRead=blank_record'] },
      { plant: 'takes-a-status-for-no-result', sweep: ['recordStatusField=present'] },
      {
        plant: 'knows-one-state-on-the-way',
        completeAfter: '450ms',
        sweep: [
          'assessmentStates=pending_in_progress_completed',
          'pendingRead=blank_record',
          ...at('unknown-values', 'getAssessment'),
        ],
        because: 'it takes any other status, and a record without one, for a failure',
      },
      { plant: 'lists-by-a-date', sweep: ['dateOnly=reject'] },
    ],
    tags: [
      {
        plant: 'asks-until-a-page-is-empty',
        isOften: true,
        sweep: options('pageBeyondEnd', 'resource_not_found', 'invalid_request'),
      },
      { plant: 'takes-the-first-for-the-newest', sweep: options('listOrder', 'oldest_first', 'by_id') },
      { plant: 'filters-by-tag', sweep: options('tagFormat', 'equals', 'key') },
      { plant: 'compares-the-content-type', sweep: ['contentType=with_charset'] },
      { plant: 'spells-bearer-small', sweep: ['authScheme=exact'] },
      { plant: 'reads-the-reset-as-seconds', sweep: ['rateResetUnit=milliseconds'] },
      { plant: 'needs-a-uuid', isOften: true, sweep: ['resourceIdFormat=opaque'] },
      { plant: 'waits-for-ever', isOften: true, sweep: at('hang', 'listResources') },
      {
        plant: 'gives-up-what-is-no-json',
        sweep: ['malformed_json', 'empty', 'gateway_html'].map((fault) => `${fault}@listResources`),
        because: 'none of these bodies is JSON',
      },
      { plant: 'gives-up-an-internal-error', sweep: at('internal_error', 'listResources') },
      { plant: 'knows-all-types', isOften: true, sweep: at('unknown-values', 'listResources') },
      { plant: 'knows-all-fields', sweep: ['extra-fields'] },
      {
        plant: 'never-waits-for-a-quota',
        isOften: true,
        sweep: ['rate_limit_exceeded'],
        conduct: ['retried-too-early'],
        scenario: 'quota',
      },
      { plant: 'counts-on-a-quiet-list', sweep: at('list-changes-while-paging', 'listResources') },
      {
        plant: 'pauses-always-the-same',

        conduct: ['retried-without-backoff'],
        scenario: 'outage-then-recovery',
      },
    ],
    refusals: [
      {
        plant: 'reads-errors-off-the-status',
        isOften: true,
        sweep: options('errorStatus', 'unprocessable', 'always_200'),
      },
      { plant: 'reads-the-field-of-an-error', sweep: ['errorDetails=generic'] },
      { plant: 'repeats-what-is-refused', conduct: ['retried-in-vain'] },
      { plant: 'repeats-a-refused-key', conduct: ['retried-in-vain'] },
    ],
    jobs: [
      { plant: 'needs-201', sweep: options('jobCreateStatus', '202', '200') },
      { plant: 'reads-analysis-type', sweep: ['jobTypeField=type'] },
      { plant: 'reads-created-at', sweep: ['jobDateField=created_date'] },
      { plant: 'reads-the-source', sweep: ['jobRecord=minimal'] },
      {
        plant: 'reads-the-source-of-items',
        sweep: ['jobRecord=minimal', 'jobListItem=minimal'],
        because: 'no item has more than a minimal record',
      },
      { plant: 'trims-a-description', sweep: ['absentOptional=null'] },
      { plant: 'matches-whole-seconds', sweep: ['timestampPrecision=milliseconds'] },
      { plant: 'lists-jobs-since-an-instant', sweep: ['createdAfterFormat=unix_seconds'] },
      {
        plant: 'repeats-creates-blindly',
        isOften: true,
        sweep: lostJob,
        conduct: ['repeated-committed-create'],
        scenario: 'commits-then-fails',
      },
      { plant: 'polls-hot', conduct: ['polled-too-often'] },
    ],
  }),
  ...planted('openapi-fetch', {
    refusals: [{ plant: 'goes-by-the-http-status', sweep: ['errorStatus=always_200'] }],
    assessments: [
      { plant: 'needs-201-for-an-assessment', sweep: options('assessmentCreateStatus', '202', '200') },
      {
        plant: 'waits-in-the-list',
        completeAfter: '450ms',
        sweep: options('pendingListed', 'score_null', 'score_zero'),
      },
    ],
    jobs: [
      {
        plant: 'switches-over-the-typed-states',
        sweep: ['jobStates=queued_processing_succeeded_failed', ...at('unknown-values', 'getJob')],
        because: 'a state with another name is an unknown value',
      },
    ],
    inventory: [
      { plant: 'counts-the-pages', sweep: options('pageBeyondEnd', 'resource_not_found', 'invalid_request') },
    ],
  }),
  ...planted('javascript-http', {
    inventory: [
      {
        plant: 'reads-only-json-types',
        isOften: true,
        sweep: [...at('gateway_html', 'getResource'), ...at('wrong_content_type', ...inventory)],
        because: 'a page of a proxy has another type, too',
      },
    ],
    jobs: [
      {
        plant: 'repeats-jobs-blindly',
        sweep: [...lostJob, 'malformed_json@createJob'],
        because: 'both lose the answer to a create that was done',
      },
      {
        plant: 'knows-the-ends-by-name',
        sweep: ['jobStates=queued_processing_succeeded_failed', ...at('unknown-values', 'getJob')],
      },
    ],
  }),
  ...planted('python', {
    history: [
      { plant: 'no-timeout', sweep: at('hang', 'listJobs') },
      { plant: 'fails-on-deprecation', isOften: true, sweep: ['deprecation=sunset'] },
      { plant: 'forgets-incomplete-reads', sweep: at('truncate', 'listJobs') },
      {
        plant: 'reads-retry-after-as-date',
        isOften: true,
        sweep: ['retryAfter=present given service_unavailable@listJobs'],
        because: 'only an answer with that error has the header',
      },
    ],
    refusals: [
      { plant: 'http-status', sweep: ['errorStatus=always_200'] },
      { plant: 'retries-missing', conduct: ['retried-in-vain'] },
    ],
    inventory: [
      { plant: 'whole-seconds', sweep: ['timestampPrecision=milliseconds'] },
      { plant: 'keeps-repeats', sweep: at('list-changes-while-paging', 'listResources') },
      { plant: 'trusts-links', sweep: ['pageLinkFilters=dropped'] },
    ],
    jobs: [
      { plant: 'blind-create', sweep: lostJob, conduct: ['repeated-committed-create'], scenario: 'commits-then-fails' },
      { plant: 'polls-hot', conduct: ['polled-too-often'] },
      { plant: 'parses-uuids', sweep: ['jobIdFormat=opaque'] },
    ],
  }),
  ...planted('java', {
    jobs: [{ plant: 'needs-201', sweep: options('jobCreateStatus', '202', '200') }],
    inventory: [
      {
        plant: 'resolves-links-as-urls',
        sweep: options('pageLinkBase', 'from_base_url', 'query_only'),
        because: 'URI.resolve of Java drops the last segment where a link is only a query',
      },
      { plant: 'knows-all-fields', sweep: ['extra-fields'] },
    ],
    assessments: [{ plant: 'unboxes-scores', sweep: ['pendingListed=score_null'] }],
  }),
]
