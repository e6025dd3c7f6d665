import { afterEach, describe, expect, it } from 'vitest'

import { operations } from '../src/app/areas.ts'
import type { AssumptionId } from '../src/assumptions/register.ts'
import { createFake, type Fake, type FakeOptions } from '../src/index.ts'
import { isJsonObject, type JsonObject } from '../src/lib/merge-patch.ts'
import type { Finding } from '../src/resolve/probe.ts'
import { at, type RecordedExchange } from '../src/resolve/recorded-exchange.ts'
import { runProbes } from '../src/resolve/run-probes.ts'
import { createSender } from '../src/resolve/send.ts'
import type { Arrived, SessionOptions } from '../src/resolve/session.ts'
import { startProbeReceiver } from './support/probing.ts'

/** What a service answers, as JSON or as it is. */
interface Changed {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly json?: unknown
  readonly text?: string
}

/** A request of a probe, and what the fake answered. */
interface Exchange {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly key: string
  readonly body: string
  readonly status: number
  readonly json: unknown
  /** How many requests there were before. */
  readonly number: number
}

type Change = (exchange: Exchange) => Changed | undefined

const opened: Fake[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((fake) => fake.close()))
})

/** What a service is like, and what a probe may do. */
interface Setting {
  readonly options?: FakeOptions
  readonly session?: Partial<SessionOptions>
  readonly limitedKey?: string
}

/** A fake, some of whose answers are others. */
function changing(fake: Fake, change: Change) {
  let number = 0
  return async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await fake.fetch(url, init)
    const text = await answer.text()
    const { method = 'GET', body } = init
    const { pathname, searchParams: query } = new URL(url)
    const asked = {
      method,
      path: pathname.replace(/^.*\/v1/, ''),
      query,
      key: new Headers(init.headers).get('authorization')?.split(' ')[1] ?? '',
      body: typeof body === 'string' ? body : '',
      number,
    }
    number += 1
    const { status } = answer
    const changed = change({ ...asked, status, json: text === '' ? undefined : JSON.parse(text) }) ?? {}
    const content = changed.text ?? (changed.json === undefined ? text : JSON.stringify(changed.json))
    const headers = changedHeaders(answer.headers, changed)
    return new Response(method === 'HEAD' ? null : content, { status: changed.status ?? status, headers })
  }
}

function changedHeaders(own: Headers, { headers = {} }: Changed): Headers {
  const all = new Headers(own)
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) all.delete(name)
    else all.set(name, value)
  }
  return all
}

/** What the probe of a row finds at a service that is the fake but for some of its answers. */
async function findAt(
  id: AssumptionId,
  change: Change,
  { options = {}, session = {}, limitedKey = 'csf_one_permission' }: Setting = {},
): Promise<Finding | undefined> {
  const fake = await createFake({ clock: '2026-07-01T12:17:05Z', ...options })
  opened.push(fake)
  const send = createSender({
    fetch: changing(fake, change),
    baseUrl: fake.baseUrl,
    keys: { main: fake.apiKey, limited: limitedKey, spare: 'csf_small_quota' },
  })
  const findings = await runProbes(
    {
      operations,
      send,
      write: true,
      wait: async (ms) => {
        await fake.clock.advance(`${ms}ms`)
        return true
      },
      keys: ['main', 'limited', 'spare'],
      ...session,
    },
    [id],
  )
  return findings.get(id)
}

const error = (code: string, details = 'It is so.'): unknown => ({
  status: 'error',
  error: { code, message: 'No.', details },
})

/** A page with other items, or with another pagination. */
function page(json: unknown, items: (all: readonly JsonObject[]) => readonly unknown[], pagination: JsonObject = {}) {
  const all = at(json, 'data')
  if (!isJsonObject(json) || !Array.isArray(all)) return undefined
  const own = isJsonObject(json['pagination']) ? json['pagination'] : {}
  return { json: { ...json, data: items(all.filter(isJsonObject)), pagination: { ...own, ...pagination } } }
}

