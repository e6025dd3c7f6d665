import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createFake, InputError } from '../../../src/index.ts'
import { answers, anySuccess } from '../../support/answers.ts'
import { describeFake, read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'

const anyRecords = z.array(z.looseObject({}))

async function builtIn(file: string) {
  return anyRecords.parse(JSON.parse(await readFile(new URL(`../../../fixtures/${file}`, import.meta.url), 'utf8')))
}

/** A built-in record with some fields changed. */
async function changed(file: string, change: object): Promise<object> {
  return { ...(await builtIn(file))[0], ...change }
}

describeFake('fixtures of your own', (open) => {
  it('replace the built-in ones, and what has no file is empty, but for the keys', async () => {
    const fixtures = await writeFixtures({
      'resources.json': (await builtIn('resources.json')).slice(0, 3),
      'notes.txt': 'not read',
    })
    const { get } = await open({ fixtures })
    expect(read(await get('/cloud/resources'), 200, answers.resources).data).toHaveLength(3)
    expect(read(await get('/data/analysis/jobs'), 200, answers.jobs).pagination).toEqual({
      total_items: 0,
      total_pages: 0,
      current_page: 1,
      items_per_page: 20,
    })
  })

  it('have keys of your own, in plain text or as a hash', async () => {
    const permissions = ['security:read', 'security:write', 'cloud:read', 'analysis:read', 'analysis:write']
    const secret_sha256 = createHash('sha256').update('my-hashed-secret').digest('hex')
    const fixtures = await writeFixtures({
      'keys.json': [
        { id: 'hashed', name: 'Hashed', permissions: ['cloud:read'], secret_sha256 },
        { id: 'plain', name: 'Plain', permissions, quota: 9, secret: 'my-plain-secret' },
      ],
    })
    const { get, fake } = await open({ fixtures })
    expect(fake.apiKey).toBe('my-plain-secret')
    expect((await get('/cloud/resources')).headers.get('x-rate-limit-limit')).toBe('9')
    read(await get('/cloud/resources', { key: 'my-hashed-secret' }), 200, anySuccess)
    readError(await get('/cloud/resources', { key: 'csf_full_access' }), 401, 'authentication_error')
  })

  it('without a full-access key in plain text have none to show', async () => {
    const { fake } = await open({ fixtures: await writeFixtures({ 'keys.json': [] }) })
    expect(() => fake.apiKey).toThrow('apiKey: keys.json has no full-access key with its secret in plain text')
    expect(() => fake.sandbox('one').apiKey).toThrow(InputError)
  })

  it('may have dates with any offset', async () => {
    const id = 'aaaaaaaa-0000-4000-8000-000000000001'
    const record = await changed('resources.json', { id: id.toUpperCase(), created_at: '2026-01-01T01:00:00+02:00' })
    const { get } = await open({ fixtures: await writeFixtures({ 'resources.json': [record] }) })
    const { data } = read(await get(`/cloud/resources/${id}`), 200, answers.resource)
    expect(data).toMatchObject({ id, created_at: '2025-12-31T23:00:00Z' })
  })
})

describe('fixtures that cannot be used', () => {
  const refuse = async (fixtures: string): Promise<string> => {
    const error: unknown = await createFake({ fixtures }).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(InputError)
    return error instanceof InputError ? error.message : ''
  }

  it('a folder that is not there, is a file, or has nothing', async () => {
    const folder = await writeFixtures({})
    expect(await refuse(join(folder, 'missing'))).toMatch(/^fixtures: ".+" cannot be read as a folder \(ENOENT/)
    await writeFile(join(folder, 'jobs.json'), '[]')
    expect(await refuse(join(folder, 'jobs.json'))).toMatch(/^fixtures: ".+" cannot be read as a folder \(ENOTDIR/)
    expect(await refuse(await writeFixtures({}))).toMatch(/: has no fixture file; expected some of resources\.json, /)
  })

  it('a file of an unknown name, with the nearest known one', async () => {
    const folder = await writeFixtures({ 'resource.json': [] })
    expect(await refuse(folder)).toBe(
      `${join(folder, 'resource.json')}: not a fixture file; expected resources.json, assessments.json, jobs.json, keys.json. Did you mean resources.json?`,
    )
  })

  it.each([
    ['resources.json', '[{', /^not valid JSON \(.+\)$/],
    ['resources.json', { items: [] }, /^the file: expected an array, got an object$/],
    ['resources.json', [{ region: 7 }], /^\[0\]\.region: expected a string, got 7$/],
    [
      'resources.json',
      [{ id: 'vm-1' }],
      /^\[0\]\.id: expected a UUID, or with --assume resourceIdFormat=any 1 to 200 letters, .+, got "vm-1"$/,
    ],
    [
      'resources.json',
      [{ owner: 'me' }],
      /^\[0\]\.owner: not a known field\. Known: id, name, type, provider, region, status, .+, details, extra, inList$/,
    ],
    ['resources.json', [{ tags: [{ key: 'a' }] }], /^\[0\]\.tags\[0\]\.value: required, but missing$/],
    [
      'resources.json',
      [{ created_at: '2026-01-01' }],
      /^\[0\]\.created_at: expected an ISO 8601 date-time with an offset, .+, got "2026-01-01"$/,
    ],
    [
      'resources.json',
      [{ name: 1, type: 2 }],
      /^\[0\]\.name: expected a string, got 1; \[0\]\.type: expected a string, got 2$/,
    ],
    ['resources.json', [{}, {}], /^\[1\]\.id: ".+" is also the id of \[0\]; ids must be unique$/],
    [
      'assessments.json',
      [{ status: 'done' }],
      /^\[0\]\.status: expected one of pending, in_progress, failed, completed, got "done"$/,
    ],
    ['assessments.json', [{ score: 'A' }], /^\[0\]\.score: expected a number, got "A"$/],
    [
      'assessments.json',
      [{ status: 'pending' }],
      /^\[0\]\.completed_at: known only where status is failed or completed, not pending; /,
    ],
    ['jobs.json', [{ notification: { mail: 'a@example.com' } }], /^\[0\]\.notification\.mail: not a known field/],
    [
      'keys.json',
      [{ id: 'a', name: 'A', permissions: [] }],
      /^\[0\]\.secret: expected a secret, or else secret_sha256, got none$/,
    ],
    [
      'keys.json',
      [{ id: 'a', name: 'A', permissions: [], secret: 'with space' }],
      /^\[0\]\.secret: expected 8 to 200 characters of ASCII without a space, got another text$/,
    ],
    [
      'keys.json',
      [{ id: 'a', name: 'A', permissions: [], secret: 'long-enough', quota: 0 }],
      /^\[0\]\.quota: expected at least 1, got 0$/,
    ],
    [
      'resources.json',
      Array.from({ length: 5000 }, () => ({ name: 1, type: 2 })),
      /^\[0\]\.name: expected a string, got 1; .+ \(and \d+ more\)$/,
    ],
  ])('%s: %#', async (file, content, expected) => {
    const [first] = file === 'keys.json' ? [] : await builtIn(file)
    const rows: unknown = Array.isArray(content) ? content.map((row) => ({ ...first, ...row })) : content
    const folder = await writeFixtures({ [file]: rows })
    const message = await refuse(folder)
    expect(message).not.toContain('\n')
    expect(message.startsWith(`${join(folder, file)}: `), message).toBe(true)
    expect(message.slice(join(folder, file).length + 2)).toMatch(expected)
  })
})

describeFake('generated resources', (open) => {
  it('are as many as asked for, with assessments of them', async () => {
    const { get } = await open({ resources: 130 })
    const { data, pagination } = read(await get('/cloud/resources?limit=100'), 200, answers.resources)
    expect([data.length, pagination.total_items]).toEqual([100, 130])
    const assessed = read(await get('/security/assessments?limit=100'), 200, answers.assessments).data
    expect(assessed.length).toBeGreaterThan(40)
    for (const { resource_id, resource_type } of assessed) {
      const { type } = read(await get(`/cloud/resources/${resource_id}`), 200, answers.resource).data
      expect(resource_type).toBe(type)
    }
  })

  it('may be none: then there is nothing to assess either', async () => {
    const { get } = await open({ resources: 0 })
    for (const path of ['/cloud/resources', '/security/assessments']) {
      expect((await get(path)).text).toContain('"data":[],"pagination":{"total_items":0,"total_pages":0,')
    }
  })
})

describe('options of a program', () => {
  it.each([
    [{ seed: 1.5 }, 'seed: expected a whole number, got 1.5'],
    [{ resources: 100_001 }, 'resources: expected a whole number from 0 to 100000, got 100001'],
    [
      { clock: 'noon' },
      'clock: expected real, frozen or an ISO 8601 date-time, such as 2026-01-31T12:00:00Z, got "noon"',
    ],
    [{ completeAfter: 'soon' }, 'completeAfter: "soon" is not a duration; write 250ms, 30s, 1h30m or PT1H'],
    [Object.fromEntries([['sead', 1]]), 'sead: not a known field. Did you mean seed?'],
  ])('%j is refused', async (options, message) => {
    const [field] = Object.keys(options)
    await expect(createFake(options)).rejects.toMatchObject({ name: 'InputError', message, field })
  })
})
