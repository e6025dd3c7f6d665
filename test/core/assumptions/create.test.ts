import { expect, it } from 'vitest'

import { answers, anySuccess, assessmentBody, jobBody, knownResource, noon, unknownId } from '../../support/answers.ts'
import { describeFake, read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { completedRow, resourceRow } from './own-data.ts'

const assessments = '/security/assessments'
const jobs = '/data/analysis/jobs'

const scanOptions = { comprehensive: true, categories: ['network'] }
const wholeAssessment = { ...assessmentBody, scan_options: scanOptions }

/** A body as JSON, without the fields of one name. */
const without = (body: unknown, field: string): string =>
  JSON.stringify(body, (name, value: unknown) => (name === field ? undefined : value))

const missing = (details: string): string[] =>
  details.split('; ').map((problem) => problem.replace(/: required, but missing$/, ''))

const jobFrom = (parameters: object): object => ({
  ...jobBody,
  data_source: { ...jobBody.data_source, parameters: { ...jobBody.data_source.parameters, ...parameters } },
})

describeFake('assumptions about create calls: statuses and fields', (open) => {
  it.each(['201', '202', '200'] as const)('assessmentCreateStatus and jobCreateStatus: %s', async (option) => {
    const { post } = await open({ assume: { assessmentCreateStatus: option } })
    const { data } = read(await post(assessments, assessmentBody), Number(option), answers.creation)
    expect(data).toMatchObject({ ...assessmentBody, status: 'pending' })
    const other = await open({ assume: { jobCreateStatus: option } })
    expect(read(await other.post(jobs, jobBody), Number(option), answers.job).data).toMatchObject(jobBody)
  })

  it.each([
    ['resource', {}, ['resource_id', 'resource_type']],
    ['all', {}, ['resource_id', 'resource_type', 'scan_options.categories', 'scan_options.comprehensive']],
    ['all', assessmentBody, ['scan_options.categories', 'scan_options.comprehensive']],
    ['all', { ...assessmentBody, scan_options: { comprehensive: false } }, ['scan_options.categories']],
    ['all', { ...assessmentBody, scan_options: { categories: [] } }, ['scan_options.comprehensive']],
    ['resource_id', {}, ['resource_id']],
  ] as const)('assessmentRequiredFields: %s refuses %j', async (option, body, fields) => {
    const { post } = await open({ assume: { assessmentRequiredFields: option } })
    const details = readError(await post(assessments, body), 400, 'invalid_request')
    expect(missing(details).toSorted()).toEqual(fields)
  })

  it.each([
    ['resource', assessmentBody],
    ['resource', { ...assessmentBody, scan_options: {} }],
    ['all', wholeAssessment],
    ['resource_id', { resource_id: knownResource.id }],
  ] as const)('assessmentRequiredFields: %s accepts %j', async (option, body) => {
    const { post } = await open({ assume: { assessmentRequiredFields: option } })
    const { data } = read(await post(assessments, body), 201, answers.creation)
    expect([data.resource_id, data.resource_type]).toEqual([knownResource.id, knownResource.type])
  })

  it('assessmentRequiredFields: resource_id cannot take the type of a resource that is not in the inventory', async () => {
    const { post } = await open({ assume: { assessmentRequiredFields: 'resource_id', assessedResource: 'any' } })
    const details = readError(await post(assessments, { resource_id: unknownId }), 400, 'invalid_request')
    expect(details).toMatch(/^resource_type: /)
  })

  const dates = ['data_source.parameters.end_date', 'data_source.parameters.start_date']
  it.each([
    ['all', 'name', ['name']],
    ['all', 'type', ['data_source.type']],
    ['all', 'start_date', ['data_source.parameters.start_date']],
    ['all', 'end_date', ['data_source.parameters.end_date']],
    ['all', 'log_types', ['data_source.parameters.log_types']],
    ['all', 'parameters', [dates[0], 'data_source.parameters.log_types', dates[1]]],
    ['all', 'analysis_type', ['analysis_type']],
    ['all', 'output_format', ['output_format']],
    ['core', 'name', ['name']],
    ['core', 'type', ['data_source.type']],
    ['core', 'data_source', ['data_source']],
    ['core', 'analysis_type', ['analysis_type']],
  ] as const)('jobRequiredFields: %s refuses a body without %s', async (option, field, fields) => {
    const { post } = await open({ assume: { jobRequiredFields: option } })
    const details = readError(await post(jobs, without(jobBody, field)), 400, 'invalid_request')
    expect(missing(details).toSorted()).toEqual(fields)
  })

  it.each([
    ['all', jobBody],
    ['core', { name: 'A', data_source: { type: 'security_logs' }, analysis_type: 'security_event_correlation' }],
  ] as const)('jobRequiredFields: %s accepts a body with no more than these fields', async (option, body) => {
    const { post } = await open({ clock: noon, assume: { jobRequiredFields: option } })
    const { data } = read(await post(jobs, body), 201, answers.job)
    expect(data).toEqual({ ...body, id: data.id, status: 'pending', created_at: noon, updated_at: noon })
  })

  it.each([
    [assessments, { ...assessmentBody, colour: 'red' }, 'colour'],
    [assessments, { ...wholeAssessment, scan_options: { ...scanOptions, depth: 3 } }, 'scan_options.depth'],
    [jobs, { ...jobBody, colour: 'red' }, 'colour'],
    [jobs, jobFrom({ region: 'eu' }), 'data_source.parameters.region'],
    [jobs, { ...jobBody, notification: { sms: '1' } }, 'notification.sms'],
  ])('unknownBodyFields: reject and ignore at POST %s of %j', async (path, body, field) => {
    const strict = await open({ assume: { unknownBodyFields: 'reject' } })
    expect(readError(await strict.post(path, body), 400, 'invalid_request')).toBe(`${field}: not a known field`)
    const lenient = await open({ assume: { unknownBodyFields: 'ignore' } })
    const answer = await lenient.post(path, body)
    read(answer, 201, anySuccess)
    for (const name of ['colour', 'depth', 'region', 'sms']) expect(answer.text).not.toContain(`"${name}"`)
  })
})

describeFake('assumptions about create calls: values', (open) => {
  const stranger = { resource_id: unknownId, resource_type: 'virtual_machine' }

  it('assessedResource: must_exist answers resource_not_found, any assesses it all the same', async () => {
    const strict = await open({ assume: { assessedResource: 'must_exist' } })
    const details = readError(await strict.post(assessments, stranger), 404, 'resource_not_found')
    expect(details).toBe(`resource_id: no record has the id "${unknownId}"`)
    const { post, get, fake } = await open({ clock: noon, assume: { assessedResource: 'any' } })
    const { data } = read(await post(assessments, stranger), 201, answers.creation)
    await fake.clock.advance('5s')
    expect(read(await get(`${assessments}/${data.id}`), 200, answers.assessment).data).toMatchObject(stranger)
  })

  it.each(['reject', 'ignore'] as const)('assessedResourceType: %s', async (option) => {
    const { post, get, fake } = await open({ clock: noon, assume: { assessedResourceType: option } })
    const other = { resource_id: knownResource.id, resource_type: 'cache' }
    const answer = await post(assessments, other)
    if (option === 'reject') {
      expect(readError(answer, 400, 'invalid_request')).toContain('resource_type: expected "database"')
      return
    }
    const { data } = read(answer, 201, answers.creation)
    expect(data).toMatchObject(other)
    await fake.clock.advance('5s')
    expect(read(await get(`${assessments}/${data.id}`), 200, answers.assessment).data).toMatchObject(other)
  })

  const category = (name: string) => ({ ...assessmentBody, scan_options: { categories: ['network', name] } })
  it.each([
    [{ ...assessmentBody, resource_type: 'toaster' }, 'resource_type: "toaster"'],
    [category('astrology'), 'scan_options.categories: "astrology"'],
  ])('assessmentValues: accept and reject, of %j', async (body, unknown) => {
    const lenient = await open({ assume: { assessmentValues: 'accept', assessedResourceType: 'ignore' } })
    const { data } = read(await lenient.post(assessments, body), 201, answers.creation)
    expect(data.resource_type).toBe(body.resource_type)
    const strict = await open({ assume: { assessmentValues: 'reject', assessedResourceType: 'ignore' } })
    const details = readError(await strict.post(assessments, body), 400, 'invalid_request')
    expect(details).toBe(`${unknown}: not a known value`)
  })

  it('assessmentValues: reject takes the values of the document and of the dataset', async () => {
    const finding = { id: 'f', severity: 'low', category: 'compliance', description: 'd', remediation: 'r' }
    const fixtures = await writeFixtures({
      'resources.json': [resourceRow(1, { id: knownResource.id, type: knownResource.type })],
      'assessments.json': [completedRow(2, '2026-06-10T10:05:00Z', { findings: [finding] })],
    })
    const { post } = await open({ fixtures, assume: { assessmentValues: 'reject', assessedResourceType: 'ignore' } })
    const documented = { categories: ['authentication', 'network', 'encryption', 'compliance'] }
    for (const resource_type of ['database', 'virtual_machine']) {
      const body = { ...assessmentBody, resource_type, scan_options: documented }
      read(await post(assessments, body), 201, answers.creation)
    }
  })

  it.each([
    [{ ...jobBody, data_source: { ...jobBody.data_source, type: 'tea_leaves' } }, 'data_source.type: "tea_leaves"'],
    [jobFrom({ log_types: ['firewall', 'door'] }), 'data_source.parameters.log_types: "door"'],
    [{ ...jobBody, analysis_type: 'guess' }, 'analysis_type: "guess"'],
    [{ ...jobBody, output_format: 'fax' }, 'output_format: "fax"'],
  ])('jobValues: accept and reject, of %j', async (body, unknown) => {
    const lenient = await open({ assume: { jobValues: 'accept' } })
    expect(read(await lenient.post(jobs, body), 201, answers.job).data).toMatchObject(body)
    const strict = await open({ assume: { jobValues: 'reject' } })
    const details = readError(await strict.post(jobs, body), 400, 'invalid_request')
    expect(details).toBe(`${unknown}: not a known value`)
  })

  it('jobValues: reject takes the values of the document and of the dataset', async () => {
    const { post } = await open({ assume: { jobValues: 'reject' } })
    read(await post(jobs, jobFrom({ log_types: ['firewall', 'authentication', 'system'] })), 201, answers.job)
    const source = { ...jobBody.data_source, type: 'network_flows' }
    const seen = { ...jobBody, data_source: source, analysis_type: 'anomaly_detection', output_format: 'csv' }
    read(await post(jobs, seen), 201, answers.job)
  })

  it.each(['reject', 'accept'] as const)('dateRange: %s', async (option) => {
    const { post } = await open({ assume: { dateRange: option } })
    const answer = await post(jobs, jobFrom({ start_date: '2026-06-30T00:00:01Z' }))
    if (option === 'accept') read(answer, 201, answers.job)
    else expect(readError(answer, 400, 'invalid_request')).toMatch(/^data_source\.parameters\.start_date: /)
    read(await post(jobs, jobFrom({ start_date: '2026-06-30T00:00:00Z' })), 201, answers.job)
    read(await post(jobs, jobFrom({ start_date: '2026-06-30T01:00:00+02:00' })), 201, answers.job)
  })

  it.each([
    ['start_date', '2026-06-01T02:00:00+02:00'],
    ['end_date', '2026-06-30T02:00:00+02:00'],
    ['end_date', '2026-06-30T00:00:00+00:00'],
  ])('bodyDateOffset: accept and reject, of %s %s', async (field, text) => {
    const body = jobFrom({ [field]: text })
    const lenient = await open({ assume: { bodyDateOffset: 'accept' } })
    expect(read(await lenient.post(jobs, body), 201, answers.job).data).toMatchObject(body)
    const strict = await open({ assume: { bodyDateOffset: 'reject' } })
    const details = readError(await strict.post(jobs, body), 400, 'invalid_request')
    expect(details).toMatch(new RegExp(`^data_source\\.parameters\\.${field}: `))
    read(await strict.post(jobs, jobBody), 201, answers.job)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/merge-patch+json'])(
    'wrongContentType: reject and accept, of %s',
    async (type) => {
      const options = { headers: { 'Content-Type': type } }
      const strict = await open({ assume: { wrongContentType: 'reject' } })
      const details = readError(await strict.post(jobs, jobBody, options), 400, 'invalid_request')
      expect(details).toBe(`Content-Type: expected application/json, got "${type}"`)
      const lenient = await open({ assume: { wrongContentType: 'accept' } })
      read(await lenient.post(jobs, jobBody, options), 201, answers.job)
      readError(await lenient.post(jobs, '{', options), 400, 'invalid_request')
    },
  )

  it('wrongContentType: reject takes application/json with a charset', async () => {
    const { post } = await open({ assume: { wrongContentType: 'reject' } })
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' }
    read(await post(jobs, jobBody, { headers }), 201, answers.job)
  })
})
