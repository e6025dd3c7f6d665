import { describe, expect, it } from 'vitest'

import type { FixtureRecord } from '../../../src/core/sandbox/record-admin.ts'
import { assessmentBody, knownResource, noon, unknownId } from '../../support/answers.ts'
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
import { idOf } from '../assumptions/own-data.ts'

const later = '2026-07-01T13:00:00Z'
const earlier = '2026-03-01T08:00:00.250Z'
const noonMs = Date.parse(noon)

describe.each(kinds)('the rows of %s', (kind) => {
  const admin = adminOf(kind)

  it('are those of the fixture file, to the byte', () => {
    const sandbox = openSandbox()
    expect(admin.count(sandbox)).toBe(builtIn(kind).length)
    for (const row of builtIn(kind)) expect(JSON.stringify(admin.get(sandbox, row.id))).toBe(JSON.stringify(row))
  })

  it('make the same record again, with another id', () => {
    const sandbox = openSandbox()
    for (const [position, row] of builtIn(kind).entries()) {
      const copied = { ...row, id: idOf(position) }
      expect(viaJson(admin.create(sandbox, copied))).toEqual(copied)
      expect(viaJson(admin.get(sandbox, copied.id))).toEqual(copied)
    }
    expect(admin.count(sandbox)).toBe(2 * builtIn(kind).length)
  })

  it('change only in the field that is patched, and are there under their id in either case', () => {
    const sandbox = openSandbox()
    const field = kind === 'assessments' ? 'resource_type' : 'name'
    const updated = kind === 'resources' ? { updated_at: noon } : {}
    for (const row of builtIn(kind)) {
      const changed = { ...row, [field]: 'other', ...updated }
      expect(viaJson(admin.update(sandbox, row.id.toUpperCase(), { [field]: 'other' }))).toEqual(changed)
      expect(viaJson(admin.get(sandbox, row.id.toUpperCase()))).toEqual(changed)
    }
    expect(admin.count(sandbox)).toBe(builtIn(kind).length)
  })

  it('are drawn only from the seed and the number', async () => {
    const draw = async (seed: number) => {
      const sandbox = openSandbox({ seed })
      return [admin.create(sandbox, {}), admin.create(sandbox, {})]
    }
    const drawn = await draw(1)
    expect(await draw(1)).toEqual(drawn)
    expect(drawn[0]?.['id']).not.toBe(drawn[1]?.['id'])
    expect((await draw(2)).map((row) => row['id'])).not.toEqual(drawn.map((row) => row['id']))
  })

  it('come and go for a list that changes', () => {
    const sandbox = openSandbox()
    const before = rowsOf(sandbox, kind)
    admin.create(sandbox, {}, noonMs)
    const [newest, ...rest] = rowsOf(sandbox, kind)
    expect(rest).toEqual(before)
    expect(newest).toMatchObject({ created_at: noon, ...(kind === 'resources' ? {} : { status: 'completed' }) })
    admin.removeNewest(sandbox, noonMs)
    expect(rowsOf(sandbox, kind)).toEqual(before)
    for (let left = before.length; left > 0; left -= 1) admin.removeNewest(sandbox, noonMs)
    expect(rowsOf(sandbox, kind).every((row) => row['status'] !== 'completed')).toBe(true)
    expect(admin.remove(sandbox, unknownId)).toBe(false)
    admin.removeNewest(openSandbox({ rows: {} }), noonMs)
  })
})

it('of assessments the newest that is removed is one that a list shows', () => {
  const sandbox = openSandbox()
  const admin = adminOf('assessments')
  admin.create(sandbox, { status: 'pending', id: newId })
  const { pagination } = ask(sandbox, 'listAssessments')
  admin.removeNewest(sandbox, noonMs)
  expect(ask(sandbox, 'listAssessments').pagination?.total_items).toBe((pagination?.total_items ?? 0) - 1)
  expect(admin.get(sandbox, newId)).toBeDefined()
})

