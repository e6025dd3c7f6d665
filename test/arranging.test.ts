import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { resources } from '../src/api/resources/resource.ts'
import type { FixtureRecord } from '../src/sandbox/record-admin.ts'
import { assessmentRow, completedRow, idOf, jobRow, resourceRow } from './assumptions/own-data.ts'
import { assessmentBody, jobBody, knownResource, noon, unknownId } from './support/answers.ts'
import { arrangerOf, ask, builtIn, kinds, openSandbox, refusal, rowsOf, viaJson } from './support/arranging.ts'

const later = '2026-07-01T13:00:00Z'
const earlier = '2026-03-01T08:00:00.250Z'
const hourMs = 3_600_000
const noonMs = Date.parse(noon)
const newId = 'aaaaaaaa-0000-4000-8000-000000000001'
const finding = (severity: string) => ({ id: 'f', severity, category: 'c', description: 'd', remediation: 'r' })

describe.each(kinds)('the rows of %s', (kind) => {
  const arranger = arrangerOf(kind)

  it('are those of the fixture file, to the byte', () => {
    const sandbox = openSandbox()
    expect(arranger.count(sandbox)).toBe(builtIn(kind).length)
    for (const row of builtIn(kind)) expect(JSON.stringify(arranger.get(sandbox, row.id))).toBe(JSON.stringify(row))
  })

  it('make the same record anew, but for the id', async () => {
    const sandbox = openSandbox()
    for (const [position, row] of builtIn(kind).entries()) {
      const copied = { ...row, id: idOf(position) }
      expect(viaJson(await arranger.create(sandbox, copied))).toEqual(copied)
      expect(viaJson(arranger.get(sandbox, copied.id))).toEqual(copied)
    }
    expect(arranger.count(sandbox)).toBe(2 * builtIn(kind).length)
  })

  it('change in the field that is patched alone, and are there under their id in either case', () => {
    const sandbox = openSandbox()
    const field = kind === 'assessments' ? 'resource_type' : 'name'
    const updated = kind === 'resources' ? { updated_at: noon } : {}
    for (const row of builtIn(kind)) {
      const changed = { ...row, [field]: 'other', ...updated }
      expect(viaJson(arranger.update(sandbox, row.id.toUpperCase(), { [field]: 'other' }))).toEqual(changed)
      expect(viaJson(arranger.get(sandbox, row.id.toUpperCase()))).toEqual(changed)
    }
    expect(arranger.count(sandbox)).toBe(builtIn(kind).length)
  })

  it('are the newest first, in slices', () => {
    const sandbox = openSandbox()
    const all = rowsOf(sandbox, kind)
    expect(all.map((row) => row['created_at'])).toEqual(
      builtIn(kind)
        .map((row) => String(row['created_at']))
        .toSorted()
        .toReversed(),
    )
    expect(viaJson(arranger.list(sandbox, 3, 7))).toEqual(all.slice(3, 7))
    expect(arranger.list(sandbox, 5, 5)).toEqual([])
    expect(arranger.list(sandbox, 1000, 1010)).toEqual([])
  })

  it('are drawn from the seed and the number alone', async () => {
    const draw = async (seed: number) => {
      const sandbox = openSandbox({ seed })
      return [await arranger.create(sandbox, {}), await arranger.create(sandbox, {})]
    }
    const drawn = await draw(1)
    expect(await draw(1)).toEqual(drawn)
    expect(drawn[0]?.['id']).not.toBe(drawn[1]?.['id'])
    expect((await draw(2)).map((row) => row['id'])).not.toEqual(drawn.map((row) => row['id']))
  })

  it('come and go for a list that changes', async () => {
    const sandbox = openSandbox()
    const before = rowsOf(sandbox, kind)
    await arranger.insertDrawn(sandbox, noonMs)
    const [newest, ...rest] = rowsOf(sandbox, kind)
    expect(rest).toEqual(before)
    expect(newest).toMatchObject({ created_at: noon, ...(kind === 'resources' ? {} : { status: 'completed' }) })
    arranger.removeNewest(sandbox, noonMs)
    expect(rowsOf(sandbox, kind)).toEqual(before)
    for (let left = before.length; left > 0; left -= 1) arranger.removeNewest(sandbox, noonMs)
    expect(rowsOf(sandbox, kind).every((row) => row['status'] !== 'completed')).toBe(true)
    expect(arranger.remove(sandbox, unknownId)).toBe(false)
    arranger.removeNewest(openSandbox({ rows: {} }), noonMs)
  })
})

