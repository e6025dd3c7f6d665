import { expect, it } from 'vitest'

import { answers, assessmentBody, noon } from '../../support/answers.ts'
import { type Client, describeFake, read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { assessmentRow, completedRow, idOf } from './own-data.ts'

const path = '/security/assessments'
const done = '2026-07-01T12:00:05Z'

/** One assessment in each state; in a list newest first: 1, 2, 3, 4. */
const inEachState = () =>
  writeFixtures({
    'assessments.json': [
      completedRow(1, '2026-06-14T00:00:00Z', { score: 80 }),
      assessmentRow(2, { status: 'failed', created_at: '2026-06-13T00:00:00Z', completed_at: '2026-06-13T00:01:00Z' }),
      assessmentRow(3, { status: 'in_progress', created_at: '2026-06-12T00:00:00Z' }),
      assessmentRow(4, { status: 'pending', created_at: '2026-06-11T00:00:00Z' }),
    ],
  })

const subject = { resource_id: idOf(900), resource_type: 'virtual_machine' }
const estimated = '2026-06-10T10:05:00Z'

async function create({ post }: Client) {
  return read(await post(path, assessmentBody), 201, answers.creation).data
}

async function getStatus({ get }: Client, id: string): Promise<string> {
  return read(await get(`${path}/${id}`), 200, answers.creation).data.status
}

describeFake('assumptions about assessments over time', (open) => {
  it.each([
    ['pending_completed', 'pending'],
    ['pending_in_progress_completed', 'in_progress'],
  ] as const)('assessmentStates: %s is %s once work began', async (option, between) => {
    const client = await open({ clock: noon, assume: { assessmentStates: option, recordStatusField: 'present' } })
    const { clock } = client.fake
    const { id } = await create(client)
    expect(await getStatus(client, id)).toBe('pending')
    await clock.advance('999ms')
    expect(await getStatus(client, id)).toBe('pending')
    await clock.advance('1ms')
    expect(await getStatus(client, id)).toBe(between)
    await clock.advance('3999ms')
    expect(await getStatus(client, id)).toBe(between)
    await clock.advance('1ms')
    const { data } = read(await client.get(`${path}/${id}`), 200, answers.assessment)
    expect([data.status, data.timestamp]).toEqual(['completed', done])
  })

  it.each([
    ['pending_completed', ['failed', 'pending', 'pending']],
    ['pending_in_progress_completed', ['failed', 'in_progress', 'pending']],
  ] as const)('assessmentStates: %s in a dataset', async (option, states) => {
    const client = await open({ fixtures: await inEachState(), assume: { assessmentStates: option } })
    expect(await Promise.all([2, 3, 4].map((number) => getStatus(client, idOf(number))))).toEqual(states)
  })

  it('pendingRead: creation_result is what its creation answered', async () => {
    const client = await open({ clock: noon, assume: { pendingRead: 'creation_result' } })
    const created = await create(client)
    const { data } = read(await client.get(`${path}/${created.id}`), 200, answers.creation)
    expect(data).toEqual(created)
    expect(data.estimated_completion_time).toBe(done)
  })

  it('pendingRead: not_found until it has completed', async () => {
    const client = await open({ clock: noon, assume: { pendingRead: 'not_found' } })
    const { id } = await create(client)
    await client.fake.clock.advance('4999ms')
    expect(readError(await client.get(`${path}/${id}`), 404, 'resource_not_found')).toContain(id)
    await client.fake.clock.advance('1ms')
    expect(read(await client.get(`${path}/${id}`), 200, answers.assessment).data.timestamp).toBe(done)
  })

  it('pendingRead: blank_record is a full record with nothing in it, of its creation', async () => {
    const client = await open({ clock: noon, assume: { pendingRead: 'blank_record' } })
    const { id } = await create(client)
    await client.fake.clock.advance('4999ms')
    expect(read(await client.get(`${path}/${id}`), 200, answers.assessment).data).toEqual({
      id,
      ...assessmentBody,
      timestamp: noon,
      score: 0,
      findings: [],
      summary: { high_severity: 0, medium_severity: 0, low_severity: 0, passing_checks: 0 },
    })
    await client.fake.clock.advance('1ms')
    const { summary } = read(await client.get(`${path}/${id}`), 200, answers.assessment).data
    expect(Object.values(summary).reduce((sum, count) => sum + count)).toBe(8)
  })

  const completedItem = { id: idOf(1), ...subject, timestamp: '2026-06-14T00:00:00Z', score: 80 }
  const unfinishedItems = (score: number | null) => [
    { id: idOf(2), ...subject, timestamp: '2026-06-13T00:00:00Z', score },
    { id: idOf(3), ...subject, timestamp: '2026-06-12T00:00:00Z', score },
    { id: idOf(4), ...subject, timestamp: '2026-06-11T00:00:00Z', score },
  ]
  it.each([
    ['hidden', []],
    ['score_null', unfinishedItems(null)],
    ['score_zero', unfinishedItems(0)],
  ] as const)('pendingListed: %s', async (option, others) => {
    const { get } = await open({ fixtures: await inEachState(), assume: { pendingListed: option } })
    const { data, pagination } = read(await get(path), 200, answers.assessments)
    expect(data).toEqual([completedItem, ...others])
    expect(pagination.total_items).toBe(1 + others.length)
  })

  it.each(['creation_result', 'not_found'] as const)('failedRead: %s', async (option) => {
    const { get } = await open({ fixtures: await inEachState(), assume: { failedRead: option } })
    const answer = await get(`${path}/${idOf(2)}`)
    if (option === 'not_found') expect(readError(answer, 404, 'resource_not_found')).toContain(idOf(2))
    else {
      expect(read(answer, 200, answers.creation).data).toEqual({
        id: idOf(2),
        ...subject,
        status: 'failed',
        estimated_completion_time: estimated,
      })
    }
    expect(read(await get(`${path}/${idOf(4)}`), 200, answers.creation).data.status).toBe('pending')
  })

  it.each([
    ['absent', {}],
    ['present', { status: 'completed' }],
  ] as const)('recordStatusField: %s', async (option, field) => {
    const { get } = await open({ fixtures: await inEachState(), assume: { recordStatusField: option } })
    expect(read(await get(`${path}/${idOf(1)}`), 200, answers.assessment).data).toEqual({
      ...completedItem,
      ...field,
      findings: [],
      summary: { high_severity: 0, medium_severity: 0, low_severity: 0, passing_checks: 4 },
    })
    expect(read(await get(path), 200, answers.assessments).data).toEqual([completedItem])
  })

  it.each([
    ['completed', done, 0],
    ['created', noon, 1],
  ] as const)('assessmentTimestamp: %s, in the record, the list and its filters', async (option, at, untilNoon) => {
    const client = await open({ clock: noon, assume: { assessmentTimestamp: option } })
    const { id } = await create(client)
    await client.fake.clock.advance('1h')
    expect(read(await client.get(`${path}/${id}`), 200, answers.assessment).data.timestamp).toBe(at)
    const list = async (query: string) => read(await client.get(`${path}?${query}`), 200, answers.assessments).data
    expect((await list(`from_date=${noon}`)).map((item) => [item.id, item.timestamp])).toEqual([[id, at]])
    expect(await list(`from_date=${noon}&to_date=${noon}`)).toHaveLength(untilNoon)
  })

  it.each([
    ['completed', [idOf(1), idOf(2)]],
    ['created', [idOf(2), idOf(1)]],
  ] as const)('assessmentTimestamp: %s orders the list', async (option, ids) => {
    const fixtures = await writeFixtures({
      'assessments.json': [
        completedRow(1, '2026-06-10T12:00:00Z', { created_at: '2026-06-10T10:00:00Z' }),
        completedRow(2, '2026-06-10T11:30:00Z', { created_at: '2026-06-10T11:00:00Z' }),
      ],
    })
    const { get } = await open({ fixtures, assume: { assessmentTimestamp: option } })
    expect(read(await get(path), 200, answers.assessments).data.map((item) => item.id)).toEqual(ids)
  })

  const finding = (id: string, severity: string) => ({
    id,
    severity,
    category: 'network',
    description: 'd',
    remediation: 'r',
  })
  const low = { score: 97, findings: [finding('e', 'low')] }
  it.each([
    ['three', ['medium', 'high', 'high', 'low'], 2],
    ['with_critical', ['medium', 'critical', 'high', 'low'], 1],
  ] as const)('severityValues: %s', async (option, severities, high) => {
    const findings = [finding('a', 'medium'), finding('b', 'high'), finding('c', 'high'), finding('d', 'low')]
    const summary = { high_severity: 2, medium_severity: 1, low_severity: 1, passing_checks: 3 }
    const fixtures = await writeFixtures({
      'assessments.json': [
        completedRow(1, '2026-06-14T00:00:00Z', { score: 60, findings, summary }),
        completedRow(2, '2026-06-14T00:00:00Z', low),
      ],
    })
    const { get } = await open({ fixtures, assume: { severityValues: option } })
    const { data } = read(await get(`${path}/${idOf(1)}`), 200, answers.assessment)
    expect(data.findings).toEqual(findings.map((found, at) => ({ ...found, severity: severities[at] })))
    expect([data.score, data.summary]).toEqual([60, { ...summary, high_severity: high }])
    expect(read(await get(`${path}/${idOf(2)}`), 200, answers.assessment).data).toMatchObject(low)
  })
})
