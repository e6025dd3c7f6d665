/** The text of a valid scenario with some fields replaced. */
export const scenario = (part: object): string => JSON.stringify({ name: 'own', ...part })

const rule = (part: object): string => scenario({ rules: [{ then: { error: 'internal_error' }, ...part }] })

/** The text of a scenario of one rule with this condition. */
const when = (part: unknown): string => rule({ when: part })

/** The text of a scenario of one rule with this effect. */
export const effect = (part: unknown): string => scenario({ rules: [{ then: part }] })

const oneOf = 'expected one of'
const duration = 'expected a duration, such as 250ms, 30s, 1h30m or PT1H'
const noNumber = 'expected a duration with its unit, as a text such as "10s", got 5'

/** Invalid scenarios, each with parts of the error message. */
export const refused: readonly (readonly [text: string, ...parts: readonly string[]])[] = [
  // Unknown names.
  [when({ operation: 'listResource' }), 'rules[0].when.operation', 'Did you mean listResources'],
  [when({ operation: [] }), 'rules[0].when.operation'],
  [scenario({ rule: [] }), 'rule: not a known field', 'Did you mean rules'],
  [effect({ error: 'internal_error', dealy: '1s' }), 'rules[0].then.dealy: not a known field', 'Did you mean delay'],
  [
    effect({ delay: { min: '1s', max: '2s', mean: '1s' } }),
    'rules[0].then.delay.mean: not a known field',
    ' Known: min, max',
  ],
  [effect({ fault: 'trunkate' }), 'rules[0].then.fault', oneOf, 'Did you mean truncate'],
  [rule({ phase: 'befor' }), 'rules[0].phase', oneOf, 'Did you mean before'],
  [scenario({ assume: { limitAboveMx: 'clamp' } }), 'limitAboveMx', 'Did you mean limitAboveMax'],
  [scenario({ assume: { limitAboveMax: 'clmp' } }), 'limitAboveMax', '"clmp"', 'reject, clamp'],
  // Conditions that contradict each other.
  ...(
    [
      { operation: 'createJob', method: 'GET' },
      { operation: ['getJob', 'listJobs'], path: '/v1/cloud/*' },
      { operation: 'listJobs', id: '*' },
      { path: '/cloud/resources', body: {} },
    ] as const
  ).map(
    (part) => [when(part), 'rules[0].when: expected conditions that some operation can meet, got an object'] as const,
  ),
  [when({ path: 'cloud/resources' }), 'rules[0].when.path: expected a path, such as /cloud'],
  [rule({ count: 2 }), 'rules[0].count: expected an object, such as { "first": 3 }, got 2'],
  [when({ from: 'soon' }), 'rules[0].when.from: expected a duration, such as', 'got "soon"'],
  [when({ for: '0s' }), 'rules[0].when.for: expected a duration above 0, such as 30m, got "0s"'],
  // Bodies that no answer can have.
  [effect({ body: {}, patch: { a: 1 } }), 'rules[0].then.body: expected no body together with patch,'],
  ...[{ body: {} }, { patch: { a: 1 } }, { replace: { a: 1 } }, { error: 'internal_error' }, { fault: 'truncate' }].map(
    (change) =>
      [effect({ ...change, status: 204 }), 'rules[0].then.status: expected a status that has a body, got 204'] as const,
  ),
  ...['reset', 'hang', 'empty', 'gateway_html'].flatMap((fault) =>
    ['body', 'patch', 'replace'].map(
      (change) =>
        [
          effect({ fault, [change]: { a: 1 } }),
          `rules[0].then.${change}: expected no ${change} together with the fault ${fault}, which discards it`,
        ] as const,
    ),
  ),
  [effect({ error: 'internal_error', replace: { a: 1 } }), 'then.replace: expected no replace together with error,'],
  // Invalid durations.
  ...['', '10', '5 s', '-1s', '1e3s', 'P1Y', '36526d', '99999999999999999999d', 'soon'].map(
    (text) => [effect({ delay: text }), 'rules[0].then.delay'] as const,
  ),
  [
    effect({ delay: 5 }),
    'rules[0].then.delay: expected a duration with its unit, as a text such as "300ms", or {',
    'got 5',
  ],
  [effect({ delay: null, status: 200 }), 'rules[0].then.delay'],
  [effect({ delay: { min: '2s', max: '1s' } }), 'rules[0].then.delay.min: expected a duration not above max, got "2s"'],
  [effect({ delay: {} }), 'rules[0].then.delay.min: required, but missing'],
  [scenario({ delay: 'soon' }), 'delay: expected a duration'],
  [scenario({ assessments: { completeAfter: 'soon' } }), 'assessments.completeAfter', duration],
  [scenario({ jobs: { completeAfter: 5 } }), `jobs.completeAfter: ${noNumber}`],
  [scenario({ quota: { resetsIn: '61m' } }), 'quota.resetsIn', 'at most 1h'],
  [effect({ fault: 'slow_body', over: 5 }), `rules[0].then.over: ${noNumber}`],
  [effect({ fault: 'truncate', over: '1s' }), 'rules[0].then.over', 'slow_body'],
  // Names of scenarios.
  ['{}', 'name: required, but missing'],
  ...['', 'Own', '-own', 'own_', 'own name', 'a'.repeat(64), '__proto__'].map(
    (name) => [JSON.stringify({ name }), 'name: expected 1 to 63 lower-case'] as const,
  ),
  ['{"name":7}', 'name: expected a string, got 7'],
  // Values of a wrong type or out of bounds.
  [scenario({ rules: {} }), 'rules: expected an array, got an object'],
  [scenario({ rules: [null] }), 'rules[0]: expected an object, got null'],
  [scenario({ rules: [{}] }), 'rules[0].then: required, but missing'],
  [effect({}), 'rules[0].then: expected at least one of error, delay, fault, over, status, body,'],
  [when(null), 'rules[0].when: expected an object, got null'],
  [when({ path: null }), 'rules[0].when.path'],
  [when({ query: 'page=1' }), 'rules[0].when.query: expected an object'],
  [when({ query: { page: 1 } }), 'rules[0].when.query.page'],
  [when({ header: { 'X Y': 'a' } }), 'rules[0].when.header.X Y: expected the name of a header, got "X Y"'],
  [when({ header: { '': 'a' } }), 'rules[0].when.header.: expected the name of a header'],
  [when({ body: [] }), 'rules[0].when.body: expected an object, got an array'],
  ...[0, -1, 1.5, '1', null, 1e308, 2 ** 53].map(
    (first) => [rule({ count: { first } }), 'rules[0].count.first'] as const,
  ),
  ['{"name":"own","rules":[{"count":{"first":1e400},"then":{"error":"internal_error"}}]}', 'rules[0].count.first'],
  [rule({ count: { every: 0 } }), 'rules[0].count.every: expected at least 1'],
  [rule({ count: { after: -1 } }), 'rules[0].count.after: expected at least 0'],
  [rule({ count: { chance: -0.1 } }), 'rules[0].count.chance: expected at least 0'],
  [rule({ count: { chance: 1.1 } }), 'rules[0].count.chance: expected at most 1'],
  [rule({ count: { chance: '0.5' } }), 'rules[0].count.chance: expected a number'],
  ...[199, 600, 200.5, '200', null, -200, 1e21].map(
    (status) => [effect({ status, delay: '1s' }), 'rules[0].then.status'] as const,
  ),
  ...['Content-Length', 'transfer-encoding', 'Connection', 'KEEP-ALIVE', 'X Y', '', 'X:', 'é'].map(
    (name) => [effect({ headers: { [name]: 'a' } }), 'rules[0].then.headers'] as const,
  ),
  ...['a\nb', 'a\r\nX-B: c', '\u0000', 'é', '\u{1F600}'].map(
    (value) => [effect({ headers: { 'X-A': value } }), 'rules[0].then.headers'] as const,
  ),
  [effect({ patch: null }), 'rules[0].then.patch: expected an object, got null'],
  [effect({ replace: 'a' }), 'rules[0].then.replace: expected an object'],
  ...[
    { fault: 'truncate' },
    { patch: {} },
    { status: 202 },
    { headers: {} },
    { arrange: 'insert' },
    { replace: {} },
  ].map(
    (effect) => [scenario({ rules: [{ phase: 'before', then: effect }] }), 'rules[0].phase: expected after'] as const,
  ),
  [scenario({ quota: { limit: 1, remaining: 2 } }), 'quota.remaining: expected at most limit, got 2'],
  [scenario({ quota: { limit: 0 } }), 'quota.limit: expected at least 1'],
  [scenario({ assessments: 'never' }), 'assessments: expected an object, got "never"'],
  [scenario({ assume: { rateQuota: 0 } }), 'rateQuota', 'whole number'],
  [scenario({ description: 1 }), 'description: expected a string'],
  // Values that are not objects.
  ['null', 'the scenario: expected an object, got null'],
  ['"flaky"', 'the scenario: expected an object, got "flaky"'],
  ['', 'the scenario'],
  ['{"name":', 'the body: not valid JSON'],
]