/** A record with other fields. */
function record(json: unknown, fields: (own: JsonObject) => JsonObject) {
  const data = at(json, 'data')
  return isJsonObject(json) && isJsonObject(data)
    ? { json: { ...json, data: { ...data, ...fields(data) } } }
    : undefined
}

const same = (items: readonly JsonObject[]) => items
const jobs = '/data/analysis/jobs'
const resources = '/cloud/resources'
const assessments = '/security/assessments'

/** Answers a list with records that no filter was heeded for. */
const everything =
  (path: string, ...names: readonly string[]): Change =>
  ({ path: asked, query, json }) =>
    asked === path && names.some((name) => query.has(name)) && at(json, 'status') === 'success'
      ? page(json, () => unfiltered, { total_items: unfiltered.length })
      : undefined

const unfiltered = ['2019-01-01T00:00:00Z', '2026-01-01T18:00:00Z', '2026-06-01T00:00:00Z'].map((date, i) => ({
  id: String(i),
  type: 'a',
  status: 'completed',
  tags: [],
  created_at: date,
  timestamp: date,
}))

/** Counts requests without a key, and begins anew when there are no more. */
function endingWindow(): Change {
  const remaining = ['5', '4', '3', '2', '1', '0']
  return ({ key }) => (key === '' ? { headers: { 'x-rate-limit-remaining': remaining.shift() ?? '900' } } : undefined)
}

/** An answer without a key whose window ends at another time than on the hour. */
const otherWindow: RecordedExchange = {
  operation: 'listJobs',
  method: 'GET',
  url: 'http://127.0.0.1/v1/data/analysis/jobs',
  id: '',
  query: [],
  body: undefined,
  contentType: undefined,
  key: 'none',
  scheme: 'Bearer',
  status: 401,
  headers: { 'x-rate-limit-reset': '1782911111' },
  text: '',
  json: undefined,
}

/** Answers a range with the whole list, as it was asked for before. */
function unheeded(): Change {
  let whole: readonly JsonObject[] = []
  return ({ path, query, json }) => {
    if (path !== assessments) return undefined
    if (query.has('from_date')) return page(json, () => whole, { total_items: whole.length })
    page(json, (items) => (whole = items))
    return undefined
  }
}

const always =
  (changed: Changed, when: (exchange: Exchange) => boolean = () => true): Change =>
  (exchange) =>
    when(exchange) ? changed : undefined

