import { expect, it } from 'vitest'

import { driftOf, type Plant, type Planting } from '../support/drifting.ts'
import { profileOf } from '../support/resolving.ts'

/** A drawn profile in which jobs have all fields. */
const profile = { ...profileOf(7), jobRecord: 'full', jobDateField: 'created_at', listOrder: 'newest_first' } as const

const served =
  (operation: string, change: (json: any, answer: Planting) => void): Plant =>
  (answer) => {
    if (answer.operation === operation && answer.json.status === 'success') change(answer.json, answer)
  }

const items = (operation: string, change: (item: any, i: number) => void) =>
  served(operation, ({ data }) => data.forEach(change))

const record = (operation: string, change: (data: any) => void) => served(operation, ({ data }) => change(data))

const refused =
  (change: (error: any, answer: Planting) => void): Plant =>
  (answer) => {
    if (answer.json.status === 'error') change(answer.json.error, answer)
  }

const plants: readonly (readonly [string, Plant, problem: string, pointer: string, came: string])[] = [
  [
    'a field of items',
    items('listResources', (item) => (item.account_id = '123456789012')),
    'unknown',
    '/data/*/account_id',
    'string',
  ],
  [
    'a field of some items',
    items('listResources', (item, i) => i % 3 === 0 && (item.arn = 'a:b')),
    'unknown',
    '/data/*/arn',
    'string',
  ],
  ['an object', record('getResource', (data) => (data.owner = { team: 'x' })), 'unknown', '/data/owner', 'object'],
  [
    'a nested field',
    record('getResource', ({ details }) => (details.zone = 1)),
    'unknown',
    '/data/details/zone',
    'integer',
  ],
  [
    'a field of nested items',
    record('getResource', ({ details }) => details.volumes.forEach((one: any) => (one.iops = 0.5))),
    'unknown',
    '/data/details/volumes/*/iops',
    'number',
  ],
  [
    'a field of tags',
    items('listResources', ({ tags }) => tags.forEach((tag: any) => (tag.scope = true))),
    'unknown',
    '/data/*/tags/*/scope',
    'boolean',
  ],
  ['a field of every answer', ({ json }) => (json.request_id = 'x y'), 'unknown', '/request_id', 'string'],
  [
    'a field of pages',
    served('listJobs', ({ pagination }) => (pagination.has_more = null)),
    'unknown',
    '/pagination/has_more',
    'null',
  ],
  ['a field of errors', refused((error) => (error.trace_id = 'x')), 'unknown', '/error/trace_id', 'string'],
  [
    'a field that is no name',
    record('getJob', (data) => (data['someone@example.com'] = 1)),
    'unknown',
    '/data/*',
    'integer',
  ],

  ['no region', items('listResources', (item) => delete item.region), 'missing', '/data/*/region', 'nothing'],
  [
    'some providers',
    items('listResources', (item, i) => i % 2 === 0 && delete item.provider),
    'missing',
    '/data/*/provider',
    'nothing',
  ],
  [
    'no nested field',
    record('getResource', ({ details }) => delete details.vpc_id),
    'missing',
    '/data/details/vpc_id',
    'nothing',
  ],
  ['no score', items('listAssessments', (item) => delete item.score), 'missing', '/data/*/score', 'nothing'],
  [
    'no number of pages',
    served('listAssessments', ({ pagination }) => delete pagination.total_pages),
    'missing',
    '/pagination/total_pages',
    'nothing',
  ],
  ['no details of errors', refused((error) => delete error.details), 'missing', '/error/details', 'nothing'],

  [
    'a size as text',
    record('getResource', ({ details }) => details.volumes.forEach((one: any) => (one.size_gb = String(one.size_gb)))),
    'kind',
    '/data/details/volumes/*/size_gb',
    'string',
  ],
  ['a score with a fraction', record('getAssessment', (data) => (data.score = 0.5)), 'kind', '/data/score', 'number'],
  [
    'an object for a list',
    record('getResource', ({ details }) => (details.security_groups = {})),
    'kind',
    '/data/details/security_groups',
    'object',
  ],
  ['a number for a name', items('listResources', (item, i) => (item.name = i)), 'kind', '/data/*/name', 'integer'],
  [
    'a count as text',
    served('listJobs', ({ pagination }) => (pagination.total_items = '7')),
    'kind',
    '/pagination/total_items',
    'string',
  ],
  [
    'a negative count',
    record('getAssessment', ({ summary }) => (summary.passing_checks = -1)),
    'kind',
    '/data/summary/passing_checks',
    'negative',
  ],
  ['null', items('listResources', (item) => (item.region = null)), 'kind', '/data/*/region', 'null'],
  [
    'null at times',
    record('getResource', (data) => data.details.public_ip.endsWith('1') && (data.details.public_ip = null)),
    'kind',
    '/data/details/public_ip',
    'null',
  ],
  ['null in errors', refused((error) => (error.details = null)), 'kind', '/error/details', 'null'],
  [
    'a nested value',
    record('getResource', (data) => (data.updated_at = { value: data.updated_at })),
    'kind',
    '/data/updated_at',
    'object',
  ],
  [
    'a nested list',
    items('listResources', (item) => (item.tags = { items: item.tags })),
    'kind',
    '/data/*/tags',
    'object',
  ],
  ['a nested record', served('getJob', (json) => (json.data = [json.data])), 'kind', '/data', 'array'],

  [
    'a status of a resource',
    items('listResources', (item, i) => i === 3 && (item.status = 'archived')),
    'value',
    '/data/*/status',
    'archived',
  ],
  [
    'a severity',
    record('getAssessment', ({ findings }) =>
      findings.forEach((one: any, i: number) => i === 0 && (one.severity = 'info')),
    ),
    'value',
    '/data/findings/*/severity',
    'info',
  ],
  ['a state of a job', record('getJob', (data) => (data.status = 'paused')), 'value', '/data/status', 'paused'],
  [
    'a value that is not shown',
    items('listJobs', (item) => (item.status = 'aGVsbG8gd29ybGQhIQ')),
    'value',
    '/data/*/status',
    'another value',
  ],
  ['another word of the envelope', served('getJob', (json) => (json.status = 'ok')), 'value', '/status', 'ok'],
  [
    'an error code',
    refused((error) => error.code === 'invalid_request' && (error.code = 'gone')),
    'value',
    '/error/code',
    'gone',
  ],

  ['201 for a get', served('getResource', (_, answer) => (answer.status = 201)), 'status', ':status', '201'],
  ['206 for a list', served('listJobs', (_, answer) => (answer.status = 206)), 'status', ':status', '206'],
  [
    '410 for an error',
    refused((error, answer) => error.code === 'invalid_request' && (answer.status = 410)),
    'status',
    ':status',
    '410',
  ],

  [
    'no header',
    ({ headers }) => headers.delete('x-rate-limit-reset'),
    'header',
    '/headers/x-rate-limit-reset',
    'nothing',
  ],
  [
    'no header of errors',
    refused((_, { headers }) => headers.delete('x-rate-limit-limit')),
    'header',
    '/headers/x-rate-limit-limit',
    'nothing',
  ],
  ['a header', ({ headers }) => headers.set('X-Account-Tier', 'gold'), 'header', '/headers/x-account-tier', 'a header'],
  [
    'a header of a get',
    served('getJob', (_, { headers }) => headers.set('RateLimit-Policy', '1')),
    'header',
    '/headers/ratelimit-policy',
    'a header',
  ],
  [
    'a content type',
    served('getJob', (_, { headers }) => headers.set('Content-Type', 'text/json')),
    'header',
    '/headers/content-type',
    'text/json',
  ],

  [
    'a record without the envelope',
    served('getJob', (json, answer) => (answer.json = json.data)),
    'body',
    '',
    'an object without it',
  ],
  ['a list without the envelope', served('listJobs', (json, answer) => (answer.json = json.data)), 'kind', '', 'array'],
  ['HTML', served('getJob', (_, answer) => (answer.text = '<html><p>')), 'body', '', 'html'],
  [
    'an error in HTML',
    refused((error, answer) => error.code === 'invalid_request' && (answer.text = '<!doctype html>')),
    'body',
    '',
    'html',
  ],
  [
    'broken JSON',
    served('getAssessment', (_, answer) => (answer.text = '{"status":')),
    'body',
    '',
    'text that is no JSON',
  ],

  [
    'another order',
    items('listResources', (item, i) => i % 2 === 0 && (item.created_at = item.created_at.replace(/^\d{4}/, '2019'))),
    'order',
    '/data',
    'created_at unsorted',
  ],
  [
    'a date form',
    items('listResources', (item) => (item.created_at = item.created_at.replace('T', ' '))),
    'kind',
    '/data/*/created_at',
    'date-time-other',
  ],
  [
    'a date with an offset',
    record('getResource', (data) => (data.updated_at = data.updated_at.replace('Z', '+00:00'))),
    'kind',
    '/data/updated_at',
    'date-time-offset',
  ],
  ['numbers for ids', items('listJobs', (item, i) => (item.id = i)), 'kind', '/data/*/id', 'integer'],
  ['an id form', record('getAssessment', (data) => (data.id = `${data.id}@1`)), 'kind', '/data/id', 'text'],
  [
    'smaller pages',
    served('listResources', ({ pagination, data }) => {
      pagination.items_per_page = Math.min(pagination.items_per_page, 50)
      data.splice(50)
    }),
    'page size',
    '/pagination/items_per_page',
    'at most 50',
  ],
]

it.each(plants)('%s is one finding', async (_, plant, problem, pointer, came) => {
  const { findings, stopped } = await driftOf(profile, plant)
  expect(stopped).toBeUndefined()
  expect(findings).toMatchObject([{ problem, pointer, came }])
  const [{ seen, of } = { seen: 0, of: 0 }] = findings
  expect([seen > 0, seen <= of]).toEqual([true, true])
})