describe('a partial record', () => {
  const anAzureRegion: unknown = expect.stringMatching(/^(east|westeu|northeu)/)
  const auditTrail = { type: 'audit_trail' }

  it.each<[kind: (typeof kinds)[number], partial: FixtureRecord, expected: FixtureRecord]>([
    ['resources', {}, { created_at: noon, updated_at: noon }],
    ['resources', { created_at: earlier }, { created_at: earlier, updated_at: noon }],
    ['resources', { updated_at: earlier }, { created_at: earlier, updated_at: earlier }],
    ['resources', { updated_at: later }, { created_at: noon, updated_at: later }],
    ['resources', { id: newId.toUpperCase(), name: 'n', tags: [] }, { id: newId, name: 'n', tags: [] }],
    ['resources', { provider: 'azure' }, { provider: 'azure', region: anAzureRegion }],
    ['resources', { provider: 'oracle', type: 'cache' }, { name: expect.stringMatching(/-cache-[\da-f]{4}$/) }],
    ['resources', { created_at: '2026-03-01T10:00:00.5+02:00' }, { created_at: '2026-03-01T08:00:00.500Z' }],
    ['assessments', {}, { status: 'completed', created_at: noon, completed_at: noon }],
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
    ['jobs', {}, { status: 'completed', created_at: noon, started_at: noon, completed_at: noon }],
    ['jobs', { completed_at: earlier }, { created_at: earlier, started_at: earlier, completed_at: earlier }],
    ['jobs', { started_at: later }, { created_at: noon, started_at: later, completed_at: later }],
    ['jobs', { started_at: earlier, status: 'running' }, { created_at: earlier, started_at: earlier }],
    ['jobs', { analysis_type: 'access_review' }, { name: expect.stringContaining(' review of ') }],
    ['jobs', { data_source: auditTrail }, { data_source: auditTrail, analysis_type: 'access_review' }],
    ['jobs', { data_source: { parameters: {} } }, { data_source: { type: expect.any(String), parameters: {} } }],
    ['jobs', { status: 'failed', results: null }, { status: 'failed' }],
    ['jobs', { name: '', description: 'd', notification: {} }, { name: '', description: 'd', notification: {} }],
  ])('%s %j', (kind, partial, expected) => {
    const sandbox = openSandbox()
    const row = adminOf(kind).create(sandbox, partial)
    expect(row).toMatchObject(expected)
    expect(rowsOf(sandbox, kind)).toContainEqual(viaJson(row))
  })

  it('without a resource is an assessment of one of the inventory, where it has one', () => {
    const sandbox = openSandbox()
    const inventory = builtIn('resources').map(({ id, type }) => `${id} ${String(type)}`)
    const assessed = new Set<string>()
    for (let i = 0; i < 10; i += 1) {
      const { resource_id, resource_type } = adminOf('assessments').create(sandbox, {})
      assessed.add(`${String(resource_id)} ${String(resource_type)}`)
    }
    expect(inventory).toEqual(expect.arrayContaining([...assessed]))
    expect(assessed.size).toBeGreaterThan(5)
    const row = adminOf('assessments').create(openSandbox({ rows: {} }), {})
    expect(row).toMatchObject({ resource_type: 'virtual_machine' })
  })

  it.each([
    ['aws', /^(us|eu)-[a-z]+-\d$/],
    ['azure', /^[a-z]+$/],
    ['gcp', /^[a-z]+-[a-z]+\d$/],
  ])('of a resource of %s is in one of its regions', (provider, region) => {
    const sandbox = openSandbox()
    for (let i = 0; i < 5; i += 1) {
      const row = adminOf('resources').create(sandbox, { provider })
      expect(row['region']).toMatch(region)
    }
  })

  it('has optional fields only where they are given', () => {
    const sandbox = openSandbox()
    for (let i = 0; i < 6; i += 1) {
      const row = adminOf('jobs').create(sandbox, { status: 'pending' })
      expect(Object.keys(row).join(' ')).toBe('id name status data_source analysis_type output_format created_at')
    }
  })
})
