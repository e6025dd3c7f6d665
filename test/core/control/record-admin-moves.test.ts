import { describe, expect, it } from 'vitest'

import type { FixtureRecord } from '../../../src/core/sandbox/record-admin.ts'
import { assessmentBody, jobBody, knownResource, noon, unknownId } from '../../support/answers.ts'
import {
  adminOf,
  ask,
  builtIn,
  finding,
  kinds,
  newId,
  openSandbox,
  rowsOf,
  viaJson,
} from '../../support/record-admin.ts'
import { idOf, jobRow } from '../assumptions/own-data.ts'

const later = '2026-07-01T13:00:00Z'
const earlier = '2026-03-01T08:00:00.250Z'
const hourMs = 3_600_000

const fieldsOf = {
  assessments: {
    pending: '',
    in_progress: '',
    failed: 'completed_at',
    completed: 'completed_at score findings summary',
  },
  jobs: {
    pending: '',
    running: 'started_at',
    failed: 'started_at completed_at',
    completed: 'started_at completed_at results',
  },
} as const

const ofNetworks = { ...assessmentBody, scan_options: { comprehensive: true, categories: ['network'] } }

const moves = (['assessments', 'jobs'] as const).flatMap((kind) =>
  Object.keys(fieldsOf[kind]).flatMap((from) => Object.keys(fieldsOf[kind]).map((to) => [kind, from, to] as const)),
)

