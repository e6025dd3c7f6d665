import { expect, it } from 'vitest'

import { answers, assessmentBody, jobBody, knownResource, noon } from '../../support/answers.ts'
import { describeFake, read } from '../../support/fake.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const fieldsOf = (record: object = {}): string => Object.keys(record).toSorted().join(' ')

describeFake('the operations of the document', (open) => {
  it('lists resources with the documented fields and no others (§2.3, §4.2)', async () => {
    const { get } = await open()
    const answer = await get('/cloud/resources')
    const { data, pagination } = read(answer, 200, answers.resources)
    expect(fieldsOf(data[0])).toBe('created_at id name provider region status tags type')
    expect(data).toHaveLength(20)
    expect(pagination).toEqual({
      total_items: 60,
      total_pages: 3,
      current_page: 1,
      items_per_page: 20,
      next_page: '/v1/cloud/resources?page=2&limit=20',
    })
  })

  it('gets a whole resource (§2.3)', async () => {
    const { get } = await open()
    const { data } = read(await get(`/cloud/resources/${knownResource.id}`), 200, answers.resource)
    expect(fieldsOf(data)).toBe('created_at details id name provider region status tags type updated_at')
    expect(fieldsOf(data.details)).toBe('instance_type private_ip public_ip security_groups subnet_id volumes vpc_id')
    expect(data.id).toBe(knownResource.id)
    expect(data.details.volumes.every((volume) => Number.isInteger(volume.size_gb))).toBe(true)
  })

  it('lists assessments with the documented fields and no others (§2.2, §4.1)', async () => {
    const { get } = await open()
    const { data, pagination } = read(await get('/security/assessments'), 200, answers.assessments)
    expect(fieldsOf(data[0])).toBe('id resource_id resource_type score timestamp')
    expect([data.length, pagination.total_items, pagination.total_pages]).toEqual([20, 42, 3])
  })

  it('gets every listed assessment whole, with a summary and a score that follow from its findings (§2.2)', async () => {
    const { get } = await open()
    const { data: items } = read(await get('/security/assessments?limit=100'), 200, answers.assessments)
    expect(items).toHaveLength(42)
    for (const item of items) {
      const { data } = read(await get(`/security/assessments/${item.id}`), 200, answers.assessment)
      expect(fieldsOf(data)).toBe('findings id resource_id resource_type score summary timestamp')
      expect(data).toMatchObject(item)
      const count = (severity: string): number =>
        data.findings.filter((finding) => finding.severity === severity).length
      const [high, medium, low] = [count('high'), count('medium'), count('low')]
      expect(data.summary).toMatchObject({ high_severity: high, medium_severity: medium, low_severity: low })
      expect(high + medium + low).toBe(data.findings.length)
      expect(data.score).toBe(Math.max(0, 100 - 15 * high - 7 * medium - 3 * low))
    }
  })

  it('creates an assessment, pending and with its time of completion (§2.2)', async () => {
    const { post } = await open({ clock: noon })
    const { data } = read(await post('/security/assessments', assessmentBody), 201, answers.creation)
    expect(data).toEqual({
      id: expect.stringMatching(uuid),
      ...assessmentBody,
      status: 'pending',
      estimated_completion_time: '2026-07-01T12:00:05Z',
    })
  })

  it('creates a job and gives it back as it was sent (§2.4)', async () => {
    const { post, get } = await open({ clock: noon })
    const body = {
      ...jobBody,
      description: 'Looks for bursts of refused logins',
      notification: { email: 'soc@example.com', webhook_url: 'https://hooks.example.com/jobs' },
    }
    const { data } = read(await post('/data/analysis/jobs', body), 201, answers.job)
    const { notification: _, ...shown } = body
    expect(data).toEqual({
      ...shown,
      id: expect.stringMatching(uuid),
      status: 'pending',
      created_at: noon,
      updated_at: noon,
    })
    expect(read(await get(`/data/analysis/jobs/${data.id}`), 200, answers.job).data).toEqual(data)
  })

  it('lists jobs on pages (§4.3)', async () => {
    const { get } = await open()
    const { data, pagination } = read(await get('/data/analysis/jobs?page=2&limit=10'), 200, answers.jobs)
    expect(data).toHaveLength(10)
    expect(pagination).toEqual({
      total_items: 25,
      total_pages: 3,
      current_page: 2,
      items_per_page: 10,
      next_page: '/v1/data/analysis/jobs?page=3&limit=10',
      prev_page: '/v1/data/analysis/jobs?page=1&limit=10',
    })
    const first = read(await get('/data/analysis/jobs?limit=10'), 200, answers.jobs).data
    expect(new Set(first.map((job) => job.status)).size).toBeGreaterThan(1)
  })
})