it('of assessments the newest that is removed is one that a list shows', async () => {
  const sandbox = openSandbox()
  const arranger = arrangerOf('assessments')
  await arranger.create(sandbox, { status: 'pending', id: newId })
  const { pagination } = ask(sandbox, 'listAssessments')
  arranger.removeNewest(sandbox, noonMs)
  expect(ask(sandbox, 'listAssessments').pagination?.total_items).toBe((pagination?.total_items ?? 0) - 1)
  expect(arranger.get(sandbox, newId)).toBeDefined()
})

describe('a partial record', () => {
  it.each<[kind: (typeof kinds)[number], partial: FixtureRecord, expected: FixtureRecord]>([
    ['resources', {}, { created_at: noon, updated_at: noon }],
    ['resources', { created_at: earlier }, { created_at: earlier, updated_at: noon }],
    ['resources', { created_at: later }, { created_at: later, updated_at: later }],
    ['resources', { updated_at: earlier }, { created_at: earlier, updated_at: earlier }],
    ['resources', { updated_at: later }, { created_at: noon, updated_at: later }],
    ['resources', { id: newId.toUpperCase(), name: 'n', tags: [] }, { id: newId, name: 'n', tags: [] }],
    ['resources', { details: { volumes: [] } }, { details: expect.objectContaining({ volumes: [] }) }],
    [
      'resources',
      { provider: 'azure' },
      { provider: 'azure', region: expect.stringMatching(/^(east|westeu|northeu)/) },
    ],
    ['resources', { provider: 'oracle', type: 'cache' }, { name: expect.stringMatching(/-cache-\d\d$/) }],
    ['resources', { created_at: '2026-03-01T10:00:00.5+02:00' }, { created_at: '2026-03-01T08:00:00.500Z' }],
    ['assessments', {}, { status: 'completed', created_at: noon, completed_at: noon }],
    ['assessments', { created_at: earlier }, { created_at: earlier, completed_at: earlier }],
    ['assessments', { completed_at: earlier }, { created_at: earlier, completed_at: earlier }],
    ['assessments', { completed_at: later }, { created_at: noon, completed_at: later }],
    ['assessments', { created_at: later, status: 'failed' }, { created_at: later, completed_at: later }],
    ['assessments', { status: 'pending' }, { estimated_completion_time: '2026-07-01T12:05:00Z' }],
    ['assessments', { created_at: '9999-12-31T23:59:59Z' }, { estimated_completion_time: '9999-12-31T23:59:59.999Z' }],
    ['assessments', { resource_id: knownResource.id.toUpperCase() }, assessmentBody],
    ['assessments', { resource_id: unknownId }, { resource_id: unknownId, resource_type: 'virtual_machine' }],
    ['assessments', { ...assessmentBody, resource_type: 'cache' }, { resource_type: 'cache' }],
    [
      'assessments',
      { findings: ['high', 'high', 'low', 'medium', 'odd', 'constructor'].map(finding) },
      { score: 60, summary: { high_severity: 2, medium_severity: 1, low_severity: 1, passing_checks: 0 } },
    ],
    [
      'assessments',
      { findings: [], score: 7, summary: { passing_checks: 3 } },
      { score: 7, summary: { high_severity: 0, medium_severity: 0, low_severity: 0, passing_checks: 3 } },
    ],
    ['assessments', { score: -5 }, { score: -5 }],
    ['jobs', {}, { status: 'completed', created_at: noon, started_at: noon, completed_at: noon }],
    ['jobs', { created_at: earlier }, { created_at: earlier, started_at: earlier, completed_at: earlier }],
    ['jobs', { completed_at: earlier }, { created_at: earlier, started_at: earlier, completed_at: earlier }],
    ['jobs', { started_at: later }, { created_at: noon, started_at: later, completed_at: later }],
    ['jobs', { started_at: earlier, status: 'running' }, { created_at: earlier, started_at: earlier }],
    ['jobs', { analysis_type: 'access_review' }, { name: expect.stringContaining(' access review of ') }],
    [
      'jobs',
      { data_source: { type: 'audit_trail' } },
      { data_source: { type: 'audit_trail' }, analysis_type: 'access_review' },
    ],
    ['jobs', { data_source: { parameters: {} } }, { data_source: { type: expect.any(String), parameters: {} } }],
    ['jobs', { status: 'failed', results: null }, { status: 'failed' }],
    ['jobs', { name: '', description: 'd', notification: {} }, { name: '', description: 'd', notification: {} }],
  ])('%s %j', async (kind, partial, expected) => {
    const sandbox = openSandbox()
    const row = await arrangerOf(kind).create(sandbox, partial)
    expect(row).toMatchObject(expected)
    expect(rowsOf(sandbox, kind)).toContainEqual(viaJson(row))
  })

  it('without a resource is an assessment of one of the inventory, where it has one', async () => {
    const sandbox = openSandbox()
    const inventory = builtIn('resources').map(({ id, type }) => `${id} ${String(type)}`)
    const assessed = new Set<string>()
    for (let i = 0; i < 10; i += 1) {
      const { resource_id, resource_type } = await arrangerOf('assessments').create(sandbox, {})
      assessed.add(`${String(resource_id)} ${String(resource_type)}`)
    }
    expect(inventory).toEqual(expect.arrayContaining([...assessed]))
    expect(assessed.size).toBeGreaterThan(5)
    const row = await arrangerOf('assessments').create(openSandbox({ rows: {} }), {})
    expect(row).toMatchObject({ resource_type: 'virtual_machine' })
  })

  it.each([
    ['aws', /^(us|eu)-[a-z]+-\d$/],
    ['azure', /^[a-z]+$/],
    ['gcp', /^[a-z]+-[a-z]+\d$/],
  ])('of a resource of %s is in one of its regions', async (provider, region) => {
    const sandbox = openSandbox()
    for (let i = 0; i < 5; i += 1) {
      const row = await arrangerOf('resources').create(sandbox, { provider })
      expect(row['region']).toMatch(region)
    }
  })

  it('of a job has of its data source what is given', async () => {
    const { data_source } = await arrangerOf('jobs').create(openSandbox(), { data_source: { type: 'own' } })
    expect(data_source).toEqual({ type: 'own' })
  })

  it('has optional fields only where they are given', async () => {
    const sandbox = openSandbox()
    for (let i = 0; i < 6; i += 1) {
      const row = await arrangerOf('jobs').create(sandbox, { status: 'pending' })
      expect(Object.keys(row).join(' ')).toBe('id name status data_source analysis_type output_format created_at')
    }
  })
})

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

