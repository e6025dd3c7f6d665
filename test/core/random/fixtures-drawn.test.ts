import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createFake, type FakeOptions, type FixtureRecord } from '../../../src/index.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { builtIn, type Kind, kinds } from '../../support/record-admin.ts'

type Files = Parameters<typeof writeFixtures>[0]

/** The records of a fake with these fixture files, by kind. */
async function recordsOf(files: Files, options: FakeOptions = {}) {
  const fake = await createFake({ ...options, fixtures: await writeFixtures(files) })
  const [{ items: resources }, { items: assessments }, { items: jobs }] = await Promise.all([
    fake.resources.list(),
    fake.assessments.list(),
    fake.jobs.list(),
  ])
  await fake.close()
  return { resources, assessments, jobs }
}

const refusal = async (files: Files): Promise<string> => {
  const failed = await createFake({ fixtures: await writeFixtures(files) }).then(
    () => expect.fail('not refused'),
    (error: unknown) => String(error),
  )
  return failed.replace(/^InputError: .*\/(?=\w+\.json)/, '')
}

const id = 'aaaaaaaa-0000-4000-8000-000000000001'
const empty = { 'resources.json': [{}, {}], 'assessments.json': [{}, {}], 'jobs.json': [{}, {}] }
const withoutDates = (records: readonly FixtureRecord[]) =>
  records.map((record) => Object.fromEntries(Object.entries(record).filter(([field]) => !field.endsWith('_at'))))

describe('fields that a fixture file leaves out', () => {
  it('are drawn: the same ones from the same seed', async () => {
    const records = await recordsOf(empty)
    for (const kind of kinds) {
      expect(records[kind]).toHaveLength(2)
      expect(new Set(records[kind].flatMap((record) => Object.keys(record)))).toEqual(
        new Set(
          Object.keys(builtIn(kind)[0] ?? {}).filter((field) => !['notification', 'description'].includes(field)),
        ),
      )
    }
    expect(await recordsOf(empty)).toEqual(records)
    const others = await recordsOf(empty, { seed: 2 })
    for (const kind of kinds)
      expect(others[kind].map((record) => record['id'])).not.toEqual(records[kind].map((record) => record['id']))
  })

  it('fit the fields that there are', async () => {
    const { resources, assessments, jobs } = await recordsOf({
      'resources.json': [{ id, type: 'database', provider: 'gcp', details: { vpc_id: 'vpc-1' } }],
      'assessments.json': [
        { score: 3 },
        { status: 'pending' },
        { status: 'failed', completed_at: '2026-01-31T12:00:00Z' },
      ],
      'jobs.json': [
        { analysis_type: 'access_review', created_at: '2026-01-31T12:00:00Z' },
        { data_source: { type: 'mine' } },
      ],
    })
    expect(resources).toMatchObject([
      { details: { vpc_id: 'vpc-1', instance_type: expect.stringContaining('db-perf-') } },
    ])
    expect(assessments).toMatchObject([
      { resource_id: id, resource_type: 'database', status: 'completed', score: 3 },
      { resource_id: id, status: 'pending' },
      { resource_id: id, status: 'failed', created_at: '2026-01-31T12:00:00Z' },
    ])
    expect(assessments[1]).not.toHaveProperty('score')
    expect(jobs[1]).toMatchObject({ data_source: { type: 'audit_trail' }, completed_at: '2026-01-31T12:00:00Z' })
    expect(jobs[0]?.data_source).toEqual({ type: 'mine' })
  })

  it('are dated so that lists have the order of the file, the newest first', async () => {
    const names = ['one', 'two', 'three']
    const { resources } = await recordsOf({ 'resources.json': names.map((name) => ({ name })) })
    expect(resources.map(({ name }) => name)).toEqual(names)
  })

  it('do not depend on other records: those of a record follow from its id, or from its place', async () => {
    const [first, second] = [{ id, name: 'one' }, { name: 'two' }]
    const [alone = {}] = withoutDates((await recordsOf({ 'resources.json': [first] })).resources)
    const both = withoutDates((await recordsOf({ 'resources.json': [first, second] })).resources)
    expect(both[0]).toEqual(alone)
    const moved = withoutDates((await recordsOf({ 'resources.json': [{}, second, first] })).resources)
    expect(moved.slice(1)).toEqual([both[1], alone])
  })

  it('are drawn whichever they are, and the others stay', async () => {
    const cases = kinds.flatMap((kind) => builtIn(kind).map((record) => [kind, record] as const))
    const picked = fc.constantFrom(...cases).chain(([kind, record]) =>
      fc.subarray(Object.keys(record)).map((fields): [Kind, object] => [
        kind,
        // A field that only some statuses have needs its status.
        Object.fromEntries(Object.entries(record).filter(([field]) => field === 'status' || fields.includes(field))),
      ]),
    )
    await fc.assert(
      fc.asyncProperty(picked, async ([kind, record]) => {
        expect((await recordsOf({ [`${kind}.json`]: [record] }))[kind]).toMatchObject([record])
      }),
      { numRuns: 40 },
    )
  })
})

