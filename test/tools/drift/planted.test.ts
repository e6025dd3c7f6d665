import { expect, it } from 'vitest'

import { at } from '../../../src/tools/resolve/recorded-exchange.ts'
import { driftOf, type Plant, plantAt, type ServiceAnswer } from '../../support/drifting.ts'
import { profileOf } from '../../support/resolving.ts'

/** A drawn profile in which jobs have all fields. */
const profile = {
  ...profileOf(7),
  jobRecord: 'full',
  jobDateField: 'created_at',
  listOrder: 'newest_first',
} as const

const to = (value: unknown) => (): unknown => value

const gone = to(undefined)

const text = (change: (text: string) => string) => (value: unknown) =>
  typeof value === 'string' ? change(value) : value

/** A value at every second item. */
const everySecond = (value: unknown) => (old: unknown, place: number) => (place % 2 === 0 ? value : old)

/** Changes in a body: where, what, and the finding at the same pointer. */
const inBodies: readonly (readonly [
  which: string,
  pointer: string,
  change: Parameters<typeof plantAt>[2],
  problem: string,
  came: string,
])[] = [
  ['listResources', '/data/*/arn', everySecond('a:b'), 'unknown', 'string'],
  ['listResources', '/data/*/tags/*/scope', to(true), 'unknown', 'boolean'],
  ['getResource', '/data/owner', to({ team: 'x' }), 'unknown', 'object'],
  ['getResource', '/data/details/volumes/*/iops', to(0.5), 'unknown', 'number'],
  ['errors', '/error/trace_id', to('x'), 'unknown', 'string'],
  ['all', '/request_id', to('x y'), 'unknown', 'string'],

  ['listResources', '/data/*/region', gone, 'missing', 'nothing'],
  ['listResources', '/data/*/provider', everySecond(undefined), 'missing', 'nothing'],
  ['getResource', '/data/details/vpc_id', gone, 'missing', 'nothing'],
  ['errors', '/error/details', gone, 'missing', 'nothing'],

  ['getResource', '/data/details/volumes/*/size_gb', to('8'), 'kind', 'string'],
  ['getAssessment', '/data/score', to(0.5), 'kind', 'number'],
  ['getAssessment', '/data/summary/passing_checks', to(-1), 'kind', 'negative'],
  ['getResource', '/data/details/security_groups', to({}), 'kind', 'object'],
  ['listResources', '/data/*/region', to(null), 'kind', 'null'],
  ['listAssessments', '/data/*/resource_type', everySecond(null), 'kind', 'null'],
  ['errors', '/error/details', to(null), 'kind', 'null'],
  ['listResources', '/data/*/tags', (value) => ({ items: value }), 'kind', 'object'],
  ['getJob', '/data', (value) => [value], 'kind', 'array'],
  ['listJobs', '', (value) => at(value, 'data'), 'kind', 'array'],
  ['getJob', '', (value) => at(value, 'data'), 'body', 'an object without it'],

  ['listResources', '/data/*/created_at', text((date) => date.replace('T', ' ')), 'kind', 'date-time-other'],
  ['getResource', '/data/updated_at', text((date) => date.replace('Z', '+00:00')), 'kind', 'date-time-offset'],
  ['listJobs', '/data/*/id', (_, place) => place, 'kind', 'integer'],
  ['getAssessment', '/data/id', text((id) => `${id}@1`), 'kind', 'text'],

  ['listResources', '/data/*/status', everySecond('archived'), 'value', 'archived'],
  ['getAssessment', '/data/findings/*/severity', everySecond('info'), 'value', 'info'],
  ['getJob', '/data/status', to('paused'), 'value', 'paused'],
  ['listJobs', '/data/*/status', to('aGVsbG8gd29ybGQhIQ'), 'value', 'another value'],
  ['getJob', '/status', to('ok'), 'value', 'ok'],
  ['errors', '/error/code', text((code) => code.replace('invalid_request', 'gone')), 'value', 'gone'],

  ['listResources', '/pagination/items_per_page', (size) => Math.min(Number(size), 50), 'page size', 'at most 50'],
]

const ofServed =
  (which: string, parts: Partial<ServiceAnswer>): Plant =>
  ({ operation, status }) =>
    operation === which && status === 200 ? parts : {}

const ofInvalid =
  (parts: Partial<ServiceAnswer>): Plant =>
  ({ text: body }) =>
    body.includes('"invalid_request"') ? parts : {}

const without =
  (header: string, isMeant: (answer: ServiceAnswer) => boolean): Plant =>
  (answer) =>
    isMeant(answer)
      ? { headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name !== header)) }
      : {}

const withHeader =
  (name: string, value: string, isMeant: (answer: ServiceAnswer) => boolean = () => true): Plant =>
  (answer) =>
    isMeant(answer) ? { headers: { ...answer.headers, [name]: value } } : {}