const moves = (['assessments', 'jobs'] as const).flatMap((kind) =>
  Object.keys(fieldsOf[kind]).flatMap((from) => Object.keys(fieldsOf[kind]).map((to) => [kind, from, to] as const)),
)

describe('a move', () => {
  const late = ['started_at', 'completed_at', 'score', 'findings', 'summary', 'results']
  const lateOf = (row: FixtureRecord): string => late.filter((field) => Object.hasOwn(row, field)).join(' ')
  const without = (row: FixtureRecord, fields: readonly string[]): FixtureRecord =>
    Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)))
  const undated = (row: FixtureRecord): FixtureRecord => without(row, ['started_at', 'completed_at'])

  /** A record that was arranged in one status at noon, and moved to another an hour later. */
  async function move(kind: 'assessments' | 'jobs', from: string, to: string) {
    const sandbox = openSandbox({ assume: { jobResults: 'present', recordStatusField: 'present' } })
    const before = await arrangerOf(kind).create(sandbox, { status: from, id: newId })
    sandbox.clock.change({ nowMs: sandbox.clock.now() + hourMs })
    const change = (patch: FixtureRecord): FixtureRecord => arrangerOf(kind).update(sandbox, newId, patch) ?? {}
    return { sandbox, before, moved: change({ status: to }), change }
  }

  it.each(moves)('of %s from %s to %s gives it the fields of that status, and changes no other', async (...names) => {
    const [kind, from, to] = names
    const { sandbox, before, moved } = await move(...names)
    expect(lateOf(before)).toBe(Reflect.get(fieldsOf[kind], from))
    // A job that had told its results goes on to tell them once it has failed.
    const kept = names.join(' ') === 'jobs completed failed' ? ' results' : ''
    expect(lateOf(moved)).toBe(`${Reflect.get(fieldsOf[kind], to)}${kept}`)
    expect(without(moved, late)).toEqual({ ...without(before, late), status: to })
    for (const field of ['started_at', 'completed_at'].filter((name) => Object.hasOwn(moved, name))) {
      expect(moved[field]).toBe(before[field] ?? later)
    }
    sandbox.clock.change({ nowMs: sandbox.clock.now() + 48 * hourMs })
    expect(arrangerOf(kind).get(sandbox, newId)).toEqual(moved)
  })

  it.each(moves.filter(([kind]) => kind === 'jobs'))('of %s from %s to %s is what the API tells', async (...names) => {
    const { sandbox, moved } = await move(...names)
    const { data } = ask(sandbox, 'getJob', { id: newId })
    expect(data).toMatchObject({
      status: moved['status'],
      created_at: noon,
      updated_at: moved['completed_at'] ?? moved['started_at'] ?? noon,
    })
    const ended = moved['status'] === 'completed' ? [moved['completed_at'], moved['results']] : [undefined, undefined]
    const { completed_at, results } = Object(data)
    expect([completed_at, results]).toEqual(ended)
    expect(ask(sandbox, 'listJobs', { query: 'limit=100' }).data).toContainEqual(data)
  })

  it.each(moves.filter(([kind]) => kind === 'assessments'))(
    'of %s from %s to %s is what the API tells',
    async (...names) => {
      const { sandbox, moved } = await move(...names)
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
  )

  it.each(moves)('of %s from %s to %s and back finds the same again', async (...names) => {
    const { before, change } = await move(...names)
    const [, from] = names
    if (from === 'completed') expect(undated(change({ status: from }))).toEqual(undated(before))
    const completed = change({ status: 'completed' })
    change({ status: 'pending' })
    expect(undated(change({ status: 'completed' }))).toEqual(undated(completed))
  })

  it.each(kinds.filter((kind) => kind !== 'resources'))('of every fixture of %s there and back', (kind) => {
    const sandbox = openSandbox()
    for (const row of builtIn(kind).filter(({ status }) => status === 'completed')) {
      for (const status of Object.keys(fieldsOf[kind])) arrangerOf(kind).update(sandbox, row.id, { status })
      const back = arrangerOf(kind).update(sandbox, row.id, { status: 'completed' })
      expect(viaJson(undated(back ?? {}))).toEqual(undated(row))
    }
  })

  it.each([
    [
      'assessments',
      'createAssessment',
      { ...assessmentBody, scan_options: { comprehensive: true, categories: ['network'] } },
    ],
    ['jobs', 'createJob', jobBody],
  ] as const)('of %s that the API made completes it with what it would have found', async (kind, operation, body) => {
    const create = () => {
      const sandbox = openSandbox()
      ask(sandbox, operation, { body })
      const [{ id } = { id: '' }] = rowsOf(sandbox, kind)
      return { sandbox, arranger: arrangerOf(kind), id }
    }
    const waited = create()
    const phases: unknown[] = []
    for (const byMs of [0, 2000, 8000]) {
      waited.sandbox.clock.change({ nowMs: waited.sandbox.clock.now() + byMs })
      phases.push(waited.arranger.get(waited.sandbox, waited.id)?.['status'])
    }
    expect(phases).toEqual(['pending', kind === 'jobs' ? 'running' : 'in_progress', 'completed'])
    const expected = waited.arranger.get(waited.sandbox, waited.id) ?? {}
    expect(expected).toMatchObject({ completed_at: '2026-07-01T12:00:10Z' })

    for (const path of [
      ['completed'],
      ['failed', 'completed'],
      [...Object.keys(fieldsOf[kind]), 'pending', 'completed'],
    ]) {
      const moved = create()
      const change = (status: string): FixtureRecord => moved.arranger.update(moved.sandbox, moved.id, { status }) ?? {}
      const completed = path.map(change).at(-1) ?? {}
      expect(undated(completed)).toEqual(undated(expected))
      expect(completed['completed_at']).toBe(noon)
    }

    const late = waited.arranger.update(waited.sandbox, waited.id, {})
    expect(late).toEqual(expected)
  })

  it('changes what follows from a named field, and leaves the rest', async () => {
    const sandbox = openSandbox()
    const arranger = arrangerOf('assessments')
    const before = await arranger.create(sandbox, { id: newId, resource_id: unknownId })
    const { passing_checks } = Object(before['summary'])
    expect(passing_checks).toBeGreaterThan(0)
    const found = arranger.update(sandbox, newId, { findings: [finding('high')] })
    const summary = { high_severity: 1, medium_severity: 0, low_severity: 0, passing_checks }
    expect(found).toEqual({ ...before, findings: [finding('high')], score: 85, summary })
    expect(arranger.update(sandbox, newId, { summary: { low_severity: 9 } })).toEqual({
      ...found,
      summary: { ...summary, low_severity: 9 },
    })
    const assessed = arranger.update(sandbox, newId, { resource_id: knownResource.id })
    expect(assessed).toMatchObject(assessmentBody)
    expect(arranger.update(sandbox, newId, { resource_type: 'x' })).toMatchObject({ resource_type: 'x' })
    expect(arranger.update(sandbox, newId, { resource_id: knownResource.id })).toMatchObject({ resource_type: 'x' })
    expect(arranger.update(sandbox, newId, { resource_id: unknownId })).toMatchObject({ resource_type: 'x' })
    expect(arranger.update(sandbox, newId, { resource_id: unknownId, score: 1 })).toMatchObject({
      resource_type: 'x',
      score: 1,
    })
  })

  it('leaves alone what a row of a fixture does not have', () => {
    const ended = { started_at: noon, completed_at: noon }
    const rows = [
      jobRow(1, noon, { status: 'completed', ...ended }),
      jobRow(2, noon, { status: 'failed', ...ended, results: { events_analyzed: 1, anomalies_detected: 2 } }),
    ]
    const sandbox = openSandbox({ rows: { jobs: rows }, assume: { jobResults: 'present' } })
    for (const row of rows) {
      const changed = { ...row, name: 'other' }
      expect(arrangerOf('jobs').update(sandbox, String(row['id']), { name: 'other' })).toEqual(changed)
    }
    expect(ask(sandbox, 'getJob', { id: idOf(1) }).data).toMatchObject({ results: { events_analyzed: 0 } })
    const { results: _, ...bare } = { ...rows[1], results: undefined, name: 'other' }
    expect(arrangerOf('jobs').update(sandbox, idOf(2), { results: null })).toEqual(bare)
    expect(arrangerOf('jobs').update(sandbox, idOf(1), { status: 'pending', created_at: later })).toEqual(
      jobRow(1, later, { name: 'other' }),
    )
    expect(arrangerOf('jobs').update(sandbox, idOf(1), { status: 'completed' })).toMatchObject({
      started_at: later,
      completed_at: later,
    })
  })

  it('of a job to an end in the past began before it', async () => {
    const sandbox = openSandbox()
    const arranger = arrangerOf('jobs')
    await arranger.create(sandbox, { id: newId, status: 'pending', created_at: earlier })
    const ended = { status: 'completed', completed_at: '2026-04-01T00:00:00Z' }
    expect(arranger.update(sandbox, newId, ended)).toMatchObject({ started_at: '2026-04-01T00:00:00Z', ...ended })
  })

  it('of a job that lacks an output format goes without it', () => {
    const sandbox = openSandbox({ assume: { jobRequiredFields: 'core' } })
    const { output_format: _, ...body } = jobBody
    ask(sandbox, 'createJob', { body })
    const [row] = rowsOf(sandbox, 'jobs')
    expect(arrangerOf('jobs').update(sandbox, row?.id ?? '', { name: 'n' })).toEqual({ ...row, name: 'n' })
  })
})