describe('a move', () => {
  const late = ['started_at', 'completed_at', 'score', 'findings', 'summary', 'results']
  const lateOf = (row: FixtureRecord): string => late.filter((field) => Object.hasOwn(row, field)).join(' ')
  const without = (row: FixtureRecord, fields: readonly string[]): FixtureRecord =>
    Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)))
  const undated = (row: FixtureRecord): FixtureRecord => without(row, ['started_at', 'completed_at'])

  /** A record that was created in one status at noon, and moved to another an hour later. */
  async function move(kind: 'assessments' | 'jobs', from: string, to: string) {
    const sandbox = openSandbox({ assume: { jobResults: 'present', recordStatusField: 'present' } })
    const before = adminOf(kind).create(sandbox, { status: from, id: newId })
    sandbox.clock.change({ nowMs: sandbox.clock.now() + hourMs })
    const change = (patch: FixtureRecord): FixtureRecord => adminOf(kind).update(sandbox, newId, patch) ?? {}
    return { sandbox, before, moved: change({ status: to }), change }
  }

  type Box = ReturnType<typeof openSandbox>

  /** Expects that the API shows a record that was moved. */
  const expectShown = {
    jobs: (sandbox: Box, { status, completed_at, started_at, results }: FixtureRecord) => {
      const { data } = ask(sandbox, 'getJob', { id: newId })
      expect(data).toMatchObject({ status, created_at: noon, updated_at: completed_at ?? started_at ?? noon })
      const shown = [Object(data).completed_at, Object(data).results]
      expect(shown).toEqual(status === 'completed' ? [completed_at, results] : [undefined, undefined])
      expect(ask(sandbox, 'listJobs', { query: 'limit=100' }).data).toContainEqual(data)
    },
    assessments: (sandbox: Box, moved: FixtureRecord) => {
      const { id, resource_id, resource_type, status, estimated_completion_time, completed_at, ...rest } = moved
      const { created_at: _, score, ...details } = rest
      const item = { id, resource_id, resource_type, timestamp: completed_at, score }
      const isCompleted = status === 'completed'
      const pending = { id, resource_id, resource_type, status: status === 'in_progress' ? 'pending' : status }
      expect(ask(sandbox, 'getAssessment', { id: newId }).data).toEqual(
        isCompleted ? { ...item, status, ...details } : { ...pending, estimated_completion_time },
      )
      const { data } = ask(sandbox, 'listAssessments', { query: 'limit=100' })
      expect(data).toEqual(expect.arrayContaining(isCompleted ? [item] : []))
      expect(JSON.stringify(data).includes(newId)).toBe(isCompleted)
    },
  }

  it.each(moves)('of %s from %s to %s gives it the fields of that status, here and in the API', async (...names) => {
    const [kind, from, to] = names
    const { sandbox, before, moved, change } = await move(...names)
    expect(lateOf(before)).toBe(Reflect.get(fieldsOf[kind], from))
    // A job that had shown its results goes on to show them once it has failed.
    const kept = names.join(' ') === 'jobs completed failed' ? ' results' : ''
    expect(lateOf(moved)).toBe(`${Reflect.get(fieldsOf[kind], to)}${kept}`)
    expect(without(moved, late)).toEqual({ ...without(before, late), status: to })
    for (const field of ['started_at', 'completed_at'].filter((name) => Object.hasOwn(moved, name))) {
      expect(moved[field]).toBe(before[field] ?? later)
    }
    expectShown[kind](sandbox, moved)
    sandbox.clock.change({ nowMs: sandbox.clock.now() + 48 * hourMs })
    expect(adminOf(kind).get(sandbox, newId)).toEqual(moved)
    // And back it finds the same again.
    if (from === 'completed') expect(undated(change({ status: from }))).toEqual(undated(before))
    const completed = change({ status: 'completed' })
    change({ status: 'pending' })
    expect(undated(change({ status: 'completed' }))).toEqual(undated(completed))
  })

  it.each(kinds.filter((kind) => kind !== 'resources'))('of every fixture of %s there and back', (kind) => {
    const sandbox = openSandbox()
    for (const row of builtIn(kind).filter(({ status }) => status === 'completed')) {
      for (const status of Object.keys(fieldsOf[kind])) adminOf(kind).update(sandbox, row.id, { status })
      const back = adminOf(kind).update(sandbox, row.id, { status: 'completed' })
      expect(viaJson(undated(back ?? {}))).toEqual(undated(row))
    }
  })

  it.each([
    ['assessments', 'createAssessment', ofNetworks],
    ['jobs', 'createJob', jobBody],
  ] as const)('of %s that the API made completes it with what it would have found', async (kind, operation, body) => {
    const create = () => {
      const sandbox = openSandbox()
      ask(sandbox, operation, { body })
      const [{ id } = { id: '' }] = rowsOf(sandbox, kind)
      return { sandbox, admin: adminOf(kind), id }
    }
    const waited = create()
    const statuses: unknown[] = []
    for (const byMs of [0, 2000, 8000]) {
      waited.sandbox.clock.change({ nowMs: waited.sandbox.clock.now() + byMs })
      statuses.push(waited.admin.get(waited.sandbox, waited.id)?.['status'])
    }
    expect(statuses).toEqual(['pending', kind === 'jobs' ? 'running' : 'in_progress', 'completed'])
    const expected = waited.admin.get(waited.sandbox, waited.id) ?? {}
    expect(expected).toMatchObject({ completed_at: '2026-07-01T12:00:10Z' })

    const everywhere = [...Object.keys(fieldsOf[kind]), 'pending', 'completed']
    for (const path of [['completed'], ['failed', 'completed'], everywhere]) {
      const moved = create()
      const change = (status: string): FixtureRecord => moved.admin.update(moved.sandbox, moved.id, { status }) ?? {}
      const completed = path.map(change).at(-1) ?? {}
      expect(undated(completed)).toEqual(undated(expected))
      expect(completed['completed_at']).toBe(noon)
    }

    expect(waited.admin.update(waited.sandbox, waited.id, {})).toEqual(expected)
  })

  it('changes what follows from a named field, and leaves the rest', async () => {
    const sandbox = openSandbox()
    const admin = adminOf('assessments')
    const before = admin.create(sandbox, { id: newId, resource_id: unknownId })
    const { passing_checks } = Object(before['summary'])
    expect(passing_checks).toBeGreaterThan(0)
    const found = admin.update(sandbox, newId, { findings: [finding('high')] })
    const summary = { high_severity: 1, medium_severity: 0, low_severity: 0, passing_checks }
    expect(found).toEqual({ ...before, findings: [finding('high')], score: 85, summary })
    expect(admin.update(sandbox, newId, { summary: { low_severity: 9 } })).toEqual({
      ...found,
      summary: { ...summary, low_severity: 9 },
    })
    const assessed = admin.update(sandbox, newId, { resource_id: knownResource.id })
    expect(assessed).toMatchObject(assessmentBody)
    const [known, unknown] = [{ resource_id: knownResource.id }, { resource_id: unknownId }]
    for (const patch of [{ resource_type: 'x' }, known, unknown, { ...unknown, score: 1 }]) {
      expect(admin.update(sandbox, newId, patch)).toMatchObject({ ...patch, resource_type: 'x' })
    }
  })

  it('does not add what a row of a fixture does not have', () => {
    const ended = { started_at: noon, completed_at: noon }
    const rows = [
      jobRow(1, noon, { status: 'completed', ...ended }),
      jobRow(2, noon, { status: 'failed', ...ended, results: { events_analyzed: 1, anomalies_detected: 2 } }),
    ]
    const sandbox = openSandbox({ rows: { jobs: rows }, assume: { jobResults: 'present' } })
    for (const row of rows) {
      const changed = { ...row, name: 'other' }
      expect(adminOf('jobs').update(sandbox, String(row['id']), { name: 'other' })).toEqual(changed)
    }
    expect(ask(sandbox, 'getJob', { id: idOf(1) }).data).toMatchObject({ results: { events_analyzed: 0 } })
    const { results: _, ...bare } = { ...rows[1], results: undefined, name: 'other' }
    expect(adminOf('jobs').update(sandbox, idOf(2), { results: null })).toEqual(bare)
    expect(adminOf('jobs').update(sandbox, idOf(1), { status: 'pending', created_at: later })).toEqual(
      jobRow(1, later, { name: 'other' }),
    )
    expect(adminOf('jobs').update(sandbox, idOf(1), { status: 'completed' })).toMatchObject({
      started_at: later,
      completed_at: later,
    })
  })

  it('of a job to an end in the past began before it', async () => {
    const sandbox = openSandbox()
    const admin = adminOf('jobs')
    admin.create(sandbox, { id: newId, status: 'pending', created_at: earlier })
    const ended = { status: 'completed', completed_at: '2026-04-01T00:00:00Z' }
    expect(admin.update(sandbox, newId, ended)).toMatchObject({ started_at: '2026-04-01T00:00:00Z', ...ended })
  })

  it('of a job that lacks an output format goes without it', () => {
    const sandbox = openSandbox({ assume: { jobRequiredFields: 'core' } })
    const { output_format: _, ...body } = jobBody
    ask(sandbox, 'createJob', { body })
    const [row] = rowsOf(sandbox, 'jobs')
    expect(adminOf('jobs').update(sandbox, row?.id ?? '', { name: 'n' })).toEqual({ ...row, name: 'n' })
  })
})
