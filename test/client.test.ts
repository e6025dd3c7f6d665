import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { generateTypes } from 'client-generator'
import { describe, expect, it, onTestFinished } from 'vitest'

import { createFake } from '../src/index.ts'
import { meetErrors, misuse, useEveryOperation } from './client/drive.ts'
import { type Client, describeFake, fetchBy } from './support/fake.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The types of a client of the fake under some choices, as the generator writes them. */
async function typesFor(choices: Readonly<Record<string, string>>): Promise<string> {
  const fake = await createFake({ assume: choices })
  onTestFinished(() => fake.close())
  const answer = await fake.fetch(new URL('/openapi.json', fake.baseUrl))
  const document: unknown = await answer.json()
  return await generateTypes(Object(document))
}

/** Compiles the client against each of some types in the project's own strict way, in one run. @returns what the compiler says of each */
function compile(all: readonly string[]): readonly string[] {
  const cache = join(root, '.openapi')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'client-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [i, types] of all.entries()) {
    mkdirSync(join(folder, `types-${i}`))
    writeFileSync(join(folder, `types-${i}`, 'api.ts'), types)
    writeFileSync(join(folder, `types-${i}`, 'drive.ts'), readFileSync(join(root, 'test/client/drive.ts')))
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', include: ['*/*.ts'], compilerOptions: { skipLibCheck: false } }),
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' })
  const errors = stdout.split(/\n(?=\S)/)
  // An error outside all of them is one of each.
  return all.map((_, i) =>
    errors.filter((error) => error.includes(`types-${i}/`) || !error.includes('types-')).join('\n'),
  )
}

/** Choices under which the client compiles no longer, and why. */
const breaking: readonly (readonly [choices: Readonly<Record<string, string>>, error: string])[] = [
  [{ jobTypeField: 'type' }, "Property 'analysis_type' does not exist"],
  [{ jobDateField: 'created_date' }, "Property 'completed_at' does not exist"],
  [{ assessmentRequiredFields: 'all' }, "Property 'scan_options' is missing"],
  [{ jobStates: 'queued_processing_succeeded_failed' }, "Unused '@ts-expect-error' directive"],
  [{ errorStatus: 'always_200' }, "Property 'AuthenticationErrorAnswer' does not exist"],
]

describe('a client that is generated from the document', () => {
  it('compiles in strict mode, and what it must not allow does not; under some choices it compiles no longer', async () => {
    const all = [{}, ...breaking.map(([choices]) => choices)]
    const [own, ...others] = compile(await Promise.all(all.map(typesFor)))
    expect(own).toBe('')
    for (const [i, [choices, error]] of breaking.entries()) {
      expect(others[i], JSON.stringify(choices)).toContain(error)
    }
  })
})

describeFake('the generated client', (open, way) => {
  const reach = ({ fake, sandbox: { baseUrl, apiKey } }: Client) => ({ baseUrl, apiKey, fetch: fetchBy(way, fake) })

  it('uses every operation', async () => {
    const client = await open({ clock: 'frozen' })
    const advance = () => client.sandbox.clock.advance('10m').then(() => undefined)
    expect(await useEveryOperation(reach(client), advance)).toEqual([
      '2 of more',
      'true',
      'pending',
      'pending',
      'score true',
      'true',
      'pending',
      'completed',
      'true true',
    ])
  })

  it('the fake refuses what the compiler refuses', async () => {
    expect(await misuse(reach(await open()))).toEqual([404, 400, 400])
  })

  it('meets each error as the document types it', async () => {
    expect(await meetErrors(reach(await open()))).toEqual([
      { operation: 'getResource', status: 404, code: 'resource_not_found' },
      { operation: 'getAssessment', status: 401, code: 'authentication_error' },
      { operation: 'getJob', status: 429, code: 'rate_limit_exceeded' },
      { operation: 'createAssessment', status: 503, code: 'service_unavailable' },
      { operation: 'listAssessments', status: 500, code: 'internal_error' },
      { operation: 'listResources', status: 400, code: 'invalid_request' },
      { operation: 'listJobs', status: 400, code: 'invalid_request' },
    ])
  })
})