describe('a refused change says why, and changes nothing', () => {
  const [resource, assessment, job] = [
    resourceRow(1),
    completedRow(1, '2026-06-10T10:02:00Z'),
    jobRow(1, '2026-06-10T10:00:00Z'),
  ]
  const rows = {
    resources: [resource],
    assessments: [assessment, assessmentRow(2, { status: 'pending' })],
    jobs: [job],
  }
  const dateTime = 'expected an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z'

  it.each<[kind: (typeof kinds)[number], partial: unknown, message: string]>([
    ['resources', [], 'the record: expected an object, got an array'],
    ['resources', null, 'the record: expected an object, got null'],
    ['resources', 'x', 'the record: expected an object, got "x"'],
    ['resources', { nam: 'x' }, 'nam: not a known field. Did you mean name?'],
    ['resources', JSON.parse('{"__proto__":{"a":1}}'), '__proto__: not a known field'],
    ['resources', { region: 7 }, 'region: expected a string, got 7'],
    ['resources', { region: null }, 'region: required, but missing'],
    ['resources', { id: 'vm-1' }, 'id: expected a UUID, got "vm-1"'],
    ['resources', { id: null }, 'id: required, but missing'],
    ['resources', { id: idOf(1) }, `id: another of the resources has "${idOf(1)}"; expected one of its own`],
    ['resources', { created_at: 'now' }, `created_at: ${dateTime}, got "now"`],
    ['resources', { updated_at: null }, 'updated_at: required, but missing'],
    ['resources', { details: 'x' }, 'details: expected an object, got "x"'],
    [
      'resources',
      { details: { volumes: [{ id: 'v', type: 't' }] } },
      'details.volumes[0].size_gb: required, but missing',
    ],
    [
      'assessments',
      { status: 'running' },
      'status: expected one of pending, in_progress, failed, completed, got "running"',
    ],
    [
      'assessments',
      { status: 'constructor' },
      'status: expected one of pending, in_progress, failed, completed, got "constructor"',
    ],
    ['assessments', { status: null }, 'status: required, but missing'],
    ['assessments', { status: 'pending', score: 1 }, 'score: not a known field'],
    ['assessments', { status: 'failed', findings: [] }, 'findings: not a known field'],
    ['assessments', { findings: 'x' }, 'findings: expected an array, got "x"'],
    ['assessments', { findings: [{}] }, 'findings[0].id: required, but missing'],
    ['assessments', { score: null }, 'score: required, but missing'],
    ['assessments', { resource_id: 'vm-1' }, 'resource_id: expected a UUID, got "vm-1"'],
    ['assessments', { summary: { passing_checks: -1 } }, 'summary.passing_checks: expected at least 0, got -1'],
    ['jobs', { status: 'running', completed_at: noon }, 'completed_at: not a known field'],
    ['jobs', { started_at: null }, 'started_at: required, but missing'],
    ['jobs', { description: 4 }, 'description: expected a string, got 4'],
    [
      'jobs',
      { data_source: { type: 'a', parameters: { start_date: 'x' } } },
      `data_source.parameters.start_date: ${dateTime}, got "x"`,
    ],
  ])('create %s %j', async (kind, partial, message) => {
    const sandbox = openSandbox({ rows })
    const before = rowsOf(sandbox, kind)
    const told = await refusal(() => arrangerOf(kind).create(sandbox, partial))
    expect(told.slice(0, message.length)).toBe(message)
    expect(rowsOf(sandbox, kind)).toEqual(before)
    // No number was taken: the next one is the same as where nothing was refused.
    const next = await arrangerOf(kind).create(sandbox, {})
    expect(next).toEqual(await arrangerOf(kind).create(openSandbox({ rows }), {}))
  })

  it.each<[kind: (typeof kinds)[number], number: number, patch: unknown, message: string]>([
    ['resources', 1, 7, 'the patch: expected an object, got 7'],
    ['resources', 1, { id: newId }, `id: expected "${idOf(1)}", which cannot be changed, got "${newId}"`],
    ['resources', 1, { id: null }, `id: expected "${idOf(1)}", which cannot be changed, got null`],
    ['resources', 1, { owner: 'me' }, 'owner: not a known field'],
    ['resources', 1, { tags: { key: 'a' } }, 'tags: expected an array, got an object'],
    ['resources', 1, { name: null }, 'name: required, but missing'],
    ['assessments', 1, { status: 'pending', completed_at: noon }, 'completed_at: not a known field'],
    ['assessments', 1, { status: 'failed', score: 5 }, 'score: not a known field'],
    ['assessments', 1, { findings: null }, 'findings: required, but missing'],
    ['assessments', 2, { score: 5 }, 'score: not a known field'],
    ['assessments', 2, { status: 'completed', completed_at: null }, 'completed_at: required, but missing'],
    [
      'assessments',
      2,
      { status: 'done' },
      'status: expected one of pending, in_progress, failed, completed, got "done"',
    ],
    ['jobs', 1, { results: { events_analyzed: 1, anomalies_detected: 1 } }, 'results: not a known field'],
    ['jobs', 1, { status: 'completed', results: {} }, 'results.events_analyzed: required, but missing'],
  ])('update %s %i %j', async (kind, number, patch, message) => {
    const sandbox = openSandbox({ rows })
    const before = rowsOf(sandbox, kind)
    const told = await refusal(() => arrangerOf(kind).update(sandbox, idOf(number), patch))
    expect(told.slice(0, message.length)).toBe(message)
    expect(rowsOf(sandbox, kind)).toEqual(before)
  })

  it.each(kinds)('%s of an unknown id cannot be changed or removed, and one that is removed is gone', (kind) => {
    const sandbox = openSandbox()
    const arranger = arrangerOf(kind)
    const { id } = builtIn(kind).find((row) => /[a-f]/.test(row.id)) ?? { id: '' }
    expect(arranger.update(sandbox, unknownId, { name: 1 })).toBeUndefined()
    expect(arranger.remove(sandbox, unknownId)).toBe(false)
    expect(arranger.remove(sandbox, id.toUpperCase())).toBe(true)
    expect(arranger.remove(sandbox, id)).toBe(false)
    expect(arranger.get(sandbox, id)).toBeUndefined()
    expect(arranger.update(sandbox, id, {})).toBeUndefined()
    expect(arranger.get(openSandbox(), id)).toBeDefined()
  })

  it('the id may stand in a patch, as long as it is the same', async () => {
    const sandbox = openSandbox()
    const row = await arrangerOf('jobs').create(sandbox, { id: newId })
    expect(arrangerOf('jobs').update(sandbox, newId, { ...row, id: newId.toUpperCase() })).toEqual(row)
  })

  it('an id that was removed is free again', async () => {
    const sandbox = openSandbox({ rows })
    arrangerOf('jobs').remove(sandbox, idOf(1))
    const row = await arrangerOf('jobs').create(sandbox, { ...job, name: 'again' })
    expect(rowsOf(sandbox, 'jobs')).toEqual([row])
  })

  it('a patch of endless depth', async () => {
    let deep: FixtureRecord = {}
    for (let i = 0; i < 20_000; i += 1) deep = { details: deep }
    const sandbox = openSandbox({ rows })
    const expected = 'the patch: expected at most 100 levels of objects, got more'
    expect(await refusal(() => arrangerOf('resources').update(sandbox, idOf(1), deep))).toBe(expected)
  })

  it('where there is no room, until there is', async () => {
    const bound = 'the record: the bound of 10000 bytes for created records is reached'
    const sandbox = openSandbox({ rows, maxBytes: 10_000 })
    const arranger = arrangerOf('jobs')
    const small = { name: 'n', data_source: { type: 't' }, results: null }
    const large = { ...small, description: 'x'.repeat(1000) }
    expect(await refusal(() => arranger.create(sandbox, large))).toContain(bound)
    expect(await refusal(() => arranger.update(sandbox, idOf(1), large))).toContain(bound)
    expect(rowsOf(sandbox, 'jobs')).toEqual([job])
    await arranger.create(sandbox, small)
    arranger.update(sandbox, idOf(1), { name: 'n' })
    expect(await refusal(() => arranger.insertDrawn(sandbox, noonMs))).toContain(bound)
    expect(arranger.count(sandbox)).toBe(2)
  })
})