/** Services that are plausible, and rows that they do not tell of. */
const services: readonly (readonly [AssumptionId, string, Change, Setting?])[] = [
  ['resourceValues', 'a type filter is not heeded', everything(resources, 'type')],
  ['assessmentTypeFilter', 'a type filter is not heeded', everything(assessments, 'resource_type')],
  ['jobTypeFilter', 'a type filter is not heeded', everything(jobs, 'type')],
  ['jobStatusFilter', 'a status filter is not heeded', everything(jobs, 'status')],
  [
    'tagMalformed',
    'a malformed tag is not heeded',
    everything(resources, 'tag'),
    { options: { assume: { tagMalformed: 'empty' } } },
  ],
  ['tagFormat', 'tags are not heeded', everything(resources, 'tag')],
  [
    'tagFormat',
    'every resource has the same tags',
    ({ json }) => page(json, (items) => items.map((item) => ({ ...item, tags: [{ key: 'a', value: 'b' }] }))),
  ],
  ['filterRange', 'ranges are not heeded', everything(assessments, 'from_date', 'to_date')],
  ['dateBounds', 'ranges are not heeded', everything(assessments, 'from_date', 'to_date')],
  [
    'dateWithoutOffset',
    'ranges are not heeded',
    everything(assessments, 'from_date', 'to_date'),
    { options: { assume: { dateWithoutOffset: 'utc' } } },
  ],
  [
    'dateForms',
    'ranges are not heeded',
    everything(assessments, 'from_date'),
    { options: { assume: { dateForms: 'lenient' } } },
  ],
  [
    'dateForms',
    'one of the other forms is taken',
    ({ query }) =>
      query.get('from_date')?.startsWith('2998') === true ? { status: 400, json: error('invalid_request') } : undefined,
    { options: { assume: { dateForms: 'lenient' } } },
  ],
  [
    'dateForms',
    'the list is not answered',
    always({ status: 503, json: error('service_unavailable') }, ({ query }) => query.has('from_date')),
  ],
  ['emptyFilter', 'there are no resources', () => undefined, { options: { resources: 0 } }],
  [
    'emptyFilter',
    'a value that no record has is refused',
    () => undefined,
    { options: { assume: { emptyFilter: 'reject', resourceValues: 'reject' } } },
  ],
  [
    'emptyFilter',
    'some of the list is answered',
    ({ query, json }) => (query.get('type') === '' ? page(json, same, { total_items: 7 }) : undefined),
  ],
  [
    'emptyFilter',
    'the list is not answered',
    always({ status: 503, json: error('service_unavailable') }, ({ query }) => query.get('type') === ''),
  ],
  [
    'requestEncoding',
    'no job is taken',
    always({ status: 400, json: error('invalid_request') }, ({ method, path }) => method === 'POST' && path === jobs),
  ],
  [
    'requestEncoding',
    'a gateway refuses the encoding',
    // What is encoded is no text.
    always({ status: 415, text: '<html>' }, ({ method, body }) => method === 'POST' && body === ''),
  ],
  ['createdAfterFormat', 'created_after is not heeded', everything(jobs, 'created_after')],
  ['createdAfterDate', 'created_after is not heeded', everything(jobs, 'created_after')],
  ['createdAfterBound', 'created_after is not heeded', everything(jobs, 'created_after')],
  [
    'dateBounds',
    'the range has more than a page',
    ({ path, query, json }) =>
      path === assessments && query.has('to_date') ? page(json, () => [], { total_items: 500 }) : undefined,
  ],
  [
    'tagRepeat',
    'the last of several tags counts',
    ({ query, json }) =>
      query.getAll('tag').length > 1
        ? page(json, () => [], { total_items: 21 })
        : query.has('tag')
          ? page(json, same, { total_items: 21 })
          : undefined,
  ],
  [
    'limitAboveMax',
    'a larger limit counts',
    ({ query, json }) => (query.get('limit') === '101' ? page(json, same, { items_per_page: 101 }) : undefined),
    { options: { assume: { limitAboveMax: 'clamp' } } },
  ],
  [
    'pagingInvalid',
    'page 0 is the first',
    ({ query, json }) => (query.get('page') === '0' ? page(json, same, { current_page: 0 }) : undefined),
    { options: { assume: { pagingInvalid: 'default' } } },
  ],
  [
    'pageBeyondEnd',
    'the list is so long that a far page may be refused for it',
    ({ path, json }) =>
      path === resources ? page(json, same, { total_pages: 5000, total_items: 500_000 }) : undefined,
  ],
  [
    'pageBeyondEnd',
    'the last page answers for those beyond it',
    ({ query, json }) => (query.has('page') ? page(json, same, { current_page: 1 }) : undefined),
  ],
  [
    'prevBeyondEnd',
    'a page beyond the end links to the first',
    ({ query, json }) => (query.has('page') ? page(json, same, { prev_page: '?page=7' }) : undefined),
  ],
  ['pageLinksAtEdge', 'there is one page alone', ({ json }) => page(json, same, { total_pages: 1 })],
  [
    'pageLinkBase',
    'links are relative to the folder',
    ({ json }) => page(json, same, { next_page: 'resources?page=2' }),
  ],
  [
    'pageLinkBase',
    'links are absolute',
    ({ json }) => page(json, same, { next_page: 'https://api.example.com/v1/cloud/resources?page=2' }),
  ],
  ['pageLinkBase', 'links lack a part of the path', ({ json }) => page(json, same, { next_page: '/resources?page=2' })],
  ['pageLinkFilters', 'links have a cursor', ({ json }) => page(json, same, { next_page: '?cursor=abc' })],
  [
    'emptyListPages',
    'an empty list has two pages',
    ({ json }) => (at(json, 'pagination', 'total_items') === 0 ? page(json, same, { total_pages: 2 }) : undefined),
  ],
  [
    'listOrder',
    'few items happen to be in an order',
    ({ json }) => page(json, (items) => items.slice(0, 4), { total_items: 4 }),
  ],
  [
    'listOrder',
    'all items have one instant',
    ({ json }) =>
      page(json, (items) =>
        items.map((item) => ({ ...item, created_at: '2026-01-01T00:00:00Z', timestamp: '2026-01-01T00:00:00Z' })),
      ),
  ],
  [
    'listOrder',
    'two lists have different orders',
    ({ path, json }) => (path === jobs ? page(json, (items) => items.toReversed()) : undefined),
  ],
  [
    'resourceIdFormat',
    'ids are of two forms',
    ({ json }) => page(json, (items) => items.map((item, i) => (i === 0 ? { ...item, id: 'i-1' } : item))),
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

/** What arrived, otherwise. */
type Rewrite = (arrived: Arrived) => Arrived

const withBody =
  (body: unknown): Rewrite =>
  (arrived) => ({ ...arrived, body: JSON.stringify(body) })
const event = (status: string) => ({ type: 'job', timestamp: 'x', data: { id: 'a', status } })

const tellers: readonly (readonly [AssumptionId, string, Rewrite])[] = [
  ['notifyOn', 'webhooks do not say in which state the job is', withBody({ type: 'job', data: { id: 'a' } })],
  ['notifyOn', 'no webhook tells of the end', withBody(event('running'))],
  [
    'webhookSigning',
    'webhooks have another signature',
    (arrived) => ({ ...arrived, headers: { 'x-hub-signature-256': 'sha256=abc' } }),
  ],
  ['webhookPayload', 'a webhook has a body of its own', withBody({ text: 'done' })],
  [
    'webhookRetries',
    'nothing was sent to be refused',
    (arrived) => ({ ...arrived, url: arrived.url.replace('refuse', 'accept') }),
  ],
]

describe('a probe is in doubt', () => {
  it.each(tellers)('%s where %s', async (id, _, rewrite) => {
    const receiver = await startProbeReceiver()
    const { url, refusingUrl } = receiver
    const told = {
      url,
      refusingUrl,
      get received() {
        return receiver.received.map(rewrite)
      },
    }
    expect(await findAt(id, () => undefined, { session: { receiver: told } })).toMatchObject({ option: undefined })
  })

  it('notifyOn where one webhook of two does not say in which state the job is', async () => {
    const receiver = await startProbeReceiver()
    const { url, refusingUrl } = receiver
    const told = {
      url,
      refusingUrl,
      get received() {
        return receiver.received.flatMap((arrived) => [withBody({ type: 'job', data: { id: 'a' } })(arrived), arrived])
      },
    }
    expect(await findAt('notifyOn', () => undefined, { session: { receiver: told } })).toMatchObject({
      option: undefined,
    })
  })

  it('but not where each try of a webhook has a body of its own', async () => {
    const receiver = await startProbeReceiver()
    const { url, refusingUrl } = receiver
    const told = {
      url,
      refusingUrl,
      get received() {
        return receiver.received.map((arrived, i) => withBody({ ...event('completed'), attempt: i })(arrived))
      },
    }
    expect(await findAt('webhookRetries', () => undefined, { session: { receiver: told } })).toMatchObject({
      option: 'backoff',
    })
  })

  const cases = services.map(([id, title, change, setting]) => ({ id, title, change, setting }))
  it.each(cases)('$id where $title', async ({ id, change, setting }) => {
    expect(await findAt(id, change, setting)).toMatchObject({ option: undefined, reason: expect.stringMatching(/\w/) })
  })
})
