/** The text of a scenario that works, with some of it replaced. */
export const scenario = (part: object): string => JSON.stringify({ name: 'own', ...part })

const rule = (part: object): string => scenario({ rules: [{ then: { error: 'internal_error' }, ...part }] })

/** The text of a scenario of one rule with this condition. */
export const when = (part: unknown): string => rule({ when: part })

/** The text of a scenario of one rule with this effect. */
export const effect = (part: unknown): string => scenario({ rules: [{ then: part }] })

const oneOf = 'expected one of'
const duration = 'expected a duration, such as 250ms, 30s, 1h30m or PT1H'
const noNumber = 'expected a duration with its unit, as a text such as "10s", got 5'

export const refused: readonly (readonly [title: string, text: string, ...parts: readonly string[]])[] = [
  // Names that nothing has.
  [
    'an unknown operation',
    when({ operation: 'listResource' }),
    'rules[0].when.operation',
    'Did you mean listResources',
  ],
  ['an operation in another case', when({ operation: 'GETJOB' }), 'rules[0].when.operation', 'Did you mean getJob'],
  [
    'an unknown operation of several',
    when({ operation: ['getJob', 'listJob'] }),
    'rules[0].when.operation',
    oneOf,
    'Did you mean listJobs',
  ],
  ['no operation at all', when({ operation: [] }), 'rules[0].when.operation'],
  ['an unknown field of it', scenario({ rule: [] }), 'rule: not a known field', 'Did you mean rules'],
  ['an unknown field of a rule', rule({ phse: 'after' }), 'rules[0].phse: not a known field', 'Did you mean phase'],
  [
    'an unknown field of when',
    when({ headers: {} }),
    'rules[0].when.headers: not a known field',
    'Did you mean header',
  ],
  [
    'an unknown field of count',
    rule({ count: { frist: 1 } }),
    'rules[0].count.frist: not a known field',
    'Did you mean first',
  ],
  [
    'an unknown field of then',
    effect({ error: 'internal_error', dealy: '1s' }),
    'rules[0].then.dealy: not a known field',
    'Did you mean delay',
  ],
  [
    'an unknown field of a lifecycle',
    scenario({ jobs: { completeafter: '1s' } }),
    'jobs.completeafter: not a known field',
    'Did you mean completeAfter',
  ],
  [
    'an unknown field of the quota',
    scenario({ quota: { remainig: 1 } }),
    'quota.remainig: not a known field',
    'Did you mean remaining',
  ],
  [
    'an unknown field of a delay',
    effect({ delay: { min: '1s', max: '2s', mean: '1s' } }),
    'rules[0].then.delay.mean: not a known field.',
    ' Known: min, max, median, p99',
  ],
  ['an unknown fault', effect({ fault: 'trunkate' }), 'rules[0].then.fault', oneOf, 'Did you mean truncate'],
  [
    'an unknown error',
    effect({ error: 'internal-error' }),
    'rules[0].then.error',
    oneOf,
    'Did you mean internal_error',
  ],
  ['an unknown phase', rule({ phase: 'befor' }), 'rules[0].phase', oneOf, 'Did you mean before'],
  ['an unknown arrangement', effect({ arrange: 'inser' }), 'rules[0].then.arrange', oneOf, 'Did you mean insert'],
  ['an unknown outcome', scenario({ jobs: { outcome: 'complete' } }), 'jobs.outcome', oneOf, 'Did you mean completed'],
  [
    'an unknown assumption',
    scenario({ assume: { limitAboveMx: 'clamp' } }),
    'limitAboveMx',
    'Did you mean limitAboveMax',
  ],
  ['an unknown option', scenario({ assume: { limitAboveMax: 'clmp' } }), 'limitAboveMax', '"clmp"', 'reject, clamp'],
  // Conditions that contradict each other.
  [
    'a method that its operation does not have',
    when({ operation: 'createJob', method: 'GET' }),
    'rules[0].when.method: expected POST, got "GET"',
  ],
  [
    'a path that its operations do not have',
    when({ operation: ['getJob', 'listJobs'], path: '/v1/cloud/*' }),
    'rules[0].when.path: expected /data/analysis/jobs/{id} or /data/analysis/jobs, got "/v1/cloud/*"',
  ],
  [
    'the id of a list',
    when({ operation: 'listJobs', id: '*' }),
    'rules[0].when.id: expected no condition on the id, which only getAssessment or getResource or getJob has',
  ],
  [
    'the body of a request without one',
    when({ path: '/cloud/resources', body: {} }),
    'rules[0].when.body: expected no condition on the body, which only createAssessment or createJob has',
  ],
  [
    'a path without its slash',
    when({ path: 'cloud/resources' }),
    'rules[0].when.path: expected a path, such as /cloud',
  ],
  ['a number of times beside a count', rule({ count: 2, times: 3 }), 'rules[0].times', 'first', 'got 3'],
  ['a count of none', rule({ count: 0 }), 'rules[0].count: expected at least 1, got 0'],
  ['no times', rule({ times: 0 }), 'rules[0].times: expected at least 1, got 0'],
  ['a time that begins never', when({ from: 'soon' }), 'rules[0].when.from: expected a duration since', 'got "soon"'],
  ['a time that begins on a day', when({ from: '2026-07-01' }), 'rules[0].when.from', 'such as 2026-01-31T12:00:00Z'],
  ['a time of no length', when({ for: '0s' }), 'rules[0].when.for: expected a duration above 0, such as 30m, got "0s"'],
  // Bodies that no answer would have.
  [
    'a body that is changed',
    effect({ body: {}, patch: { a: 1 } }),
    'rules[0].then.body: expected no body beside patch',
  ],
  ...[{ body: {} }, { patch: { a: 1 } }, { replace: { a: 1 } }, { error: 'internal_error' }, { fault: 'truncate' }].map(
    (change) =>
      [
        `the ${Object.keys(change).join()} of a status without a body`,
        effect({ ...change, status: 204 }),
        'rules[0].then.status: expected a status that has a body, got 204',
      ] as const,
  ),
  ...['reset', 'hang', 'empty', 'gateway_html'].flatMap((fault) =>
    ['body', 'patch', 'replace'].map(
      (change) =>
        [
          `a ${change} that ${fault} does not send`,
          effect({ fault, [change]: { a: 1 } }),
          `rules[0].then.${change}: expected no ${change} with this fault`,
        ] as const,
    ),
  ),
  [
    'a replacement in an error',
    effect({ error: 'internal_error', replace: { a: 1 } }),
    'rules[0].then.replace: expected no replace beside error, which has no data',
  ],
  // Durations that are none.
  ...['', '10', '5 s', '-1s', '1e3s', 'P1Y', '36526d', '99999999999999999999d', 'soon'].map(
    (text) => [`the delay ${JSON.stringify(text)}`, effect({ delay: text }), 'rules[0].then.delay'] as const,
  ),
  [
    'a delay that is a number',
    effect({ delay: 5 }),
    'rules[0].then.delay: expected a duration with its unit, as a text such as "300ms", or {',
    'got 5',
  ],
  ['a delay that is null', effect({ delay: null, status: 200 }), 'rules[0].then.delay'],
  [
    'a delay with its ends the wrong way round',
    effect({ delay: { min: '2s', max: '1s' } }),
    'rules[0].then.delay.min: expected a duration not above max, got "2s"',
  ],
  [
    'a median above the 99th percentile',
    effect({ delay: { median: '2s', p99: '80ms' } }),
    'rules[0].then.delay.p99: expected a duration not below median, got "80ms"',
  ],
  ['a median of nothing', effect({ delay: { median: '0s', p99: '1s' } }), 'rules[0].then.delay.median', 'above 0'],
  ['half of a distribution', effect({ delay: { p99: '1s' } }), 'rules[0].then.delay.median: required, but missing'],
  ['no end of a delay', effect({ delay: {} }), 'rules[0].then.delay', '{ "median", "p99" }'],
  ['the delay of every answer that is none', scenario({ delay: 'soon' }), 'delay: expected a duration'],
  ['a delay with one end', effect({ delay: { min: '2s' } }), 'rules[0].then.delay.max: required, but missing'],
  ['a delay with an end that is none', effect({ delay: { min: 'soon', max: '1s' } }), 'rules[0].then.delay.min'],
  [
    'a time to complete that is none',
    scenario({ assessments: { completeAfter: 'soon' } }),
    'assessments.completeAfter',
    duration,
  ],
  ['a time to complete that is a number', scenario({ jobs: { completeAfter: 5 } }), `jobs.completeAfter: ${noNumber}`],
  ['a reset later than the window is long', scenario({ quota: { resetsIn: '61m' } }), 'quota.resetsIn', 'at most 1h'],
  ['a reset that is none', scenario({ quota: { resetsIn: 'soon' } }), `quota.resetsIn: ${duration}`],
  ['a reset that is a number', scenario({ quota: { resetsIn: 5 } }), `quota.resetsIn: ${noNumber}`],
  ['a body that drips over a number', effect({ fault: 'slow_body', over: 5 }), `rules[0].then.over: ${noNumber}`],
  ['a body that drips over nothing', effect({ fault: 'slow_body', over: 'long' }), 'rules[0].then.over', duration],
  ['an over without a body that drips', effect({ fault: 'truncate', over: '1s' }), 'rules[0].then.over', 'slow_body'],
  // Names of scenarios.
  ['no name', '{}', 'name: required, but missing'],
  ...['', 'Own', '-own', 'own_', 'own name', 'a'.repeat(64), '__proto__'].map(
    (name) =>
      [`the name ${JSON.stringify(name)}`, JSON.stringify({ name }), 'name: expected 1 to 63 lower-case'] as const,
  ),
  ['a name that is none', '{"name":7}', 'name: expected a string, got 7'],
  ['a name that is null', '{"name":null}', 'name: expected a string, got null'],
  // Values that are not of their type, or outside their bounds.
  ['rules that are no list', scenario({ rules: {} }), 'rules: expected an array, got an object'],
  ['a rule that is null', scenario({ rules: [null] }), 'rules[0]: expected an object, got null'],
  ['a rule without anything', scenario({ rules: [{}] }), 'rules[0].then: required, but missing'],
  [
    'a rule that does nothing',
    effect({}),
    'rules[0].then: expected at least one of error, delay, fault, over, status, body,',
  ],
  ['a rule that is for null', when(null), 'rules[0].when: expected an object, got null'],
  ['a rule that is for a list', when([]), 'rules[0].when: expected an object, got an array'],
  ['a method that is a number', when({ method: 1 }), 'rules[0].when.method'],
  ['a path that is null', when({ path: null }), 'rules[0].when.path'],
  ['no key', when({ key: [] }), 'rules[0].when.key'],
  ['a query that is a text', when({ query: 'page=1' }), 'rules[0].when.query: expected an object'],
  ['a query that is a list', when({ query: ['page'] }), 'rules[0].when.query: expected an object, got an array'],
  ['a query value that is a number', when({ query: { page: 1 } }), 'rules[0].when.query.page'],
  [
    'a header that has no such name',
    when({ header: { 'X Y': 'a' } }),
    'rules[0].when.header.X Y: expected the name of a header, got "X Y"',
  ],
  ['a header without a name', when({ header: { '': 'a' } }), 'rules[0].when.header.: expected the name of a header'],
  ['a body that is a list', when({ body: [] }), 'rules[0].when.body: expected an object, got an array'],
  ['a body that is null', when({ body: null }), 'rules[0].when.body: expected an object, got null'],
  ...[0, -1, 1.5, '1', null, 1e308, 2 ** 53].map(
    (first) => [`first ${JSON.stringify(first)}`, rule({ count: { first } }), 'rules[0].count.first'] as const,
  ),
  [
    'first of infinity',
    '{"name":"own","rules":[{"count":{"first":1e400},"then":{"error":"internal_error"}}]}',
    'rules[0].count.first',
  ],
  ['every 0', rule({ count: { every: 0 } }), 'rules[0].count.every: expected at least 1'],
  ['after -1', rule({ count: { after: -1 } }), 'rules[0].count.after: expected at least 0'],
  ['a chance below 0', rule({ count: { chance: -0.1 } }), 'rules[0].count.chance: expected at least 0'],
  ['a chance above 1', rule({ count: { chance: 1.1 } }), 'rules[0].count.chance: expected at most 1'],
  ['a chance that is a text', rule({ count: { chance: '0.5' } }), 'rules[0].count.chance: expected a number'],
  ...[199, 600, 200.5, '200', null, -200, 1e21].map(
    (status) =>
      [`the status ${JSON.stringify(status)}`, effect({ status, delay: '1s' }), 'rules[0].then.status'] as const,
  ),
  ...['Content-Length', 'transfer-encoding', 'Connection', 'KEEP-ALIVE', 'X Y', '', 'X:', 'é'].map(
    (name) =>
      [`the header ${JSON.stringify(name)}`, effect({ headers: { [name]: 'a' } }), 'rules[0].then.headers'] as const,
  ),
  ...['a\nb', 'a\r\nX-B: c', '\u0000', 'é', '\u{1F600}'].map(
    (value) =>
      [
        `the header value ${JSON.stringify(value)}`,
        effect({ headers: { 'X-A': value } }),
        'rules[0].then.headers',
      ] as const,
  ),
  ['a header value that is a number', effect({ headers: { 'X-A': 1 } }), 'rules[0].then.headers'],
  ['a patch that is null', effect({ patch: null }), 'rules[0].then.patch: expected an object, got null'],
  ['a patch that is a list', effect({ patch: [] }), 'rules[0].then.patch: expected an object, got an array'],
  ['a replacement that is a text', effect({ replace: 'a' }), 'rules[0].then.replace: expected an object'],
  ['an error that is null', effect({ error: null }), 'rules[0].then.error'],
  ...[
    { fault: 'truncate' },
    { patch: {} },
    { status: 202 },
    { headers: {} },
    { arrange: 'insert' },
    { replace: {} },
  ].map(
    (effect) =>
      [
        `${Object.keys(effect).join()} before there is an answer`,
        scenario({ rules: [{ phase: 'before', then: effect }] }),
        'rules[0].phase: expected after',
      ] as const,
  ),
  [
    'a quota that leaves more than its limit',
    scenario({ quota: { limit: 1, remaining: 2 } }),
    'quota.remaining: expected at most limit, got 2',
  ],
  ['a quota of nothing', scenario({ quota: { limit: 0 } }), 'quota.limit: expected at least 1'],
  ['a lifecycle that is a text', scenario({ assessments: 'never' }), 'assessments: expected an object, got "never"'],
  ['an assumption that is true', scenario({ assume: { limitAboveMax: true } }), 'assume.limitAboveMax'],
  ['a rate of 0', scenario({ assume: { rateQuota: 0 } }), 'rateQuota', 'whole number'],
  ['a description that is a number', scenario({ description: 1 }), 'description: expected a string'],
  // Values that are no scenarios at all.
  ['a list', '[]', 'the scenario: expected an object, got an array'],
  ['null', 'null', 'the scenario: expected an object, got null'],
  ['a number', '12', 'the scenario: expected an object, got 12'],
  ['a text', '"flaky"', 'the scenario: expected an object, got "flaky"'],
  ['nothing', '', 'the scenario'],
  ['no JSON', '{"name":', 'the body: not valid JSON'],
]