const finding = { id: 'a', category: 'c', description: 'd', remediation: 'r' }

describe('a record that leaves out fields', () => {
  it.each([
    [
      'resources.json',
      { owner: 'me' },
      '[0].owner: not a known field. Known: id, name, type, provider, region, status, created_at, updated_at, tags, details, extra, inList',
    ],
    ['resources.json', { region: 7 }, '[0].region: expected a string, got 7'],
    ['resources.json', { name: null }, '[0].name: expected a string, got null'],
    ['resources.json', { details: { vpc_id: 7 } }, '[0].details.vpc_id: expected a string, got 7'],
    ['resources.json', { tags: [{ key: 'a' }] }, '[0].tags[0].value: required, but missing'],
    [
      'assessments.json',
      { status: 'pending', score: 3 },
      '[0].score: known only where status is completed, not pending',
    ],
    ['assessments.json', { findings: [finding] }, '[0].findings[0].severity: required, but missing'],
    ['jobs.json', { status: 'done' }, '[0].status: expected one of pending, running, completed, failed, got "done"'],
    [
      'keys.json',
      { id: 'a', name: 'A' },
      '[0].permissions: required, but missing; [0].secret: expected a secret, or else secret_sha256, got none',
    ],
  ])('of %s is refused for %j', async (file, record, expected) => {
    expect(await refusal({ [file]: [record] })).toBe(`${file}: ${expected}`)
  })
})

describe('a fixture file that names its schema', () => {
  const $schema = './node_modules/cloudsec-fake/schemas/resources.schema.json'

  it('has its records in a field', async () => {
    const records = builtIn('resources').slice(0, 3)
    const wrapped = await recordsOf({ 'resources.json': { $schema, records } })
    expect(wrapped).toEqual(await recordsOf({ 'resources.json': records }))
    const key = { id: 'ci', name: 'CI', permissions: ['cloud:read'], secret: 'long-enough' }
    const fake = await createFake({ fixtures: await writeFixtures({ 'keys.json': { $schema, records: [key] } }) })
    expect((await fake.keys.list()).map((known) => known.id)).toEqual(['ci'])
  })

  it.each([
    [{ records: [{ region: 7 }] }, 'records[0].region: expected a string, got 7'],
    [{ records: [{ id }, { id }] }, `records[1].id: "${id}" is also the id of records[0]; ids must be unique`],
    [{ records: {} }, 'records: expected an array, got an object'],
    [{ records: [], owner: 'me' }, 'owner: not a known field. Known: records'],
    [{ $schema }, 'the file: expected an array, got an object'],
  ])('is refused for %j with the path in it', async (content, expected) => {
    expect(await refusal({ 'resources.json': content })).toBe(`resources.json: ${expected}`)
  })
})
