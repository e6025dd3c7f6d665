import { isJsonObject } from '../../src/lib/merge-patch.ts'
import { at } from '../../src/resolve/recorded-exchange.ts'
import {
  always,
  assessments,
  type Doubt,
  endingWindow,
  error,
  jobs,
  otherWindow,
  page,
  record,
  resources,
  unheeded,
} from './doubts.ts'

/** Services of which the records, the creations or the quota leave a row open. */
export const recordDoubts: readonly Doubt[] = [
  [
    'resourceIdFormat',
    'all ids are UUIDs, and a malformed one is another error',
    ({ path }) => (path.startsWith(`${resources}/`) ? { status: 403, json: error('authorization_error') } : undefined),
  ],
  [
    'jobIdFormat',
    'ids are of two forms',
    ({ path, json }) =>
      path === jobs
        ? page(json, (items) => items.map((item, i) => (i === 0 ? { ...item, id: 'j-1' } : item)))
        : undefined,
  ],
  [
    'resourceIdFormat',
    'no id is seen, and what is malformed is not found',
    ({ path, json }) =>
      path === resources
        ? page(json, () => [], { total_items: 0 })
        : { status: 404, json: error('resource_not_found') },
  ],
  [
    'resourceStatusValues',
    'few resources happen to run',
    ({ json }) => page(json, (items) => items.slice(0, 20).map((item) => ({ ...item, status: 'running' }))),
  ],
  [
    'jobStates',
    'jobs have states of both sets',
    ({ json }) =>
      page(json, (items) => items.map((item, i) => ({ ...item, status: i % 2 === 0 ? 'completed' : 'queued' }))),
  ],
  [
    'jobStates',
    'jobs have states of neither set',
    ({ json }) =>
      page(json, (items) => items.map((item, i) => ({ ...item, status: i % 2 === 0 ? 'completed' : 'cancelled' }))),
  ],
  [
    'jobStates',
    'all jobs failed',
    ({ json }) => page(json, (items) => items.map((item) => ({ ...item, status: 'failed' }))),
  ],
  [
    'jobRecord',
    'a record has a few fields more',
    ({ path, json }) =>
      path.startsWith(`${jobs}/`)
        ? { json: { status: 'success', data: { id: at(json, 'data', 'id'), status: 'completed', progress: 100 } } }
        : undefined,
  ],
  [
    'jobRecord',
    'a record has no field',
    ({ path }) => (path.startsWith(`${jobs}/`) ? { json: { status: 'success', data: {} } } : undefined),
  ],
  [
    'jobListItem',
    'an item has a part of the record',
    ({ path, json }) =>
      path === jobs ? page(json, (items) => items.map((item) => ({ ...item, output_format: undefined }))) : undefined,
  ],
  [
    'jobTypeField',
    'a job has both names',
    ({ json }) => page(json, (items) => items.map((item) => ({ ...item, type: 'x' }))),
  ],
  ['jobResults', 'results are null', ({ json }) => record(json, () => ({ results: null }))],
  [
    'absentOptional',
    'no record has an end',
    ({ path, json }) =>
      path.startsWith(`${jobs}/`) && isJsonObject(at(json, 'data'))
        ? { json: { status: 'success', data: { id: 'x', status: 'running', data_source: {} } } }
        : undefined,
  ],
  [
    'createdAfterDate',
    'all jobs were created early in their day',
    ({ path, query, json }) =>
      path === jobs
        ? page(json, (items) =>
            query.has('created_after') ? [] : items.map((item) => ({ ...item, created_at: '2026-01-01T05:00:00Z' })),
          )
        : undefined,
  ],
  [
    'timestampPrecision',
    'dates have microseconds',
    ({ json }) => page(json, (items) => items.map((item) => ({ ...item, created_at: '2026-01-01T05:00:00.123456Z' }))),
  ],
  [
    'timestampPrecision',
    'whole seconds have no fraction',
    ({ json }) =>
      page(json, (items) =>
        items.map((item, i) => ({
          ...item,
          created_at: i === 0 ? '2026-01-01T05:00:00Z' : '2026-01-01T05:00:00.120Z',
        })),
      ),
  ],
  ['contentType', 'answers are of another type', always({ headers: { 'content-type': 'application/hal+json' } })],
  ['deprecation', 'one header of the two is there', always({ headers: { sunset: 'Wed, 01 Jul 2027 00:00:00 GMT' } })],
  [
    'severityValues',
    'few records have a high finding',
    ({ path, json }) => (path === assessments ? page(json, (items) => items.slice(0, 2)) : undefined),
  ],

  [
    'jobRequiredFields',
    'no job is taken',
    always({ status: 400, json: error('invalid_request') }, ({ method, path }) => method === 'POST' && path === jobs),
  ],
  [
    'nullBodyFields',
    'no job is taken',
    always({ status: 400, json: error('invalid_request') }, ({ method, path }) => method === 'POST' && path === jobs),
  ],
  [
    'wrongContentType',
    'no job is taken',
    always({ status: 400, json: error('invalid_request') }, ({ method, path }) => method === 'POST' && path === jobs),
  ],
  [
    'assessmentRequiredFields',
    'no assessment is taken',
    always({ status: 400, json: error('invalid_request') }, ({ method }) => method === 'POST'),
  ],
  [
    'assessmentRequiredFields',
    'a body is refused for load',
    always({ status: 503, json: error('service_unavailable') }, ({ body }) => body.length > 0 && body.length < 60),
  ],
  [
    'assessedResourceType',
    'no assessment is taken',
    always({ status: 400, json: error('invalid_request') }, ({ method }) => method === 'POST'),
  ],
  [
    'assessedResource',
    'no resource is found',
    always({ status: 404, json: error('resource_not_found') }, ({ method }) => method === 'POST'),
  ],
  ['jobCreateStatus', 'a created job has another status', always({ status: 207 }, ({ method }) => method === 'POST')],
  [
    'jobCreateStatus',
    'no job is taken, with a status of success',
    always({ status: 200, json: error('invalid_request') }, ({ method }) => method === 'POST'),
  ],

  [
    'pendingRead',
    'it has completed at once',
    ({ path, json }) =>
      path.startsWith(`${assessments}/`)
        ? record(json, () => ({ estimated_completion_time: undefined, score: 80, findings: [{}], summary: {} }))
        : undefined,
  ],
  [
    'pendingRead',
    'it has completed at once, with nothing found',
    ({ path, json }) =>
      path.startsWith(`${assessments}/`)
        ? record(json, () => ({
            estimated_completion_time: undefined,
            score: 0,
            findings: [],
            summary: { passing_checks: 12 },
          }))
        : undefined,
  ],
  [
    'pendingListed',
    'the list is not answered',
    always(
      { status: 503, json: error('service_unavailable') },
      ({ path, query }) => path === assessments && query.has('resource_id'),
    ),
  ],
  [
    'pendingListed',
    'the resource has more assessments than fit on a page',
    ({ path, query, json }) =>
      path === assessments && query.has('resource_id') ? page(json, () => [], { total_items: 300 }) : undefined,
  ],
  [
    'assessmentStates',
    'it takes much longer than was said',
    ({ path, json }) =>
      path.startsWith(`${assessments}/`) ? record(json, () => ({ status: 'pending', findings: undefined })) : undefined,
  ],
  ['assessmentTimestamp', 'it completes within a second', () => undefined, { options: { completeAfter: '1s' } }],
  [
    'assessmentTimestamp',
    'the timestamp is of another instant',
    ({ path, json }) =>
      path.startsWith(`${assessments}/`) && at(json, 'data', 'findings') !== undefined
        ? record(json, () => ({ timestamp: '2020-01-01T00:00:00Z' }))
        : undefined,
  ],
  [
    'failedRead',
    'the assessment has not failed',
    always({ status: 200, json: { status: 'success', data: { status: 'completed' } } }),
    { session: { failedAssessment: '00000000-0000-4000-8000-000000000000' } },
  ],

  ['rateQuota', 'there is no quota', always({ headers: { 'x-rate-limit-limit': '0' } })],
  ['rateQuota', 'the quota is no number that counts', always({ headers: { 'x-rate-limit-limit': '9'.repeat(30) } })],
  ['rateResetUnit', 'the reset is a duration', always({ headers: { 'x-rate-limit-reset': '3600' } })],
  ['rateResetUnit', 'the reset is in microseconds', always({ headers: { 'x-rate-limit-reset': '1782907200000000' } })],
  ['rateWindow', 'the reset is a duration', always({ headers: { 'x-rate-limit-reset': '3600' } })],
  [
    'rateWindow',
    'the reset moves with each request',
    ({ number }) => ({
      headers: {
        date: new Date(1_782_900_000_000 + number * 10_000).toUTCString(),
        'x-rate-limit-reset': String(1_782_903_601 + number * 10),
      },
    }),
  ],
  ['rateWindow', 'the window never ends', always({ headers: { 'x-rate-limit-reset': '1782910000' } })],
  ['checkOrder', 'the window ends just as its quota is used up', endingWindow()],
  [
    'rateWindow',
    'another window does not end on the hour',
    always({ headers: { 'x-rate-limit-reset': '1782910800' } }),
    { session: { recorded: [otherWindow] } },
  ],
  [
    'rateScope',
    'a request of a shared quota is forgotten meanwhile',
    ({ number }) => ({ headers: { 'x-rate-limit-remaining': ['4000', '3999'][number] ?? '3999' } }),
  ],
  [
    'dateWithoutOffset',
    'ranges without an offset are not heeded',
    unheeded(),
    { options: { assume: { dateWithoutOffset: 'utc' } } },
  ],
  [
    'rateScope',
    'another client uses the key',
    ({ number }) => ({ headers: { 'x-rate-limit-remaining': String(4000 - number * 2) } }),
  ],
  [
    'rateScope',
    'another client uses the key once',
    ({ number, key }) => ({
      headers: { 'x-rate-limit-remaining': key === 'csf_one_permission' ? '900' : String(4000 - number) },
    }),
  ],
  ['rateScope', 'no header says what remains', always({ headers: { 'x-rate-limit-remaining': undefined } })],
  [
    'rateScope',
    'the other key is refused',
    always({ status: 401, json: error('authentication_error') }, ({ key }) => key === 'csf_one_permission'),
  ],
  [
    'rateCounts',
    'other clients ask without a key',
    ({ key, number }) =>
      key === '' ? { headers: { 'x-rate-limit-remaining': String(4000 - number * 7) } } : undefined,
  ],
  [
    'rateCounts',
    'the window ends meanwhile',
    ({ key, number }) =>
      key === '' ? { headers: { 'x-rate-limit-remaining': number % 2 === 0 ? '5000' : '10' } } : undefined,
  ],
  [
    'rateCounts',
    'requests without a key are served',
    ({ key }) => (key === '' ? { status: 200, json: { status: 'success', data: [] } } : undefined),
  ],
  [
    'retryAfter',
    'whether keys share a quota did not show',
    ({ number, key }) =>
      key === 'csf_small_quota' ? undefined : { headers: { 'x-rate-limit-remaining': String(4000 - number * 3) } },
  ],
  ['permissionModel', 'the limited key may do everything', () => undefined, { limitedKey: 'csf_full_access' }],
  ['permissionModel', 'the limited key may read something else', () => undefined, { limitedKey: 'csf_cloud' }],
  ['checkOrder', 'the limited key may do everything', () => undefined, { limitedKey: 'csf_full_access' }],
  ['errorStatus', 'nothing was forbidden', () => undefined, { limitedKey: 'csf_full_access' }],

  [
    'methodNotAllowed',
    'another method is a bad request',
    ({ method }) => (method === 'PATCH' ? { status: 400, json: error('invalid_request') } : undefined),
  ],
  [
    'methodNotAllowed',
    'a gateway refuses another method',
    ({ method }) => (method === 'PATCH' ? { status: 405, text: '<html>' } : undefined),
  ],
  [
    'allowHeader',
    'another method is a bad request',
    ({ method }) =>
      method === 'PATCH' ? { status: 400, json: error('invalid_request'), headers: { allow: undefined } } : undefined,
  ],
  [
    'allowHeader',
    'another method is served',
    ({ method }) =>
      method === 'PATCH'
        ? { status: 200, json: { status: 'success', data: {} }, headers: { allow: undefined } }
        : undefined,
  ],
  ['headRequests', 'HEAD is refused for load', ({ method }) => (method === 'HEAD' ? { status: 503 } : undefined)],
  ['headRequests', 'HEAD is a redirect', ({ method }) => (method === 'HEAD' ? { status: 302 } : undefined)],
  [
    'headRequests',
    'errors have status 200, and no limited key is at hand',
    () => undefined,
    {
      options: { assume: { errorStatus: 'always_200', headRequests: 'method_not_allowed' } },
      session: { keys: ['main'] },
    },
  ],
  [
    'errorDetails',
    'the details have an id of the request',
    ({ json, number }) =>
      at(json, 'status') === 'error' ? { json: error('invalid_request', `Request id ${number}.`) } : undefined,
  ],
  [
    'errorStatus',
    'what is invalid has one status of one option, and what is forbidden one of another',
    ({ json }) => {
      const statuses: Readonly<Record<string, number>> = { invalid_request: 422, authorization_error: 404 }
      const status = statuses[String(at(json, 'error', 'code'))]
      return status === undefined ? undefined : { status }
    },
  ],
  [
    'checkOrder',
    'the limited key may create jobs',
    ({ key, json }) =>
      key === 'csf_one_permission' && at(json, 'error', 'code') === 'authorization_error'
        ? { status: 400, json: error('invalid_request') }
        : undefined,
  ],
  [
    'authScheme',
    'another scheme is not available',
    ({ number }) => (number === 0 ? { status: 503, json: error('service_unavailable') } : undefined),
  ],
]
