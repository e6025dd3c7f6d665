import type { Finding, SweepReport } from '../../../../src/tools/sweep/to-report.ts'

/** A row on which two tests depend. */
export const limitFinding: Finding = {
  id: 'limitAboveMax=clamp',
  kind: 'assumption',
  title: null,
  also: [],
  question:
    'listResources: How is a limit above 100 handled? Our suite needs "it is refused with invalid_request" (reject), and breaks on "it counts as 100" (clamp). (§8 of the document)',
  advice: null,
  outcome: 'failed',
  exitCode: 1,
  tests: [
    {
      name: 'the client > asks for 100 at most',
      place: 'test/client.test.ts:14',
      message: 'AssertionError: expected [ 500 ] to deeply equal [ 100 ]\n\n- Expected\n+ Received',
    },
    { name: 'the client > pages | filters', place: 'test/client.test.ts', message: null },
  ],
  request: {
    operation: 'listResources',
    method: 'GET',
    path: '/v1/cloud/resources?limit=500',
    expected: { status: 400, code: 'invalid_request', fault: null },
    actual: { status: 200, code: null, fault: null },
    difference: null,
  },
  output: [],
  verdicts: [],
  accepted: null,
}

const reset: Finding = {
  id: 'reset@getJob',
  kind: 'fault',
  title: 'The connection is reset before the answer.',
  also: ['truncate@getJob', 'empty@getJob'],
  question: null,
  advice: 'The client waits, and tries again.',
  outcome: 'hung',
  exitCode: null,
  tests: [],
  output: ['polling the job', 'still polling'],
  request: {
    operation: 'getJob',
    method: 'GET',
    path: '/v1/analysis/jobs/1',
    expected: { status: 200, code: null, fault: null },
    actual: { status: null, code: null, fault: 'reset' },
    difference: null,
  },
  verdicts: [],
  accepted: null,
}

const misbehaviour: Finding = {
  ...reset,
  id: 'retried-too-early under rate_limit_exceeded',
  kind: 'conduct',
  title: 'A request was sent before the time given by Retry-After or the quota reset.',
  also: [],
  advice: 'The client waits until the reset.',
  outcome: 'passed',
  exitCode: 0,
  output: [],
  request: null,
  verdicts: [
    {
      id: 'retried-too-early',
      title: 'A request was sent before the time given by Retry-After or the quota reset.',
      advice: 'The client waits until the reset.',
      detail: 'GET /v1/cloud/resources came 2 s before the reset.',
      sandbox: 'default',
      fired: [],
    },
  ],
}

/** A report with one of everything. */
export const sampleReport: SweepReport = {
  command: ['npm', 'test'],
  baseline: {
    durationMs: 1234,
    requests: 42,
    tests: 17,
    operations: ['listResources', 'createJob', 'getJob'],
    assumptions: ['limitAboveMax', 'jobCreateStatus'],
  },
  runs: 9,
  isFlaky: true,
  notTried: ['empty@getJob'],
  leftOut: ['hang', 'truncate', 'slow'],
  findings: [
    limitFinding,
    {
      ...limitFinding,
      id: 'timestampPrecision=milliseconds',
      question: 'listResources: How precise are timestamps? (§4.3)',
      tests: [],
      output: ['not a date'],
      request: {
        operation: 'listResources',
        method: 'GET',
        path: '/v1/cloud/resources',
        expected: { status: 200, code: null, fault: null },
        actual: { status: 200, code: null, fault: null },
        difference: { path: 'data[0].created_at', expected: '"…49:19Z"', actual: '"…49:19.000Z"' },
      },
    },
    reset,
    misbehaviour,
    { ...limitFinding, id: 'jobCreateStatus=202', accepted: 'agreed with the owners on 3 May', request: null },
  ],
  flaky: [{ id: 'empty@listResources', tests: limitFinding.tests.slice(0, 1) }],
  passed: ['jobCreateStatus=200', 'malformed_json'],
  stale: ['dateRange=accept'],
}

/** A report with texts that are made to break a format. */
export const hostileReport: SweepReport = {
  ...sampleReport,
  command: ['npm', 'test', '--', '`a`', ']]>&<b>"\n::error::x'],
  findings: [
    {
      ...limitFinding,
      tests: [
        {
          name: '@octocat </testcase> ]]> "quoted" `tick` ``` | pipe \\| \u0007bell \uD800',
          place: 'a,b:c%d\n.ts:0',
          message: '```\n</details>\n::error::x\r\n\u001B[31m%0A\u0000 | a | b | 😀',
        },
        ...Array.from({ length: 30 }, (_, i) => ({ name: `test ${i}`, place: null, message: null })),
      ],
      request: {
        operation: null,
        method: 'GET',
        path: '/v1/x?a=|`\n',
        expected: null,
        actual: { status: 200, code: null, fault: 'slow_body' },
        difference: { path: '````\n</details><script>', expected: '1', actual: '2' },
      },
    },
    misbehaviour,
    { ...reset, id: '**reset**@getJob', accepted: '<img src=x> [a](b) _c_' },
  ],
  stale: ['a\n::error::b'],
}