describe('lists', () => {
  const instants = ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z', '2026-06-03T00:00:00Z']
  const types = ['virtual_machine', 'database', 'cache']
  const given = Array.from({ length: 7 }, (_, i) =>
    resourceRow(i, { type: types[i % 2], created_at: instants[i % 3], tags: [{ key: 'k', value: types[i % 3] }] }),
  )
  const index = fc.nat({ max: 12 })
  const fields = { type: fc.constantFrom(...types), created_at: fc.constantFrom(...instants) }
  const step = fc.oneof(
    fc.record({ do: fc.constant('create' as const), fields: fc.record(fields) }),
    fc.record({ do: fc.constant('update' as const), index, fields: fc.record(fields, { requiredKeys: [] }) }),
    fc.record({ do: fc.constant('remove' as const), index }),
    fc.record({ do: fc.constant('revive' as const), fields: fc.record(fields) }),
  )

  it('are those of a naive model, whatever is made, changed and removed', async () => {
    const arranger = arrangerOf('resources')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const sandbox = openSandbox({ rows: { resources: given } })
        const model: FixtureRecord[] = given.toSorted(byCreation)
        const removed: string[] = []
        for (const action of steps) {
          expect(rowsOf(sandbox, 'resources').map(({ id }) => id)).toEqual(
            model
              .toSorted(byCreation)
              .toReversed()
              .map((row) => row['id']),
          )
          if (action.do === 'create' || action.do === 'revive') {
            const id = action.do === 'revive' ? removed.pop() : undefined
            const named = id === undefined ? {} : { id }
            model.push(await arranger.create(sandbox, { ...named, ...action.fields }))
            continue
          }
          const known = model[action.index]
          const id = known === undefined ? unknownId : String(known['id'])
          if (action.do === 'update') {
            const row = arranger.update(sandbox, id, action.fields)
            expect(row === undefined).toBe(known === undefined)
            if (row !== undefined) model[action.index] = row
          } else {
            expect(arranger.remove(sandbox, id)).toBe(known !== undefined)
            if (known !== undefined) removed.push(id)
            model.splice(action.index, 1)
          }
        }
        expectModel(model, sandbox)
      }),
      { numRuns: 300, seed: 1 },
    )
  })

  const byCreation = (a: FixtureRecord, b: FixtureRecord): number =>
    Date.parse(String(a['created_at'])) - Date.parse(String(b['created_at']))

  function expectModel(model: readonly FixtureRecord[], sandbox: ReturnType<typeof openSandbox>): void {
    const newestFirst = model.toSorted(byCreation).toReversed()
    expect(rowsOf(sandbox, 'resources')).toEqual(viaJson(newestFirst))
    for (const row of model) expect(arrangerOf('resources').get(sandbox, String(row['id']))).toEqual(row)
    for (const type of [undefined, ...types]) {
      const expected = newestFirst.filter((row) => type === undefined || row['type'] === type)
      const { data, pagination } = ask(sandbox, 'listResources', { query: type === undefined ? '' : `type=${type}` })
      expect(data).toEqual(expected.map(({ id }) => expect.objectContaining({ id })))
      expect(pagination?.total_items).toBe(expected.length)
      if (type !== undefined) expect(resources(sandbox).occurs('type', type)).toBe(expected.length > 0)
    }
    const tagged = newestFirst.filter((row) => JSON.stringify(row['tags']).includes('"k"'))
    const { pagination } = ask(sandbox, 'listResources', { query: `tag=k:${types[0]}&type=${types[0]}` })
    expect(pagination?.total_items).toBe(
      tagged.filter((row) => JSON.stringify(row['tags']).includes(`${types[0]}`) && row['type'] === types[0]).length,
    )
    expect([...resources(sandbox).valuesInDataset('type')]).toEqual([
      ...new Set(given.toSorted(byCreation).map((row) => row['type'])),
    ])
    expect(resources(sandbox).hasInDataset('type', 'cache')).toBe(false)
  }

  it('show an arranged record by all of its filters', async () => {
    const sandbox = openSandbox()
    await arrangerOf('jobs').create(sandbox, {
      id: newId,
      analysis_type: 'novel',
      created_at: '2026-05-05T05:05:05.5Z',
    })
    expect(ask(sandbox, 'listJobs', { query: 'type=novel&status=completed' }).data).toMatchObject([{ id: newId }])
    arrangerOf('jobs').update(sandbox, newId, { status: 'running' })
    expect(ask(sandbox, 'listJobs', { query: 'type=novel&status=completed' }).data).toEqual([])
    expect(ask(sandbox, 'listJobs', { query: 'type=novel&status=running' }).data).toMatchObject([
      { id: newId, created_at: '2026-05-05T05:05:05Z', updated_at: '2026-05-05T05:05:05Z' },
    ])
    await arrangerOf('assessments').create(sandbox, {
      id: newId,
      resource_id: unknownId,
      created_at: '2026-05-05T05:05:05Z',
    })
    const query = `resource_id=${unknownId}&from_date=2026-05-05&to_date=2026-05-05`
    expect(ask(sandbox, 'listAssessments', { query }).data).toMatchObject([{ id: newId }])
  })
})
