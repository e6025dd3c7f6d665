import { expect, it } from 'vitest'

import { answers, assessmentBody, jobBody, knownResource, unknownId } from '../../support/answers.ts'
import { describeFake, read, readError } from '../../support/fake.ts'
import { builtIn } from '../../support/record-admin.ts'

const [resources, assessments, jobs] = ['/cloud/resources', '/security/assessments', '/data/analysis/jobs'] as const
const odd = '2026-07-01T12:00:00.250Z'

describeFake('assumptions about the form of answers', (open) => {
  it.each([
    ['seconds', 'Z'],
    ['milliseconds', '.000Z'],
  ] as const)('timestampPrecision: %s, of a resource', async (option, end) => {
    const row = builtIn('resources').find(({ id }) => id === knownResource.id)
    const [created_at, updated_at] = [row?.['created_at'], row?.['updated_at']].map((text) =>
      String(text).replace('Z', end),
    )
    const { get } = await open({ assume: { timestampPrecision: option } })
    const { data } = read(await get(`${resources}/${knownResource.id}`), 200, answers.resource)
    expect([data.created_at, data.updated_at]).toEqual([created_at, updated_at])
    const list = read(await get(`${resources}?limit=100`), 200, answers.resources).data
    expect(list.find(({ id }) => id === knownResource.id)?.created_at).toBe(created_at)
  })

  it.each([
    ['seconds', ['2026-07-01T12:00:00Z', '2026-07-01T12:00:06Z', '2026-07-01T12:00:05Z']],
    ['milliseconds', [odd, '2026-07-01T12:00:05.250Z', '2026-07-01T12:00:05.250Z']],
  ] as const)('timestampPrecision: %s, of an assessment and a job', async (option, [created, estimated, ended]) => {
    const { get, post, fake } = await open({ clock: odd, assume: { timestampPrecision: option } })
    const assessed = read(await post(assessments, assessmentBody), 201, answers.creation).data
    const job = read(await post(jobs, jobBody), 201, answers.job).data
    expect([assessed.estimated_completion_time, job.created_at]).toEqual([estimated, created])
    await fake.clock.advance('5s')
    expect(read(await get(`${assessments}/${assessed.id}`), 200, answers.assessment).data.timestamp).toBe(ended)
    expect(read(await get(assessments), 200, answers.assessments).data[0]?.timestamp).toBe(ended)
    const { created_at, updated_at, completed_at } = read(await get(`${jobs}/${job.id}`), 200, answers.job).data
    expect([created_at, updated_at, completed_at]).toEqual([created, ended, ended])
  })

  it.each([
    ['absent', {}, {}, {}],
    ['null', { description: null }, { output_format: null }, { completed_at: null }],
  ] as const)('absentOptional: %s', async (option, description, outputFormat, completedAt) => {
    const assume = { absentOptional: option, jobRequiredFields: 'core' } as const
    const { get, post, fake } = await open({ clock: 'frozen', assume })
    const core = { name: 'A', data_source: { type: 'security_logs' }, analysis_type: 'access_review' }
    const at = '2026-07-01T00:00:00Z'
    const { data } = read(await post(jobs, core), 201, answers.job)
    const record = { ...core, ...description, ...outputFormat, id: data.id, created_at: at }
    const pending = { ...record, ...completedAt, status: 'pending', updated_at: at }
    expect(data).toEqual(pending)
    expect(read(await get(`${jobs}?limit=1`), 200, answers.jobs).data).toEqual([pending])
    await fake.clock.advance('5s')
    const done = { status: 'completed', updated_at: '2026-07-01T00:00:05Z', completed_at: '2026-07-01T00:00:05Z' }
    expect(read(await get(`${jobs}/${data.id}`), 200, answers.job).data).toEqual({ ...record, ...done })
  })

  it.each([
    ['json', 'application/json'],
    ['with_charset', 'application/json; charset=utf-8'],
  ] as const)('contentType: %s', async (option, type) => {
    const { get, post } = await open({ assume: { contentType: option } })
    const [served, made] = [await get(resources), await post(jobs, jobBody)]
    const [missing, refused] = [await get(`${resources}/${unknownId}`), await get(resources, { key: null })]
    const all = [served, made, missing, refused]
    expect(all.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, type],
      [201, type],
      [404, type],
      [401, type],
    ])
  })

  it.each([
    ['absent', null, null],
    ['sunset', '@1767225600', 'Sat, 01 Jan 2028 00:00:00 GMT'],
  ] as const)('deprecation: %s', async (option, deprecated, sunset) => {
    const { get, post } = await open({ assume: { deprecation: option } })
    const refused = await get(resources, { key: null })
    readError(refused, 401, 'authentication_error')
    for (const { headers } of [await get(resources), await post(jobs, jobBody), refused]) {
      expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([deprecated, sunset])
    }
  })
})
