import { at, toRecordedExchange } from '../../src/tools/resolve/recorded-exchange.ts'
import {
  always,
  assessments,
  below,
  by,
  type Change,
  type Doubts,
  eachItem,
  endingWindow,
  error,
  items,
  jobs,
  of,
  record,
  refuse,
  resources,
  unchanged,
  type When,
} from './doubts.ts'

const noJob = refuse('invalid_request', by('POST', jobs))
const noCreation = refuse('invalid_request', by('POST'))
const isOfResource: When = (exchange) => of(assessments)(exchange) && exchange.query.has('resource_id')

const header = (name: string, value: string | undefined): Change => always({ headers: { [name]: value } })
const success = (data: unknown) => ({ status: 'success', data })

/** Sets the remaining quota in the headers, by the number of the request. */
const remaining =
  (left: (number: number, key: string) => string | undefined): Change =>
  ({ number, key }) => {
    const value = left(number, key)
    return value === undefined ? undefined : { headers: { 'x-rate-limit-remaining': value } }
  }

const withoutKey = (left: (number: number) => string): Change =>
  remaining((number, key) => (key === '' ? left(number) : undefined))

/** Services whose records leave a row unknown. */
const ofRecords: Doubts = {
  'resourceIdFormat: all ids are UUIDs, and a malformed one is another error': refuse(
    'authorization_error',
    below(resources),
  ),
  'resourceIdFormat: no id is seen, and what is malformed is not found': (exchange) =>
    items(() => [], of(resources), { total_items: 0 })(exchange) ?? refuse('resource_not_found')(exchange),
  'jobIdFormat: ids are of two forms': eachItem((i) => (i === 0 ? { id: 'j-1' } : {}), of(jobs)),
  'resourceStatusValues: few resources happen to run': items((all) =>
    all.slice(0, 20).map((item) => ({ ...item, status: 'running' })),
  ),
  'jobStates: jobs have states of both sets': eachItem((i) => ({ status: i % 2 === 0 ? 'completed' : 'queued' })),
  'jobRecord: a record has a part of the fields': always(
    { json: success({ id: 'x', status: 'completed', output_format: 'json' }) },
    below(jobs),
  ),
  'jobListItem: an item has a part of the record': eachItem(() => ({ output_format: undefined }), of(jobs)),
  'jobTypeField: a job has both names': eachItem(() => ({ type: 'x' })),
  'jobResults: results are null': record({ results: null }),
  'absentOptional: no record has an end': always(
    { json: success({ id: 'x', status: 'running', data_source: {} }) },
    below(jobs),
  ),
  'createdAfterDate: all jobs were created early in their day': items(
    (all, { query }) =>
      query.has('created_after') ? [] : all.map((item) => ({ ...item, created_at: '2026-01-01T05:00:00Z' })),
    of(jobs),
  ),
  'timestampPrecision: whole seconds have no fraction': eachItem((i) => ({
    created_at: i === 0 ? '2026-01-01T05:00:00Z' : '2026-01-01T05:00:00.120Z',
  })),
  'contentType: answers are of another type': header('content-type', 'application/hal+json'),
  'deprecation: one header of the two is there': header('sunset', 'Wed, 01 Jul 2027 00:00:00 GMT'),
  'severityValues: few records have a high finding': items((all) => all.slice(0, 2), of(assessments)),
}

/** Services whose creations and created records leave a row unknown. */
const ofCreations: Doubts = {
  'jobRequiredFields: no job is taken': noJob,
  'assessmentRequiredFields: no assessment is taken': noCreation,
  'assessmentRequiredFields: a body is refused for load': refuse(
    'service_unavailable',
    ({ body }) => body.length > 0 && body.length < 60,
  ),
  'assessedResource: no resource is found': refuse('resource_not_found', by('POST')),
  'jobCreateStatus: a created job has another status': always({ status: 207 }, by('POST')),
  'jobCreateStatus: no job is taken, with a status of success': always(
    { status: 200, json: error('invalid_request') },
    by('POST'),
  ),
  'pendingRead: it has completed at once, with nothing found': record(
    { estimated_completion_time: undefined, score: 0, findings: [], summary: { passing_checks: 12 } },
    below(assessments),
  ),
  'pendingListed: the list is not answered': refuse('service_unavailable', isOfResource),
  'pendingListed: the resource has more assessments than fit on a page': items(() => [], isOfResource, {
    total_items: 300,
  }),
  'assessmentStates: it takes much longer than was said': record(
    { status: 'pending', findings: undefined },
    below(assessments),
  ),
  'assessmentTimestamp: it completes within a second': [unchanged, { options: { completeAfter: '1s' } }],
  'assessmentTimestamp: the timestamp is of another instant': record(
    { timestamp: '2020-01-01T00:00:00Z' },
    (exchange) => below(assessments)(exchange) && at(exchange.json, 'data', 'findings') !== undefined,
  ),
  'failedRead: the assessment has not failed': [
    always({ status: 200, json: success({ status: 'completed' }) }),
    { session: { failedAssessment: '00000000-0000-4000-8000-000000000000' } },
  ],
}