const isError = ({ text: body }: ServiceAnswer): boolean => body.includes('"error"')

const isJob = ({ operation, status }: ServiceAnswer): boolean => operation === 'getJob' && status === 200

interface Planted {
  /** The id of an operation, `errors` or `all`. */
  readonly which: string
  readonly plant: Plant
  /** Problem, pointer and what came. */
  readonly finding: readonly [problem: string, pointer: string, came: string]
}

const plantedIn = (which: string, plant: Plant, ...finding: Planted['finding']): Planted => ({ which, plant, finding })

const plants: readonly Planted[] = [
  ...inBodies.map(([which, pointer, change, problem, came]) =>
    plantedIn(which, plantAt(which, pointer, change), problem, pointer, came),
  ),
  plantedIn('getJob', plantAt('getJob', '/data/someone@example.com', to(1)), 'unknown', '/data/*', 'integer'),
  plantedIn('getResource', ofServed('getResource', { status: 201 }), 'status', ':status', '201'),
  plantedIn('getJob', ofServed('getJob', { status: 404 }), 'status', ':status', '404'),
  plantedIn('listJobs', ofServed('listJobs', { status: 206 }), 'status', ':status', '206'),
  plantedIn('errors', ofInvalid({ status: 410 }), 'status', ':status', '410'),
  plantedIn(
    'all',
    without('x-rate-limit-reset', () => true),
    'header',
    '/headers/x-rate-limit-reset',
    'nothing',
  ),
  plantedIn('errors', without('x-rate-limit-limit', isError), 'header', '/headers/x-rate-limit-limit', 'nothing'),
  plantedIn('all', withHeader('X-Account-Tier', 'gold'), 'header', '/headers/x-account-tier', 'a header'),
  plantedIn('getJob', withHeader('RateLimit-Policy', '1', isJob), 'header', '/headers/ratelimit-policy', 'a header'),
  plantedIn('getJob', withHeader('content-type', 'text/json', isJob), 'header', '/headers/content-type', 'text/json'),
  plantedIn('getJob', ofServed('getJob', { text: '<html><p>' }), 'body', '', 'html'),
  plantedIn('errors', ofInvalid({ text: '<!doctype html>' }), 'body', '', 'html'),
  plantedIn('getAssessment', ofServed('getAssessment', { text: '{"a":' }), 'body', '', 'text that is not JSON'),
  plantedIn(
    'listResources',
    plantAt('listResources', '/data/*/created_at', (date, place) =>
      place % 2 === 0 ? String(date).replace(/^\d{4}/, '2019') : date,
    ),
    'order',
    '/data',
    'created_at unsorted',
  ),
]

/** True for a plant after which no record of a list can be read. */
const hidesRecords = ({ which, finding: [problem, pointer] }: Planted): boolean =>
  which.startsWith('list') && problem === 'kind' && ['', '/data/*/id'].includes(pointer)

const goTogether = (a: Planted, b: Planted): boolean => a.which !== b.which && !hidesRecords(a) && !hidesRecords(b)

const isWhole = process.env['DRIFT'] === 'all'

/** Each service has one plant in each operation at most; with DRIFT=all, one at all. */
const services: Planted[][] = []
for (const one of plants) {
  const free = services.find((others) => others.every((other) => goTogether(one, other)))
  if (free === undefined || isWhole) services.push([one])
  else free.push(one)
}

const titleOf = (service: readonly Planted[]): string =>
  service.map(({ which, finding }) => `${which} ${finding.join(' ')}`).join(', ')

it('there are at least 40 plants', () => {
  expect(plants.length).toBeGreaterThanOrEqual(40)
})

it.each(services.map((service) => [titleOf(service), service] as const))(
  'each is one finding: %s',
  async (_, service) => {
    const together: Plant = (answer) => {
      const changed = { ...answer }
      for (const { plant } of service) Object.assign(changed, plant(changed))
      return changed
    }
    const { findings, stopped } = await driftOf(profile, together, profile)
    expect(stopped).toBeUndefined()
    const found = findings.map(({ problem, pointer, came }) => [problem, pointer, came].join(' '))
    expect(found.toSorted()).toEqual(service.map(({ finding }) => finding.join(' ')).toSorted())
    for (const { seen, of } of findings) expect([seen > 0, seen <= of]).toEqual([true, true])
  },
)

it.each(Array.from({ length: isWhole ? 100 : 6 }, (_, i) => 500 + i))(
  'a service that differs by options of the register alone has not drifted, profile %i',
  async (seed) => {
    const { findings, answers, stopped } = await driftOf(profileOf(seed))
    expect({ findings, stopped }).toEqual({ findings: [], stopped: undefined })
    expect(answers.length).toBeGreaterThan(60)
  },
)
