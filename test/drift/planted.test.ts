import { expect, it } from 'vitest'

import { at } from '../../src/resolve/recorded-exchange.ts'
import { driftOf, type Plant, plantAt, type ServiceAnswer } from '../support/drifting.ts'
import { profileOf } from '../support/resolving.ts'

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
  ['listResources', '/data/*/account_id', to('123456789012'), 'unknown', 'string'],
  ['listResources', '/data/*/arn', everySecond('a:b'), 'unknown', 'string'],
  ['listResources', '/data/*/tags/*/scope', to(true), 'unknown', 'boolean'],
  ['getResource', '/data/owner', to({ team: 'x' }), 'unknown', 'object'],
  ['getResource', '/data/details/zone', to(1), 'unknown', 'integer'],
  ['getResource', '/data/details/volumes/*/iops', to(0.5), 'unknown', 'number'],
  ['listJobs', '/pagination/has_more', to(null), 'unknown', 'null'],
  ['errors', '/error/trace_id', to('x'), 'unknown', 'string'],
  ['all', '/request_id', to('x y'), 'unknown', 'string'],

  ['listResources', '/data/*/region', gone, 'missing', 'nothing'],
  ['listResources', '/data/*/provider', everySecond(undefined), 'missing', 'nothing'],
  ['getResource', '/data/details/vpc_id', gone, 'missing', 'nothing'],
  ['listAssessments', '/data/*/score', gone, 'missing', 'nothing'],
  ['listAssessments', '/pagination/total_pages', gone, 'missing', 'nothing'],
  ['errors', '/error/details', gone, 'missing', 'nothing'],

  ['getResource', '/data/details/volumes/*/size_gb', to('8'), 'kind', 'string'],
  ['getAssessment', '/data/score', to(0.5), 'kind', 'number'],
  ['getAssessment', '/data/summary/passing_checks', to(-1), 'kind', 'negative'],
  ['getResource', '/data/details/security_groups', to({}), 'kind', 'object'],
  ['listResources', '/data/*/name', to(7), 'kind', 'integer'],
  ['listJobs', '/pagination/total_items', to('7'), 'kind', 'string'],
  ['listResources', '/data/*/region', to(null), 'kind', 'null'],
  ['listAssessments', '/data/*/resource_type', everySecond(null), 'kind', 'null'],
  ['errors', '/error/details', to(null), 'kind', 'null'],
  ['getResource', '/data/updated_at', (value) => ({ value }), 'kind', 'object'],
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

const isJob = ({ operation, status }: ServiceAnswer): boolean => operation === 'getJob' && status === 200

/** Other changes, with their findings. */
const others: readonly (readonly [title: string, Plant, problem: string, pointer: string, came: string])[] = [
  ['a field that is no name', plantAt('getJob', '/data/someone@example.com', to(1)), 'unknown', '/data/*', 'integer'],
  ['201 for a get', ofServed('getResource', { status: 201 }), 'status', ':status', '201'],
  ['206 for a list', ofServed('listJobs', { status: 206 }), 'status', ':status', '206'],
  ['410 for an error', ofInvalid({ status: 410 }), 'status', ':status', '410'],
  ['no header', without('x-rate-limit-reset', () => true), 'header', '/headers/x-rate-limit-reset', 'nothing'],
  [
    'no header of errors',
    without('x-rate-limit-limit', ({ text: body }) => body.includes('"error"')),
    'header',
    '/headers/x-rate-limit-limit',
    'nothing',
  ],
  ['a header', withHeader('X-Account-Tier', 'gold'), 'header', '/headers/x-account-tier', 'a header'],
  ['a header of a get', withHeader('RateLimit-Policy', '1', isJob), 'header', '/headers/ratelimit-policy', 'a header'],
  ['a content type', withHeader('content-type', 'text/json', isJob), 'header', '/headers/content-type', 'text/json'],
  ['HTML', ofServed('getJob', { text: '<html><p>' }), 'body', '', 'html'],
  ['an error in HTML', ofInvalid({ text: '<!doctype html>' }), 'body', '', 'html'],
  ['broken JSON', ofServed('getAssessment', { text: '{"status":' }), 'body', '', 'text that is no JSON'],
  [
    'another order',
    plantAt('listResources', '/data/*/created_at', (date, place) =>
      place % 2 === 0 ? String(date).replace(/^\d{4}/, '2019') : date,
    ),
    'order',
    '/data',
    'created_at unsorted',
  ],
]

it.each([
  ...inBodies.map(([which, pointer, change, problem, came]) => {
    const title = `${problem} ${came} at ${pointer} of ${which}`
    return [title, plantAt(which, pointer, change), problem, pointer, came] as const
  }),
  ...others,
])('%s is one finding', async (_, plant, problem, pointer, came) => {
  const { findings, stopped } = await driftOf(profile, plant)
  expect(stopped).toBeUndefined()
  expect(findings).toMatchObject([{ problem, pointer, came }])
  const [{ seen, of } = { seen: 0, of: 0 }] = findings
  expect([seen > 0, seen <= of]).toEqual([true, true])
})
