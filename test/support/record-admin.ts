import { readFileSync } from 'node:fs'

import { expect } from 'vitest'
import * as z from 'zod/mini'

import { assessmentTable } from '../../src/core/api/assessments/assessment.ts'
import { jobTable } from '../../src/core/api/jobs/job.ts'
import { resourceTable } from '../../src/core/api/resources/resource.ts'
import { apiOf, areas, operations } from '../../src/core/app/areas.ts'
import { type Choices, createProfile } from '../../src/core/assumptions/profile.ts'
import { credentialIn } from '../../src/core/http/admission.ts'
import { SentHeaders } from '../../src/core/http/headers.ts'
import { createContext } from '../../src/core/http/request-context.ts'
import { toText } from '../../src/core/lib/body.ts'
import { Schemas } from '../../src/core/openapi/components.ts'
import { createLimits } from '../../src/core/sandbox/limits.ts'
import type { RecordAdmin, FixtureRecord } from '../../src/core/sandbox/record-admin.ts'
import { Sandbox } from '../../src/core/sandbox/sandbox.ts'
import { ScenarioLibrary } from '../../src/core/scenarios/library.ts'
import { InputError } from '../../src/index.ts'
import { noon } from './answers.ts'
import { idleTransport } from './transports.ts'

/** The kinds of records that the control plane can change. */
export const kinds = ['resources', 'assessments', 'jobs'] as const

/** One of `kinds`. */
export type Kind = (typeof kinds)[number]

/** An id that no fixture has. */
export const newId = 'aaaaaaaa-0000-4000-8000-000000000001'

/** A finding of an assessment. */
export const finding = (severity: string) => ({
  id: 'f',
  severity,
  category: 'c',
  description: 'd',
  remediation: 'r',
})

const tables = { resources: resourceTable, assessments: assessmentTable, jobs: jobTable }
const rowsSchema = z.array(z.looseObject({ id: z.string() }))

/** The built-in fixtures of a kind. */
export function builtIn(kind: Kind) {
  return rowsSchema.parse(JSON.parse(readFileSync(new URL(`../../fixtures/${kind}.json`, import.meta.url), 'utf8')))
}

/** How many of the built-in resources have a value in a field. */
export const countOf = (field: string, value: string): number =>
  builtIn('resources').filter((row) => row[field] === value).length

/** The options of a sandbox; each has a default. */
interface Opening {
  readonly seed?: number
  readonly assume?: Choices
  readonly maxBytes?: number
  /** Rows by kind. Default: the built-in fixtures. */
  readonly rows?: Readonly<Partial<Record<Kind, readonly FixtureRecord[]>>>
}

/** A sandbox with its clock frozen at noon, in which everything completes within ten seconds. */
export function openSandbox({ seed = 1, assume = {}, maxBytes = 1e8, rows }: Opening = {}): Sandbox {
  const dataset = {}
  for (const kind of kinds) tables[kind].load(dataset, rows === undefined ? builtIn(kind) : (rows[kind] ?? []), kind)
  const lifecycle = { completeAfterMs: 10_000, estimateMs: 10_000, outcome: 'completed' } as const
  return new Sandbox('default', {
    dataset,
    seed,
    clock: { mode: 'frozen', nowMs: Date.parse(noon) },
    base: { profile: createProfile(assume), lifecycles: { assessments: lifecycle, jobs: lifecycle } },
    library: new ScenarioLibrary({ operations: [], lifecycles: [] }),
    scenarios: [],
    limits: createLimits(maxBytes, 0),
    areas,
    transport: idleTransport,
  })
}

/** The record admins of all areas. */
export const recordAdmins = await apiOf(areas).recordAdmins()
await Promise.all(recordAdmins.map(async (admin) => await admin.prepare()))

/** The record admin of a kind. */
export function adminOf(kind: Kind): RecordAdmin {
  const found = recordAdmins.find(({ name }) => name === kind)
  if (found === undefined) throw new Error(`${kind}: no such area`)
  return found
}

/** All rows of a kind as JSON, newest first. */
export function rowsOf(sandbox: Sandbox, kind: Kind) {
  const admin = adminOf(kind)
  return rowsSchema.parse(viaJson(admin.list(sandbox, 0, admin.count(sandbox))))
}

/** Converts a value to JSON and back. */
export function viaJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

const answer = z.looseObject({
  data: z.unknown(),
  pagination: z.optional(z.looseObject({ total_items: z.number() })),
})

/** A request of which nothing is known. */
export const unknownRequest = {
  method: 'GET',
  address: { mount: '', sandbox: undefined, prefix: '', path: '/', sentPath: '/', query: '' },
  operation: undefined,
  id: '',
  headers: new SentHeaders([]),
  credential: credentialIn(null),
  request: new Request('http://localhost/'),
  connection: undefined,
  bindings: {},
  malformed: undefined,
}

/** Calls an operation of the API, and checks the answer with its declared schema. @throws its ApiError */
export function ask(sandbox: Sandbox, operationId: string, { id = '', query = '', body }: Question = {}) {
  const operation = operations.find((known) => known.id === operationId)
  if (operation === undefined) throw new Error(`${operationId}: no such operation`)
  const address = { ...unknownRequest.address, path: operation.path, query }
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const asked = { ...unknownRequest, method: operation.method, address, operation, id }
  const ctx = createContext(sandbox, asked)
  const text = toText(operation.serve(ctx, { bytes, contentType: 'application/json' }))
  const parsed: unknown = JSON.parse(text)
  const schema = operation.responseSchema({ ...ctx, component: new Schemas().named })
  expect(schema.safeParse(parsed).error, text.slice(0, 400)).toBeUndefined()
  return answer.parse(parsed)
}

interface Question {
  readonly id?: string
  readonly query?: string
  readonly body?: unknown
}

/** The message of the InputError that work throws. */
export async function refusal(work: () => unknown): Promise<string> {
  const error: unknown = await Promise.resolve()
    .then(work)
    .then(
      () => undefined,
      (reason: unknown) => reason,
    )
  expect(error).toBeInstanceOf(InputError)
  return error instanceof InputError ? error.message : ''
}
