import { expect, it } from 'vitest'

import { answers, assessmentBody, jobBody, knownResource, operations, unknownId } from '../../support/answers.ts'
import { describeFake, read, readError, type RequestOptions } from '../../support/fake.ts'

const creates = operations.filter((operation) => operation.method === 'POST')
const lists = operations.filter((operation) => operation.id.startsWith('list'))
const gets = operations.filter((operation) => operation.id.startsWith('get'))
const mebibyte = 1_048_576

const withParameter = (name: string, value: unknown): object => ({
  ...jobBody,
  data_source: { ...jobBody.data_source, parameters: { ...jobBody.data_source.parameters, [name]: value } },
})

describeFake('bad input', (open) => {
  it.each(creates)('$id: a body that is no JSON object', async ({ path }) => {
    const { post } = await open()
    const refuse = async (body: unknown, options?: RequestOptions) =>
      readError(await post(path, body, options), 400, 'invalid_request')
    expect(await refuse('{"name":')).toMatch(/^the body: not valid JSON \(.+\)$/)
    expect(await refuse('')).toBe('the body: expected a JSON object, got nothing')
    expect(await refuse('[]')).toBe('the body: expected an object, got an array')
    expect(await refuse('null')).toBe('the body: expected an object, got null')
    expect(await refuse('"text"')).toBe('the body: expected an object, got "text"')
    expect(await refuse(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toBe('the body: not valid UTF-8')
  })

  it('repeats no digits of a number that JSON cannot hold as if they were sent', async () => {
    const { post } = await open()
    const named = (name: string) => JSON.stringify(jobBody).replace(JSON.stringify(jobBody.name), name)
    for (const [name, got] of [
      ['12345678901234567890', 'about 12345678901234567000'],
      ['-1e400', '-Infinity'],
      ['9007199254740991', '9007199254740991'],
    ] as const) {
      const answer = await post('/data/analysis/jobs', named(name))
      expect(readError(answer, 400, 'invalid_request')).toBe(`name: expected a string, got ${got}`)
    }
  })

  it.each(creates)(
    '$id: a body of 1 MiB is read, one byte more is refused, with and without a length',
    async ({ path, body }) => {
      const { post } = await open()
      const text = JSON.stringify(body)
      const fits = text + ' '.repeat(mebibyte - text.length)
      const stream = (content: string) => new Blob([content]).stream()
      expect((await post(path, fits)).status).toBe(201)
      expect((await post(path, stream(fits))).status).toBe(201)
      const details = 'the body: expected at most 1048576 bytes, got more'
      expect(readError(await post(path, `${fits} `), 400, 'invalid_request')).toBe(details)
      expect(readError(await post(path, stream(`${fits} `)), 400, 'invalid_request')).toBe(details)
    },
  )

  it.each([
    [{}, 'resource_id: required, but missing; resource_type: required, but missing'],
    [{ ...assessmentBody, resource_id: 7 }, 'resource_id: expected a string, got 7'],
    [{ ...assessmentBody, resource_id: 'vm-1' }, 'resource_id: expected a UUID, got "vm-1"'],
    [{ ...assessmentBody, resource_type: null }, 'resource_type: expected a string, got null'],
    [{ ...assessmentBody, scan_options: [] }, 'scan_options: expected an object, got an array'],
    [
      { ...assessmentBody, scan_options: { comprehensive: 'yes' } },
      'scan_options.comprehensive: expected true or false, got "yes"',
    ],
    [
      { ...assessmentBody, scan_options: { categories: 'network' } },
      'scan_options.categories: expected an array, got "network"',
    ],
    [
      { ...assessmentBody, scan_options: { categories: ['network', 5] } },
      'scan_options.categories[1]: expected a string, got 5',
    ],
    [{ ...assessmentBody, priority: 1, urgent: true }, 'priority, urgent: not a known field'],
    [
      JSON.parse(`{"resource_id":"${knownResource.id}","resource_type":"database","__proto__":{"x":1}}`),
      '__proto__: not a known field',
    ],
  ])('createAssessment refuses %j', async (body, details) => {
    const { post, get } = await open({ completeAfter: '0s' })
    expect(readError(await post('/security/assessments', body), 400, 'invalid_request')).toBe(details)
    expect(read(await get('/security/assessments'), 200, answers.assessments).pagination.total_items).toBe(42)
  })

  it.each([
    [
      {},
      'name: required, but missing; data_source: required, but missing; analysis_type: required, but missing; data_source.parameters.start_date: required, but missing; data_source.parameters.end_date: required, but missing; data_source.parameters.log_types: required, but missing; output_format: required, but missing',
    ],
    [{ ...jobBody, name: ['a'] }, 'name: expected a string, got an array'],
    [{ ...jobBody, name: 'x'.repeat(9), description: 5 }, 'description: expected a string, got 5'],
    [{ ...jobBody, data_source: 'logs' }, 'data_source: expected an object, got "logs"'],
    [
      withParameter('start_date', '2026-06-01'),
      'data_source.parameters.start_date: expected an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z, got "2026-06-01"',
    ],
    [
      withParameter('start_date', '2026-02-30T00:00:00Z'),
      'data_source.parameters.start_date: expected an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z, got "2026-02-30T00:00:00Z"',
    ],
    [withParameter('end_date', 1_780_000_000), 'data_source.parameters.end_date: expected a string, got 1780000000'],
    [
      withParameter('start_date', '2026-07-01T00:00:00+02:00'),
      'data_source.parameters.start_date: expected an instant not after end_date, got "2026-07-01T00:00:00+02:00"',
    ],
    [withParameter('log_types', 'firewall'), 'data_source.parameters.log_types: expected an array, got "firewall"'],
    [{ ...jobBody, notification: { email: 'nobody' } }, 'notification.email: expected an e-mail address, got "nobody"'],
    [
      { ...jobBody, notification: { webhook_url: 'ftp://example.com' } },
      'notification.webhook_url: expected a URL that starts with http:// or https://, got "ftp://example.com"',
    ],
  ])('createJob refuses %j', async (body, details) => {
    const { post, get } = await open()
    expect(readError(await post('/data/analysis/jobs', body), 400, 'invalid_request')).toBe(details)
    expect(read(await get('/data/analysis/jobs'), 200, answers.jobs).pagination.total_items).toBe(25)
  })

  it.each(lists)('$id: an unknown and an undecodable query parameter', async ({ path }) => {
    const { get } = await open()
    const refuse = async (query: string) => readError(await get(`${path}?${query}`), 400, 'invalid_request')
    expect(await refuse('constructor=1')).toBe('constructor: not a query parameter of this operation')
    expect(await refuse('limit=%E0%A4%A')).toBe(
      '"limit=%E0%A4%A": percent-encoding in the query does not decode as UTF-8',
    )
    expect(await refuse('%zz=1')).toBe('"%zz=1": percent-encoding in the query does not decode as UTF-8')
  })

  it.each(gets)('$id: an id that is no UUID, or of no record', async ({ path }) => {
    const { get } = await open()
    const folder = path.slice(0, path.lastIndexOf('/'))
    for (const [sent, shown] of [
      ['1', '1'],
      ['%E0%A4%A', '%E0%A4%A'],
      ['a%2Fb', 'a/b'],
      [`${unknownId}0`, `${unknownId}0`],
    ]) {
      expect(readError(await get(`${folder}/${sent}`), 400, 'invalid_request')).toBe(
        `id: expected a UUID, got "${shown}"`,
      )
    }
    expect(readError(await get(`${folder}/${unknownId}`), 404, 'resource_not_found')).toBe(
      `id: no record has the id "${unknownId}"`,
    )
    expect(readError(await get(`${path}?page=1`), 400, 'invalid_request')).toBe(
      'page: not a query parameter of this operation',
    )
  })

  it.each([
    ['/security/assessments?from_date=yesterday', 'from_date: expected an ISO 8601 date or date-time, got "yesterday"'],
    ['/security/assessments?to_date=2026-13-01', 'to_date: expected an ISO 8601 date or date-time, got "2026-13-01"'],
    [
      '/security/assessments?from_date=2026-01-01T00:00:00+02:00',
      'from_date: expected an ISO 8601 date or date-time, got "2026-01-01T00:00:00 02:00"; a plus sign in a query is written %2B',
    ],
  ])('%s', async (path, details) => {
    const { get } = await open()
    expect(readError(await get(path), 400, 'invalid_request')).toBe(details)
  })

  it.each([
    '',
    '/',
    '/cloud',
    '/cloud/resources/',
    '/Cloud/resources',
    '//cloud/resources',
    '/cloud//resources',
    `/cloud/resources/${unknownId}/tags`,
  ])('the path %j, which the document does not have', async (path) => {
    const { get } = await open()
    expect(readError(await get(path), 404, 'resource_not_found')).toBe(`/v1${path}: no such path`)
  })

  it('an error shows the paths only to a request with a key', async () => {
    const { request } = await open()
    readError(await request('GET', '/nowhere', { key: null }), 401, 'authentication_error')
    readError(await request('DELETE', '/cloud/resources', { key: null }), 401, 'authentication_error')
  })
})
