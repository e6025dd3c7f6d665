import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import formats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import manifest from '../../package.json' with { type: 'json' }
import { configJsonSchema, publishedJsonSchemas } from '../../scripts/json-schemas.ts'
import { InputError } from '../../src/core/lib/input-error.ts'
import { memoize } from '../../src/core/lib/lazily.ts'
import { readAccepted } from '../../src/tools/sweep/accepted.ts'
import { page } from '../docs/page.ts'
import { cli } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { builtIn, kinds } from '../support/record-admin.ts'

const root = new URL('../../', import.meta.url)
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, root), 'utf8'))

const validator = memoize((file: string): ValidateFunction => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false })
  formats.default(ajv)
  return ajv.compile(z.looseObject({}).parse(read(file)))
})

/** True if a JSON Schema of the package accepts a value. */
const accepts = (schema: string, value: unknown): boolean => validator(schema)(JSON.parse(JSON.stringify(value)))

describe('the published JSON Schemas', () => {
  it('are those of the code: `npm run schemas` writes them', () => {
    const generated = publishedJsonSchemas()
    for (const [file, schema] of generated) expect(read(file), file).toEqual(JSON.parse(JSON.stringify(schema)))
    const files = readdirSync(new URL('schemas', root)).map((file) => `schemas/${file}`)
    expect(files.toSorted()).toEqual([...generated.keys()].filter((file) => file.startsWith('schemas/')).toSorted())
  })

  it('have ids that end in their paths, at one place', () => {
    const ids = [...publishedJsonSchemas()].map(([path, { $id = '' }]) => [
      $id.endsWith(`/${path}`),
      $id.slice(0, -path.length),
    ])
    expect(new Set(ids.map(String))).toEqual(
      new Set(['true,https://raw.githubusercontent.com/cloudsec-fake/cloudsec-fake/main/']),
    )
  })

  it('are in the package', () => {
    expect(manifest.files).toEqual(expect.arrayContaining(['schemas/*.json', 'scenarios/schema/*.json']))
    expect(manifest.exports).toMatchObject({
      './scenario.schema.json': './scenarios/schema/scenario.schema.json',
      './schemas/*.json': './schemas/*.json',
    })
  })

  it('accept the fixtures and the scenarios of the package', () => {
    for (const kind of [...kinds, 'keys']) {
      expect(accepts(`schemas/${kind}.schema.json`, read(`fixtures/${kind}.json`)), kind).toBe(true)
    }
    for (const file of readdirSync(new URL('scenarios', root)).filter((name) => name.endsWith('.json'))) {
      expect(accepts('scenarios/schema/scenario.schema.json', read(`scenarios/${file}`)), file).toBe(true)
    }
  })

  it('accept the files in the documentation', () => {
    const files = ['own-data', 'configuration'].flatMap((name) => [
      ...page(`docs/${name}.md`).text.matchAll(/^cat > (?:\S+\/)?([\w-]+)[\w.]*\.json <<'END'\n([^]*?)^END$/gm),
    ])
    expect(files.length).toBeGreaterThan(1)
    for (const [, name = '', text = ''] of files) {
      const schema = name === 'cloudsec-fake' ? 'config' : name
      expect(accepts(`schemas/${schema}.schema.json`, JSON.parse(text)), text).toBe(true)
    }
  })

  it('describe each option of the configuration, and each assumption', () => {
    const { properties = {} } = configJsonSchema()
    const bare = Object.entries(properties).filter(([, field]) => typeof field === 'boolean' || !field.description)
    expect(bare.map(([name]) => name)).toEqual(['$schema'])
    expect(properties['assume']).toMatchObject({ properties: { limitAboveMax: { enum: ['reject', 'clamp'] } } })
  })
})

const id = '11111111-2222-4333-8444-555555555555'
const [resource = {}] = builtIn('resources')
const [assessment = {}] = builtIn('assessments')
const key = { id: 'ci', name: 'CI', permissions: ['cloud:read'], secret: 'at-least-8-characters' }

