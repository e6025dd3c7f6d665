import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { resources } from '../../../src/core/api/resources/resource.ts'
import type { FixtureRecord } from '../../../src/core/sandbox/record-admin.ts'
import { noon, unknownId } from '../../support/answers.ts'
import {
  adminOf,
  ask,
  builtIn,
  kinds,
  newId,
  openSandbox,
  refusal,
  rowsOf,
  viaJson,
} from '../../support/record-admin.ts'
import { assessmentRow, completedRow, idOf, jobRow, resourceRow } from '../assumptions/own-data.ts'

/** What an id may be, in messages. */
const idRule = 'a UUID, or with --assume resourceIdFormat=any 1 to 200 letters, digits and -_.:/'

const noonMs = Date.parse(noon)

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
  const states = 'status: expected one of pending, in_progress, failed, completed, got'
  const dateTime = 'expected an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z'

  it.each<[kind: (typeof kinds)[number], partial: unknown, message: string]>([
    ['resources', null, 'the record: expected an object, got null'],
    ['resources', JSON.parse('{"__proto__":{"a":1}}'), '__proto__: not a known field'],
    ['resources', { region: 7 }, 'region: expected a string, got 7'],
    ['resources', { id: 'vm-1' }, `id: expected ${idRule}, got "vm-1"`],
    ['resources', { id: null }, 'id: required, but missing'],
    ['resources', { created_at: 'now' }, `created_at: ${dateTime}, got "now"`],
    ['resources', { details: 'x' }, 'details: expected an object, got "x"'],
    [
      'resources',
      { details: { volumes: [{ id: 'v', type: 't' }] } },
      'details.volumes[0].size_gb: required, but missing',
    ],
    ['assessments', { status: 'running' }, `${states} "running"`],
    ['assessments', { status: null }, 'status: required, but missing'],
    ['assessments', { status: 'pending', score: 1 }, 'score: known only where status is completed, not pending'],
    ['assessments', { status: 'failed', findings: [] }, 'findings: known only where status is completed, not failed'],
    ['assessments', { findings: 'x' }, 'findings: expected an array, got "x"'],
    ['assessments', { findings: [{}] }, 'findings[0].id: required, but missing'],
    ['assessments', { resource_id: 'vm-1' }, `resource_id: expected ${idRule}, got "vm-1"`],
    ['assessments', { summary: { passing_checks: -1 } }, 'summary.passing_checks: expected at least 0, got -1'],
    [
      'jobs',
      { status: 'running', completed_at: noon },
      'completed_at: known only where status is completed or failed, not running',
    ],
    ['assessments', { timestamp: noon }, 'timestamp: not a known field. Known: id, '],
    [
      'jobs',
      { data_source: { type: 'a', parameters: { start_date: 'x' } } },
      `data_source.parameters.start_date: ${dateTime}, got "x"`,
    ],
  ])('create %s %j', async (kind, partial, message) => {
    const sandbox = openSandbox({ rows })
    const before = rowsOf(sandbox, kind)
    const refused = await refusal(() => adminOf(kind).create(sandbox, partial))
    expect(refused.slice(0, message.length)).toBe(message)
    expect(rowsOf(sandbox, kind)).toEqual(before)
    // No number was taken: the next one is the same as where nothing was refused.
    const next = adminOf(kind).create(sandbox, {})
    expect(next).toEqual(adminOf(kind).create(openSandbox({ rows }), {}))
  })

  it.each<[kind: (typeof kinds)[number], number: number, patch: unknown, message: string]>([
    ['resources', 1, { id: null }, `id: expected "${idOf(1)}", which cannot be changed, got null`],
    ['resources', 1, { owner: 'me' }, 'owner: not a known field'],
    ['resources', 1, { tags: { key: 'a' } }, 'tags: expected an array, got an object'],
    ['resources', 1, { name: null }, 'name: required, but missing'],
    [
      'assessments',
      1,
      { status: 'pending', completed_at: noon },
      'completed_at: known only where status is failed or completed, not pending',
    ],
    ['assessments', 1, { status: 'failed', score: 5 }, 'score: known only where status is completed, not failed'],
    ['assessments', 2, { score: 5 }, 'score: known only where status is completed, not pending'],
    ['assessments', 2, { status: 'completed', completed_at: null }, 'completed_at: required, but missing'],
    ['assessments', 2, { status: 'done' }, `${states} "done"`],
    [
      'jobs',
      1,
      { results: { events_analyzed: 1, anomalies_detected: 1 } },
      'results: known only where status is completed or failed, not ',
    ],
    ['jobs', 1, { status: 'completed', results: {} }, 'results.events_analyzed: required, but missing'],
  ])('update %s %i %j', async (kind, number, patch, message) => {
    const sandbox = openSandbox({ rows })
    const before = rowsOf(sandbox, kind)
    const refused = await refusal(() => adminOf(kind).update(sandbox, idOf(number), patch))
    expect(refused.slice(0, message.length)).toBe(message)
    expect(rowsOf(sandbox, kind)).toEqual(before)
  })

  it.each(kinds)('%s of an unknown id cannot be changed or removed, and one that is removed is gone', (kind) => {
    const sandbox = openSandbox()
    const admin = adminOf(kind)
    const { id } = builtIn(kind).find((row) => /[a-f]/.test(row.id)) ?? { id: '' }
    expect(admin.update(sandbox, unknownId, { name: 1 })).toBeUndefined()
    expect(admin.remove(sandbox, unknownId)).toBe(false)
    expect(admin.remove(sandbox, id.toUpperCase())).toBe(true)
    expect(admin.remove(sandbox, id)).toBe(false)
    expect(admin.get(sandbox, id)).toBeUndefined()
    expect(admin.update(sandbox, id, {})).toBeUndefined()
    expect(admin.get(openSandbox(), id)).toBeDefined()
  })

  it('the id may stand in a patch, as long as it is the same', () => {
    const sandbox = openSandbox()
    const row = adminOf('jobs').create(sandbox, { id: newId })
    expect(adminOf('jobs').update(sandbox, newId, { ...row, id: newId.toUpperCase() })).toEqual(row)
  })

  it('an id that was removed is free again', () => {
    const sandbox = openSandbox({ rows })
    adminOf('jobs').remove(sandbox, idOf(1))
    const row = adminOf('jobs').create(sandbox, { ...job, name: 'again' })
    expect(rowsOf(sandbox, 'jobs')).toEqual([row])
  })

  it('a patch of endless depth', async () => {
    let deep: FixtureRecord = {}
    for (let i = 0; i < 20_000; i += 1) deep = { details: deep }
    const sandbox = openSandbox({ rows })
    const expected = 'the patch: expected at most 100 levels of objects, got more'
    expect(await refusal(() => adminOf('resources').update(sandbox, idOf(1), deep))).toBe(expected)
  })

  it('without room, until there is room', async () => {
    const bound = 'the record: the bound of 10000 bytes for created records is reached'
    const sandbox = openSandbox({ rows, maxBytes: 10_000 })
    const admin = adminOf('jobs')
    const small = { name: 'n', data_source: { type: 't' }, results: null }
    const large = { ...small, description: 'x'.repeat(1000) }
    expect(await refusal(() => admin.create(sandbox, large))).toContain(bound)
    expect(await refusal(() => admin.update(sandbox, idOf(1), large))).toContain(bound)
    expect(rowsOf(sandbox, 'jobs')).toEqual([job])
    admin.create(sandbox, small)
    admin.update(sandbox, idOf(1), { name: 'n' })
    expect(await refusal(() => admin.create(sandbox, {}, noonMs))).toContain(bound)
    expect(admin.count(sandbox)).toBe(2)
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

  it('are those of a naive model, after any creations, changes and removals', async () => {
    const admin = adminOf('resources')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const sandbox = openSandbox({ rows: { resources: given } })
        const model: FixtureRecord[] = given.toSorted(byCreation)
        const removed: string[] = []
        for (const action of steps) {
          const newestFirst = model.toSorted(byCreation).toReversed()
          expect(rowsOf(sandbox, 'resources').map(({ id }) => id)).toEqual(newestFirst.map((row) => row['id']))
          if (action.do === 'create' || action.do === 'revive') {
            const id = action.do === 'revive' ? removed.pop() : undefined
            const named = id === undefined ? {} : { id }
            model.push(admin.create(sandbox, { ...named, ...action.fields }))
            continue
          }
          const known = model[action.index]
          const id = known === undefined ? unknownId : String(known['id'])
          if (action.do === 'update') {
            const row = admin.update(sandbox, id, action.fields)
            expect(row === undefined).toBe(known === undefined)
            if (row !== undefined) model[action.index] = row
          } else {
            expect(admin.remove(sandbox, id)).toBe(known !== undefined)
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
    for (const row of model) expect(adminOf('resources').get(sandbox, String(row['id']))).toEqual(row)
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
    expect([...resources(sandbox).dataset.values('type')]).toEqual([
      ...new Set(given.toSorted(byCreation).map((row) => row['type'])),
    ])
    expect(resources(sandbox).dataset.has('type', 'cache')).toBe(false)
  }

  it('show a record of the control plane by all of its filters', () => {
    const sandbox = openSandbox()
    adminOf('jobs').create(sandbox, { id: newId, analysis_type: 'novel', created_at: '2026-05-05T05:05:05.5Z' })
    expect(ask(sandbox, 'listJobs', { query: 'type=novel&status=completed' }).data).toMatchObject([{ id: newId }])
    adminOf('jobs').update(sandbox, newId, { status: 'running' })
    expect(ask(sandbox, 'listJobs', { query: 'type=novel&status=completed' }).data).toEqual([])
    expect(ask(sandbox, 'listJobs', { query: 'type=novel&status=running' }).data).toMatchObject([
      { id: newId, created_at: '2026-05-05T05:05:05Z', updated_at: '2026-05-05T05:05:05Z' },
    ])
    adminOf('assessments').create(sandbox, { id: newId, resource_id: unknownId, created_at: '2026-05-05T05:05:05Z' })
    const query = `resource_id=${unknownId}&from_date=2026-05-05&to_date=2026-05-05`
    expect(ask(sandbox, 'listAssessments', { query }).data).toMatchObject([{ id: newId }])
  })
})
