import { assessmentBody, bodyOf, jobBody } from './bodies.ts'
import { textAt } from './json.ts'
import type { Random } from './random.ts'
import type { Answer, Recorder, Sent } from './recorder.ts'
import {
  analysisTypes,
  dates,
  jobStates,
  limits,
  magicIds,
  oddAuthorization,
  oddDates,
  oddIds,
  oddLimits,
  oddPages,
  oddStates,
  oddTags,
  otherKeys,
  pages,
  providers,
  type Records,
  regions,
  tags,
  types,
  withKey,
} from './values.ts'

/** A request to the API, below a prefix. */
interface ApiRequest extends Sent {
  readonly method: string
  readonly path: string
}

interface Parameter {
  readonly name: string
  readonly good: (records: Records) => readonly string[]
  readonly odd: readonly string[]
}

const page: Parameter = { name: 'page', good: () => pages, odd: oddPages }
const limit: Parameter = { name: 'limit', good: () => limits, odd: oddLimits }
const unknown: Parameter = { name: 'sort', good: () => ['name'], odd: ['', '-name'] }
const typeOf = (name: string, good: readonly string[]): Parameter => ({
  name,
  good: () => good,
  odd: ['', 'toaster', 'VIRTUAL_MACHINE', '%00', 'a,b'],
})
const date = (name: string): Parameter => ({ name, good: () => dates, odd: oddDates })

/** The lists of the API, with their query parameters. */
const lists: readonly { readonly path: string; readonly parameters: readonly Parameter[] }[] = [
  {
    path: '/security/assessments',
    parameters: [
      { name: 'resource_id', good: ({ resources }) => resources.map(({ id }) => id), odd: oddIds },
      typeOf('resource_type', types),
      date('from_date'),
      date('to_date'),
    ],
  },
  {
    path: '/cloud/resources',
    parameters: [
      typeOf('type', types),
      typeOf('provider', providers),
      typeOf('region', regions),
      { name: 'tag', good: () => tags, odd: oddTags },
      { name: 'tag', good: () => tags, odd: oddTags },
    ],
  },
  {
    path: '/data/analysis/jobs',
    parameters: [
      { name: 'status', good: () => jobStates, odd: oddStates },
      date('created_after'),
      typeOf('type', analysisTypes),
    ],
  },
]

function listRequest(random: Random, records: Records): ApiRequest {
  const { path, parameters } = random.pick(lists)
  const all = random.shuffle([...parameters, page, limit, limit, page])
  const isUnknown = random.chance(0.05)
  const used = [...all.slice(0, random.pick([0, 1, 1, 2, 2, 3, 4])), ...(isUnknown ? [unknown] : [])]
  const query = used.map(({ name, good, odd }) => {
    const isOdd = random.chance(0.22)
    const [usual, strange] = [random.pick(good(records)), random.pick(odd)]
    return `${name}=${isOdd ? strange : usual}`
  })
  return { method: 'GET', path: `/v1${path}${query.length === 0 ? '' : `?${query.join('&')}`}` }
}

function getRequest(random: Random, { resources, assessments, jobs }: Records): ApiRequest {
  const { path, ids } = random.pick([
    { path: '/security/assessments', ids: assessments },
    { path: '/cloud/resources', ids: resources.map(({ id }) => id) },
    { path: '/data/analysis/jobs', ids: jobs },
  ])
  const form = random.fraction()
  const [known, newest, magic, odd] = [random.pick(ids), ids.at(-1) ?? '', random.pick(magicIds), random.pick(oddIds)]
  const hasQuery = random.chance(0.05)
  const usual = form < 0.2 ? newest : known
  const id = form < 0.65 ? usual : form < 0.8 ? magic : form < 0.83 ? known.toUpperCase() : odd
  return { method: 'GET', path: `/v1${path}/${id}${hasQuery ? '?verbose=1' : ''}` }
}

function createRequest(random: Random, records: Records): ApiRequest {
  const isJob = random.chance(0.5)
  const [job, assessment] = [jobBody(random), assessmentBody(random, records)]
  const path = `/v1${isJob ? '/data/analysis/jobs' : '/security/assessments'}`
  return { method: 'POST', path, ...bodyOf(random, isJob ? job : assessment) }
}

const oddPaths = [
  '/index.html',
  '/v1',
  '/v1/',
  '/v1/cloud',
  '/v1/cloud/resources/',
  '/v1//cloud/resources',
  '/v1/cloud//resources',
  '/v2/cloud/resources',
  '/v1/CLOUD/resources',
  '/v1/cloud/resource',
  '/v1/cloud%2Fresources',
  '/v1/cloud/resources%20',
  '/v1/security/assessments/a/b',
  '/v1/security/../cloud/resources',
  '/v1/data/analysis',
  '/v1/data/analysis/jobs/a/results',
  '/robots.txt',
  '/openapi.yaml',
  '/v1/openapi.json',
  '/v1/cloud/resources#part',
  '/v1/cloud/resources?',
  '/v1/cloud/resources?&&',
  '/v1/cloud/resources?=1',
  '/v1/cloud/resources?page',
  '/v1/cloud/resources?%E0%A4%A=1',
]
const methods = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'QUERY']

function oddRequest(random: Random, records: Records): ApiRequest {
  const { path } = random.pick([listRequest(random, records), getRequest(random, records)])
  const [isPath, odd, method] = [random.chance(0.35), random.pick(oddPaths), random.pick(methods)]
  return isPath ? { method: 'GET', path: odd } : { method, path }
}

/** Headers that say who asks: mostly the key that may do everything. */
function whoAsks(random: Random): Readonly<Record<string, string>> {
  const form = random.fraction()
  const [other, odd] = [random.pick(otherKeys), random.pick(oddAuthorization)]
  if (form < 0.82) return withKey()
  if (form < 0.94) return withKey(other)
  return form < 0.97 ? { Authorization: odd } : {}
}

/** A random request to the API. */
function randomRequest(random: Random, records: Records): ApiRequest {
  const form = random.fraction()
  const [list, get, create] = [
    listRequest(random, records),
    getRequest(random, records),
    createRequest(random, records),
  ]
  const [odd, headers] = [oddRequest(random, records), whoAsks(random)]
  const request = form < 0.36 ? list : form < 0.58 ? get : form < 0.88 ? create : odd
  return { ...request, headers: { ...headers, ...request.headers } }
}

/** Remembers a record that was made. */
function remember(path: string, { json }: Answer, { assessments, jobs }: Records): void {
  const id = textAt(json, 'data', 'id')
  if (id === '') return
  if (path.includes('/assessments')) assessments.push(id)
  if (path.includes('/jobs')) jobs.push(id)
}

/** Sends random requests to one sandbox, and goes from page to page now and then. */
export async function sendRandom(
  recorder: Recorder,
  prefix: string,
  random: Random,
  records: Records,
  count: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const request = randomRequest(random, records)
    const follows = random.chance(0.5)
    const own = { ...request.headers, ...headers }
    const answer = await recorder.send(request.method, prefix + request.path, { ...request, headers: own })
    if (request.method === 'POST') {
      remember(request.path, answer, records)
      await recorder.settle(prefix)
    }
    const next = textAt(answer.json, 'pagination', 'next_page') || textAt(answer.json, 'pagination', 'prev_page')
    if (!follows || next === '') continue
    const { pathname, search } = new URL(next, `http://cloudsec-fake.test${prefix}${request.path}`)
    await recorder.send('GET', pathname + search, { headers: own })
  }
}