/** Contents of files, those that are right first. */
const contents: Readonly<Record<string, readonly [right: readonly unknown[], wrong: readonly unknown[]]>> = {
  resources: [
    [
      [],
      [{}],
      { records: [{}] },
      { $schema: 'x', records: [resource] },
      [{ ...resource, id: id.toUpperCase() }],
      [{ created_at: '2026-01-31T12:00+02:00', details: { public_ip: '::1', volumes: [] } }],
    ],
    [
      {},
      { items: [] },
      { records: [{}], total: 1 },
      { $schema: 'x' },
      [1],
      [{ id: 'vm 1' }],
      [{ owner: 'me' }],
      [{ region: 7 }],
      [{ name: null }],
      [{ created_at: '2026-02-30T12:00:00Z' }],
      [{ created_at: '2026-01-31' }],
      [{ details: { private_ip: '10.0.0' } }],
      [{ details: { volumes: [{ id: 'a', type: 'b' }] } }],
      [{ details: { volumes: [{ id: 'a', type: 'b', size_gb: -1 }] } }],
      [{ tags: [{ key: 'a' }] }],
    ],
  ],
  assessments: [
    [
      [{}],
      [assessment],
      [{ status: 'pending' }],
      [{ score: 1 }],
      [{ summary: { high_severity: 1 } }],
      [{ status: 'failed', completed_at: '2026-01-31T12:00:00Z' }],
    ],
    [
      [{ status: 'done' }],
      [{ status: 'pending', score: 1 }],
      [{ status: 'failed', findings: [] }],
      [{ score: 1.5 }],
      [{ findings: [{ id: 'a' }] }],
      [{ summary: { critical: 1 } }],
    ],
  ],
  jobs: [
    [
      [{}],
      [{ data_source: {} }],
      [{ data_source: { parameters: {} } }],
      [{ notification: { email: 'a@example.com' } }],
      [{ status: 'running', started_at: '2026-01-31T12:00:00Z' }],
    ],
    [
      [{ status: 'pending', started_at: '2026-01-31T12:00:00Z' }],
      [{ notification: { email: 'nobody' } }],
      [{ data_source: { kind: 'a' } }],
      [{ results: { events_analyzed: 1 } }],
      [{ description: null }],
    ],
  ],
  keys: [
    [
      [],
      [key],
      [{ ...key, quota: null, revoked: true }],
      [{ ...key, permissions: ['read'] }],
      { $schema: 'x', records: [key] },
    ],
    [
      [{}],
      [{ ...key, secret: undefined }],
      [{ ...key, secret_sha256: 'a'.repeat(64) }],
      [{ ...key, secret: 'short' }],
      [{ ...key, secret: 'with a space' }],
      [{ ...key, quota: 0 }],
      [{ ...key, permissions: ['cloud:fly'] }],
      [{ ...key, name: undefined }],
    ],
  ],
  config: [
    [
      {},
      { $schema: 'x', port: 0, quota: 1, allowHost: ['[::A]'], scenario: ['flaky'], logLevel: 'debug', watch: true },
      { assume: { limitAboveMax: 'clamp', rateQuota: 7, assessmentCreateStatus: 200, jobCreateStatus: '200' } },
      { delay: '1s' },
      { delay: { min: '1s', max: '2s' } },
    ],
    [
      [],
      { seeed: 1 },
      { port: 70_000 },
      { seed: 1.5 },
      { quota: 0 },
      { watch: 'yes' },
      { logLevel: 'loud' },
      { allowHost: ['http://a'] },
      { controlToken: 'short' },
      { assume: { limitAboveMx: 'clamp' } },
      { assume: { limitAboveMax: 'clip' } },
      { assume: { rateQuota: 0 } },
      { assume: [] },
      { config: 'other.json' },
    ],
  ],
  accepted: [
    [
      { findings: [] },
      { $schema: 'x', findings: [{ id: 'limitAboveMax=clamp', reason: 'agreed' }] },
      { findings: [{ id: 'limitAboveMax=clamp + reset@getJob', reason: 'agreed' }] },
    ],
    [
      {},
      [],
      { findings: [{ id: 'limitAboveMax=clamp' }] },
      { findings: [{ id: 'limitAboveMax=clamp', reason: ' ' }] },
      { findings: [{ id: ' ', reason: 'agreed' }] },
      { findings: [{ id: 'reset', reason: 'agreed', until: '2027-01-01' }] },
    ],
  ],
  scenario: [
    [
      { name: 'own' },
      { $schema: 'x', name: 'own', rules: [{ then: { error: 'internal_error' } }], assume: { errorStatus: 'hidden' } },
    ],
    [
      {},
      { name: 'Own' },
      { name: 'own', rules: [{}] },
      { name: 'own', rules: [{ when: { operation: 'getJobs' }, then: { error: 'internal_error' } }] },
      { name: 'own', assume: { limitAboveMax: 'clip' } },
      { name: 'own', jobs: { completeafter: '1s' } },
    ],
  ],
}

describe('a JSON Schema and the program agree', () => {
  /** True if `check` finds nothing wrong with a file of a kind. */
  async function isSound(kind: string, content: unknown): Promise<boolean> {
    const folder = await writeFixtures({ [`${kind}.json`]: content })
    if (kind === 'accepted') return isAccepted(join(folder, 'accepted.json'))
    if (kind === 'config') return (await cli('check', '--config', join(folder, 'config.json'))).code === 0
    return (await cli('check', kind === 'scenario' ? '--scenarios' : '--fixtures', folder)).code === 0
  }

  function isAccepted(file: string): boolean {
    try {
      readAccepted(file)
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(InputError)
      return false
    }
  }

  const cases = Object.entries(contents).flatMap(([kind, [right, wrong]]) => [
    ...right.map((content) => [kind, true, content] as const),
    ...wrong.map((content) => [kind, false, content] as const),
  ])

  it.each(cases)('%s: it is %s that this is right: %j', async (kind, isRight, content) => {
    const schema = kind === 'scenario' ? 'scenarios/schema/scenario.schema.json' : `schemas/${kind}.schema.json`
    expect({ schema: accepts(schema, content), program: await isSound(kind, content) }).toEqual({
      schema: isRight,
      program: isRight,
    })
  })
})
