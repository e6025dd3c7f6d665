/** A client with or without a planted fault, and all that has to be found about it. */
export interface Row {
  /** The client in JavaScript (`suite.mjs`), or by curl. */
  readonly client: 'suite.mjs' | 'curl.sh'
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
}

/** A fault at each of some operations. */
const at = (fault: string, ...operations: readonly string[]): readonly string[] =>
  operations.map((operation) => `${fault}@${operation}`)

/** Some options of a row of the register. */
const options = (row: string, ...names: readonly string[]): readonly string[] => names.map((name) => `${row}=${name}`)

const inventory = ['listResources', 'getResource']

/** Rows by the parts of the suite that meet their faults. */
const planted: Readonly<Record<string, readonly Omit<Row, 'client' | 'parts'>[]>> = {
  inventory: [
    { plant: 'needs-absent-links', isOften: true, sweep: options('pageLinksAtEdge', 'null', 'empty_string') },
    { plant: 'resolves-links-as-urls', sweep: ['pageLinkBase=from_base_url'] },
    { plant: 'trusts-links-for-filters', sweep: ['pageLinkFilters=dropped'] },
    {
      // Each of these is an answer that comes too late.
      plant: 'gives-up-slow-answers',
      sweep: ['hang', 'slow', 'slow_body'].flatMap((fault) => at(fault, ...inventory)),
    },
    { plant: 'gives-up-a-cut-connection', sweep: at('reset', ...inventory) },
    { plant: 'gives-up-a-cut-body', isOften: true, sweep: at('truncate', ...inventory) },
    { plant: 'gives-up-an-outage', sweep: at('service_unavailable', ...inventory) },
    {
      // A page of a proxy has another type, too.
      plant: 'reads-only-json-types',
      isOften: true,
      sweep: ['gateway_html', 'wrong_content_type'].flatMap((fault) => at(fault, ...inventory)),
    },
  ],
  assessments: [
    { plant: 'needs-no-pages-of-nothing', sweep: ['emptyListPages=1'] },
    {
      plant: 'waits-in-the-list',
      completeAfter: '450ms',
      sweep: options('pendingListed', 'score_null', 'score_zero'),
    },
    { plant: 'takes-any-record-for-a-result', completeAfter: '450ms', sweep: ['pendingRead=blank_record'] },
    {
      // It takes any other status, and a record without one, for a failure.
      plant: 'knows-one-state-on-the-way',
      completeAfter: '450ms',
      sweep: [
        'assessmentStates=pending_in_progress_completed',
        'pendingRead=blank_record',
        ...at('unknown-values', 'getAssessment'),
      ],
    },
  ],
  tags: [
    {
      plant: 'asks-until-a-page-is-empty',
      isOften: true,
      sweep: options('pageBeyondEnd', 'resource_not_found', 'invalid_request'),
    },
    { plant: 'filters-by-tag', sweep: options('tagFormat', 'equals', 'key') },
    { plant: 'fails-on-deprecation', isOften: true, sweep: ['deprecation=sunset'] },
    { plant: 'needs-a-uuid', isOften: true, sweep: ['resourceIdFormat=opaque'] },
    { plant: 'waits-for-ever', isOften: true, sweep: at('hang', 'listResources') },
    {
      // None of these bodies is JSON.
      plant: 'gives-up-what-is-no-json',
      sweep: ['malformed_json', 'empty', 'gateway_html'].map((fault) => `${fault}@listResources`),
    },
    { plant: 'gives-up-an-internal-error', sweep: at('internal_error', 'listResources') },
    { plant: 'knows-all-types', isOften: true, sweep: at('unknown-values', 'listResources') },
    { plant: 'knows-all-fields', sweep: ['extra-fields'] },
    { plant: 'needs-a-tag', isOften: true, sweep: at('empty-arrays', 'listResources') },
    {
      plant: 'never-waits-for-a-quota',
      isOften: true,
      sweep: ['rate_limit_exceeded'],
      conduct: ['retried-too-early'],
      scenario: 'quota',
    },
    { plant: 'counts-on-a-quiet-list', sweep: at('list-changes-while-paging', 'listResources') },
    { plant: 'pauses-always-the-same', conduct: ['retried-without-backoff'], scenario: 'outage-then-recovery' },
  ],
  refusals: [
    {
      plant: 'reads-errors-off-the-status',
      isOften: true,
      sweep: options('errorStatus', 'unprocessable', 'always_200', 'hidden'),
    },
    { plant: 'takes-404-for-not-there', isOften: true, sweep: ['errorStatus=hidden'] },
    { plant: 'repeats-what-is-refused', conduct: ['retried-in-vain'] },
    { plant: 'repeats-a-refused-key', conduct: ['retried-in-vain'] },
  ],
  jobs: [
    { plant: 'needs-201', sweep: options('jobCreateStatus', '202', '200') },
    { plant: 'reads-the-source', sweep: ['jobRecord=minimal'] },
    {
      // A state with another name is an unknown value.
      plant: 'knows-the-ends-by-name',
      sweep: ['jobStates=queued_processing_succeeded_failed', ...at('unknown-values', 'getJob')],
    },
    {
      // The broken body that a sweep tries at this create is of a request that was not done.
      plant: 'repeats-creates-blindly',
      isOften: true,
      sweep: at('commits-then-fails', 'createJob'),
      conduct: ['repeated-committed-create'],
      scenario: 'commits-then-fails',
    },
    { plant: 'polls-hot', conduct: ['polled-too-often'] },
  ],
}

export const table: readonly Row[] = [
  { client: 'suite.mjs', isOften: true },
  { client: 'curl.sh', isOften: true },
  {
    client: 'curl.sh',
    plant: 'ends-at-429',
    isOften: true,
    sweep: ['rate_limit_exceeded'],
    conduct: ['gave-up'],
    scenario: 'quota',
  },
  ...Object.entries(planted).flatMap(([parts, rows]) =>
    rows.map((row): Row => ({ client: 'suite.mjs', parts, ...row })),
  ),
]