/** An answer without a key, whose window does not end on the hour. */
const otherWindow = toRecordedExchange({
  operation: 'listJobs',
  method: 'GET',
  url: 'http://127.0.0.1/v1/data/analysis/jobs',
  id: '',
  query: [],
  key: 'none',
  scheme: 'Bearer',
  status: 401,
  headers: { 'x-rate-limit-reset': '1782911111' },
  text: '',
})

/** Services whose quota or keys leave a row unknown. */
const ofKeys: Doubts = {
  'rateQuota: the quota is no number that counts': header('x-rate-limit-limit', '9'.repeat(30)),
  'rateResetUnit: the reset is a duration': header('x-rate-limit-reset', '3600'),
  'rateResetUnit: the reset is in microseconds': header('x-rate-limit-reset', '1782907200000000'),
  'rateWindow: the reset is a duration': header('x-rate-limit-reset', '3600'),
  'rateWindow: the reset moves with each request': ({ number }) => ({
    headers: {
      date: new Date(1_782_900_000_000 + number * 10_000).toUTCString(),
      'x-rate-limit-reset': String(1_782_903_601 + number * 10),
    },
  }),
  'rateWindow: the window never ends': header('x-rate-limit-reset', '1782910000'),
  'rateWindow: another window does not end on the hour': [
    header('x-rate-limit-reset', '1782910800'),
    { session: { recorded: [otherWindow] } },
  ],
  'checkOrder: the window ends just as its quota is used up': endingWindow(),
  'rateScope: a request of a shared quota is forgotten meanwhile': remaining((number) =>
    number === 0 ? '4000' : '3999',
  ),
  'rateScope: another client uses the key': remaining((number) => String(4000 - number * 2)),
  'rateScope: no header says what remains': header('x-rate-limit-remaining', undefined),
  'rateScope: the other key is refused': refuse('authentication_error', ({ key }) => key === 'csf_one_permission'),
  'rateCounts: other clients ask without a key': withoutKey((number) => String(4000 - number * 7)),
  'rateCounts: the window ends meanwhile': withoutKey((number) => (number % 2 === 0 ? '5000' : '10')),
  'rateCounts: requests without a key are served': always({ status: 200, json: success([]) }, ({ key }) => key === ''),
  'retryAfter: whether keys share a quota did not show': remaining((number, key) =>
    key === 'csf_small_quota' ? undefined : String(4000 - number * 3),
  ),
  'permissionModel: the limited key may do everything': [unchanged, { limitedKey: 'csf_full_access' }],
  'permissionModel: the limited key may read something else': [unchanged, { limitedKey: 'csf_cloud' }],
  'checkOrder: the limited key may do everything': [unchanged, { limitedKey: 'csf_full_access' }],
  'errorStatus: nothing was forbidden': [unchanged, { limitedKey: 'csf_full_access' }],
  'authScheme: another scheme is not available': refuse('service_unavailable', ({ number }) => number === 0),
}

/** Services whose errors leave a row unknown. */
const ofErrors: Doubts = {
  'methodNotAllowed: another method is a bad request': refuse('invalid_request', by('PATCH')),
  'methodNotAllowed: a gateway refuses another method': always({ status: 405, text: '<html>' }, by('PATCH')),
  'allowHeader: another method is a bad request': always(
    { status: 400, json: error('invalid_request'), headers: { allow: undefined } },
    by('PATCH'),
  ),
  'allowHeader: another method is served': always(
    { status: 200, json: success({}), headers: { allow: undefined } },
    by('PATCH'),
  ),
  'headRequests: HEAD is refused for load': always({ status: 503 }, by('HEAD')),
  'headRequests: HEAD is a redirect': always({ status: 302 }, by('HEAD')),
  'headRequests: errors have status 200, and no limited key is at hand': [
    unchanged,
    {
      options: { assume: { errorStatus: 'always_200', headRequests: 'method_not_allowed' } },
      session: { keys: ['main'] },
    },
  ],
  'errorDetails: the details have an id of the request': ({ json, number }) =>
    at(json, 'status') === 'error' ? { json: error('invalid_request', `Request id ${number}.`) } : undefined,
  'errorStatus: what is invalid has one status of one option, and what is forbidden one of another': ({ json }) => {
    const statuses: Readonly<Record<string, number>> = { invalid_request: 422, authorization_error: 404 }
    const status = statuses[String(at(json, 'error', 'code'))]
    return status === undefined ? undefined : { status }
  },
  'checkOrder: the limited key may create jobs': refuse(
    'invalid_request',
    ({ key, json }) => key === 'csf_one_permission' && at(json, 'error', 'code') === 'authorization_error',
  ),
}

/** Services whose records, creations, keys or errors leave a row unknown. */
export const recordDoubts: Doubts = { ...ofRecords, ...ofCreations, ...ofKeys, ...ofErrors }
