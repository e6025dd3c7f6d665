import { expect, it } from 'vitest'

import { answers, jobBody, noon } from '../../support/answers.ts'
import { type Client, describeFake, read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { idOf, jobRow } from './own-data.ts'

const path = '/data/analysis/jobs'
const createdAt = '2026-06-10T10:00:00Z'
const started = { started_at: '2026-06-10T10:01:00Z' }
const ended = { ...started, completed_at: '2026-06-10T10:02:00Z' }
const results = { events_analyzed: 1200, anomalies_detected: 3 }

/** One job in each state. */
const inEachState = () =>
  writeFixtures({
    'jobs.json': [
      jobRow(1, createdAt, { description: 'The first' }),
      jobRow(2, createdAt, { status: 'running', ...started }),
      jobRow(3, createdAt, { status: 'completed', ...ended, results }),
      jobRow(4, createdAt, { status: 'failed', ...ended, results }),
    ],
  })

async function getJob({ get }: Client, number: number) {
  return read(await get(`${path}/${idOf(number)}`), 200, answers.job).data
}

async function list({ get }: Client, query = '') {
  return read(await get(`${path}${query}`), 200, answers.jobs).data
}

const listIds = async (client: Client, query: string): Promise<string[]> =>
  (await list(client, query)).map((job) => job.id).toSorted()

describeFake('assumptions about job records', (open) => {
  it.each([
    ['uuid', idOf(1), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
    ['opaque', `job-${idOf(1).replaceAll('-', '')}`, /^job-[0-9a-f]{32}$/],
  ] as const)('jobIdFormat: %s wherever a job id stands', async (option, id, form) => {
    const client = await open({ fixtures: await inEachState(), assume: { jobIdFormat: option, listOrder: 'by_id' } })
    expect(read(await client.get(`${path}/${id}`), 200, answers.job).data).toMatchObject({ id, name: 'Job 1' })
    expect((await list(client))[0]).toMatchObject({ id, name: 'Job 1' })
    const { data } = read(await client.post(path, jobBody), 201, answers.job)
    expect(data.id).toMatch(form)
    expect(read(await client.get(`${path}/${data.id}`), 200, answers.job).data).toEqual(data)
  })

  it.each([
    ['uuid', 'not-an-id', 400, 'invalid_request'],
    ['uuid', `job-${idOf(1).replaceAll('-', '')}`, 400, 'invalid_request'],
    ['opaque', 'not-an-id', 404, 'resource_not_found'],
    ['opaque', idOf(1), 404, 'resource_not_found'],
    ['opaque', `res-${idOf(1).replaceAll('-', '')}`, 404, 'resource_not_found'],
  ] as const)('jobIdFormat: %s answers the malformed id %s with %i %s', async (option, id, status, code) => {
    const { get } = await open({ fixtures: await inEachState(), assume: { jobIdFormat: option } })
    expect(readError(await get(`${path}/${id}`), status, code)).toMatch(/^id: /)
  })

  const stateNames = [
    ['pending_running_completed_failed', ['pending', 'running', 'completed', 'failed']],
    ['queued_processing_succeeded_failed', ['queued', 'processing', 'succeeded', 'failed']],
  ] as const
  it.each(stateNames)('jobStates: %s over time', async (option, names) => {
    const client = await open({ clock: noon, assume: { jobStates: option } })
    const { data } = read(await client.post(path, jobBody), 201, answers.job)
    const statuses = [data.status]
    for (const by of ['999ms', '1ms', '3999ms', '1ms']) {
      await client.fake.clock.advance(by)
      statuses.push(read(await client.get(`${path}/${data.id}`), 200, answers.job).data.status)
    }
    expect(statuses).toEqual([names[0], names[0], names[1], names[1], names[2]])
  })

  it.each(stateNames)('jobStates: %s in a dataset, its list and its filter', async (option, names) => {
    const client = await open({ fixtures: await inEachState(), assume: { jobStates: option, listOrder: 'by_id' } })
    expect((await list(client)).map((job) => job.status)).toEqual(names)
    for (const [at, name] of names.entries()) {
      expect((await getJob(client, at + 1)).status).toBe(name)
      expect(await listIds(client, `?status=${name}`)).toEqual([idOf(at + 1)])
    }
  })

  const minimal = (number: number, status: string) => ({
    id: idOf(number),
    name: `Job ${number}`,
    status,
    analysis_type: 'security_event_correlation',
    created_at: createdAt,
  })
  const rest = { data_source: { type: 'security_logs' }, output_format: 'json' }
  const full = [
    { ...minimal(1, 'pending'), ...rest, description: 'The first', updated_at: createdAt },
    { ...minimal(2, 'running'), ...rest, updated_at: started.started_at },
    { ...minimal(3, 'completed'), ...rest, updated_at: ended.completed_at, completed_at: ended.completed_at },
    { ...minimal(4, 'failed'), ...rest, updated_at: ended.completed_at },
  ]
  const short = full.map((job, at) => minimal(at + 1, job.status))
  it.each([
    ['full', full],
    ['minimal', short],
  ] as const)('jobRecord: %s', async (option, records) => {
    const client = await open({ fixtures: await inEachState(), assume: { jobRecord: option, listOrder: 'by_id' } })
    expect(await list(client)).toEqual(records)
    expect(await Promise.all([1, 2, 3, 4].map((number) => getJob(client, number)))).toEqual(records)
  })

  it.each([
    ['analysis_type', 'full', 'type'],
    ['analysis_type', 'minimal', 'type'],
    ['type', 'full', 'analysis_type'],
    ['type', 'minimal', 'analysis_type'],
  ] as const)('jobTypeField: %s, in a %s record', async (option, jobRecord, other) => {
    const client = await open({ assume: { jobTypeField: option, jobRecord } })
    const { data } = read(await client.post(path, jobBody), 201, answers.job)
    const [item] = await list(client, '?type=security_event_correlation&limit=1')
    for (const job of [data, item]) {
      expect(job).toHaveProperty(option, 'security_event_correlation')
      expect(job).not.toHaveProperty(other)
    }
  })

  it.each([
    ['created_at', ['completed_at', 'created_at', 'updated_at']],
    ['created_date', ['completed_date', 'created_date', 'updated_date']],
  ] as const)('jobDateField: %s', async (option, names) => {
    const fixtures = await inEachState()
    const dates = (job: object) =>
      Object.fromEntries(Object.entries(job).filter(([name]) => /^(created|updated|completed)_/.test(name)))
    const [completed, created, updated] = names
    const client = await open({ fixtures, assume: { jobDateField: option } })
    expect(dates(await getJob(client, 3))).toEqual({
      [created]: createdAt,
      [updated]: ended.completed_at,
      [completed]: ended.completed_at,
    })
    const short = await open({ fixtures, assume: { jobDateField: option, jobRecord: 'minimal' } })
    expect(dates(await getJob(short, 3))).toEqual({ [option]: createdAt })
  })

  it.each([
    ['absent', [undefined, undefined, undefined, undefined]],
    ['present', [undefined, undefined, results, undefined]],
  ] as const)('jobResults: %s', async (option, carried) => {
    const client = await open({ fixtures: await inEachState(), assume: { jobResults: option, listOrder: 'by_id' } })
    expect((await list(client)).map((job) => job.results)).toEqual(carried)
    const read = await Promise.all([1, 2, 3, 4].map((number) => getJob(client, number)))
    expect(read.map((job) => job.results)).toEqual(carried)
  })
})

describeFake('assumptions about the job list', (open) => {
  it.each(['queued', 'Pending', 'done', ''])('jobStatusFilter: empty and reject, of status=%s', async (status) => {
    const lenient = await open({ assume: { jobStatusFilter: 'empty' } })
    expect(await list(lenient, `?status=${status}`)).toEqual([])
    const strict = await open({ assume: { jobStatusFilter: 'reject' } })
    const details = readError(await strict.get(`${path}?status=${status}`), 400, 'invalid_request')
    expect(details).toBe(`status: expected one of pending, running, completed, failed, got "${status}"`)
    expect(await list(strict, '?status=running')).toHaveLength(3)
  })

  it.each(['same', 'minimal'] as const)('jobListItem: %s', async (option) => {
    const client = await open({ fixtures: await inEachState(), assume: { jobListItem: option, listOrder: 'by_id' } })
    const records = await Promise.all([1, 2, 3, 4].map((number) => getJob(client, number)))
    expect(records.every((job) => job.data_source?.type === 'security_logs')).toBe(true)
    const short = records.map(({ id, name, status, analysis_type, created_at }) => ({
      id,
      name,
      status,
      analysis_type,
      created_at,
    }))
    expect(await list(client)).toEqual(option === 'same' ? records : short)
  })

  /** Jobs around a day; their numbers are in the order of their creation. */
  const aroundDay = () =>
    writeFixtures({
      'jobs.json': [
        jobRow(1, '2026-06-10T00:00:00Z'),
        jobRow(2, '2026-06-10T12:00:00Z'),
        jobRow(3, '2026-06-11T00:00:00Z'),
        jobRow(4, '2026-06-11T08:00:00Z'),
      ],
    })
  const moment = '2026-06-10T11:00:00Z'
  const moments = { iso: moment, offset: '2026-06-10T13:00:00%2B02:00', unix: String(Date.parse(moment) / 1000) }
  it.each([
    ['iso_8601', '2026-06-10', [2, 3, 4]],
    ['iso_8601', moments.iso, [2, 3, 4]],
    ['iso_8601', moments.offset, [2, 3, 4]],
    ['date_time', moments.iso, [2, 3, 4]],
    ['date_time', moments.offset, [2, 3, 4]],
    ['unix_seconds', moments.unix, [2, 3, 4]],
    ['unix_seconds', '0', [1, 2, 3, 4]],
  ] as const)('createdAfterFormat: %s reads %s', async (option, text, numbers) => {
    const client = await open({ fixtures: await aroundDay(), assume: { createdAfterFormat: option } })
    expect(await listIds(client, `?created_after=${text}`)).toEqual(numbers.map(idOf))
  })

  it.each([
    ['iso_8601', moments.unix, 'an ISO 8601 date or date-time'],
    ['iso_8601', 'yesterday', 'an ISO 8601 date or date-time'],
    ['date_time', '2026-06-10', 'an ISO 8601 date-time'],
    ['date_time', moments.unix, 'an ISO 8601 date-time'],
    ['unix_seconds', '2026-06-10', 'a Unix time in seconds'],
    ['unix_seconds', moments.iso, 'a Unix time in seconds'],
    ['unix_seconds', '-1', 'a Unix time in seconds'],
  ] as const)('createdAfterFormat: %s refuses %s', async (option, text, expected) => {
    const { get } = await open({ assume: { createdAfterFormat: option } })
    const details = readError(await get(`${path}?created_after=${text}`), 400, 'invalid_request')
    expect(details).toBe(`created_after: expected ${expected}, got "${text}"`)
  })

  it.each([
    ['start_of_day', [2, 3, 4]],
    ['end_of_day', [4]],
  ] as const)('createdAfterDate: %s', async (option, numbers) => {
    const client = await open({ fixtures: await aroundDay(), assume: { createdAfterDate: option } })
    expect(await listIds(client, '?created_after=2026-06-10')).toEqual(numbers.map(idOf))
    expect(await listIds(client, '?created_after=2026-06-10T00:00:00Z')).toEqual([2, 3, 4].map(idOf))
  })

  it.each([
    ['excluded', [3, 4], [2, 3, 4], [4]],
    ['included', [2, 3, 4], [1, 2, 3, 4], [3, 4]],
  ] as const)('createdAfterBound: %s', async (option, atNoon, startOfDay, endOfDay) => {
    const fixtures = await aroundDay()
    const client = await open({ fixtures, assume: { createdAfterBound: option } })
    expect(await listIds(client, '?created_after=2026-06-10T12:00:00Z')).toEqual(atNoon.map(idOf))
    expect(await listIds(client, '?created_after=2026-06-10')).toEqual(startOfDay.map(idOf))
    const late = await open({ fixtures, assume: { createdAfterBound: option, createdAfterDate: 'end_of_day' } })
    expect(await listIds(late, '?created_after=2026-06-10')).toEqual(endOfDay.map(idOf))
  })
})
