import { expect } from 'vitest'
import * as z from 'zod/mini'

import { isJsonObject } from '../../src/core/lib/merge-patch.ts'
import { answers, anyList, anySuccess, assessmentBody, jobBody, noon, operations } from './answers.ts'
import { read, readError } from './fake.ts'
import { askOperation, countsOf, initOf, senderTo, servedStatus } from './scenarios.ts'
import { created, rateOf, type Scene, type Show } from './shows.ts'

const list = '/cloud/resources?limit=1'
const hourMs = 3_600_000

const unseen: Readonly<Record<string, unknown>> = {
  type: 'quantum_computer',
  resource_type: 'quantum_computer',
  provider: 'orbital_cloud',
  region: 'low-earth-orbit-1',
  status: 'hibernating',
  severity: 'catastrophic',
  category: 'post_quantum',
  analysis_type: 'premonition',
  output_format: 'hologram',
  log_types: ['telepathy'],
}

/** The fields with open value sets in the document, by operation; fields of a list are in each item. */
const openFields = {
  listAssessments: ['resource_type'],
  getAssessment: ['resource_type', 'findings.severity', 'findings.category'],
  createAssessment: ['resource_type', 'status'],
  listResources: ['type', 'provider', 'region', 'status'],
  getResource: ['type', 'provider', 'region', 'status', 'details.volumes.type'],
  createJob: ['status', 'analysis_type', 'data_source.type', 'data_source.parameters.log_types', 'output_format'],
  getJob: ['status', 'analysis_type', 'data_source.type', 'data_source.parameters.log_types', 'output_format'],
  listJobs: ['status', 'analysis_type', 'data_source.type', 'data_source.parameters.log_types', 'output_format'],
} as const

/** Replaces a field of a value, in each item of arrays on the path. */
function withUnseen(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withUnseen(item, [name, ...rest]))
  if (!isJsonObject(value)) return value
  expect(value).toHaveProperty(name)
  return { ...value, [name]: rest.length === 0 ? unseen[name] : withUnseen(value[name], rest) }
}

/** The envelope of an answer with any data. */
const envelope = z.looseObject({ data: z.unknown() })

/** Requests every operation in a sandbox with a scenario and in a sandbox without. */
async function eachPair(
  scene: Scene,
  look: (faulty: unknown, plain: unknown, operation: (typeof operations)[number]) => void,
) {
  const { fake, sandbox, way } = scene
  const plainSend = senderTo({ fake, sandbox: fake.sandbox(`${sandbox.name}-plain`) }, way)
  for (const operation of operations) {
    const path = operation.id.startsWith('list') ? `${operation.path}?limit=100` : operation.path
    const faulty = await scene.send(path, initOf(operation))
    const plain = await plainSend(path, initOf(operation))
    expect([operation.id, faulty.status]).toEqual([operation.id, plain.status])
    look(await faulty.json(), await plain.json(), operation)
  }
}

export const unknownValues: Show = async (scene) => {
  await eachPair(scene, (faulty, plain, { id }) => {
    const expected = envelope.parse(plain)
    let { data } = expected
    for (const field of openFields[id]) data = withUnseen(data, field.split('.'))
    expect(faulty).toEqual({ ...expected, data })
    expect(JSON.stringify(faulty)).not.toBe(JSON.stringify(plain))
  })
  // The sandbox itself still has only documented values.
  for (const operation of operations) read(await askOperation(scene, operation), servedStatus(operation), anySuccess)
}

/** The free texts of the document by operation: names and descriptions. Two operations have none. */
const freeTexts = {
  listAssessments: [],
  getAssessment: ['findings.description', 'findings.remediation'],
  createAssessment: [],
  listResources: ['name', 'tags.value'],
  getResource: ['name', 'tags.value', 'details.security_groups.name'],
  createJob: ['name', 'description'],
  getJob: ['name', 'description'],
  listJobs: ['name', 'description'],
} as const

/** The kinds of unusual texts, one answer each. */
const unusual = [
  /<b>.*&amp;/,
  /"[^]*'[^]*\\[^]*\n/,
  /👩\u200d👩/u,
  /e\p{M}/u,
  /\p{Script=Hebrew}.*\u200f/u,
  /^$/,
  /^.{200,}$/,
]

/** Removes the texts at some paths from a value, and collects them by path. */
function withoutTexts(value: unknown, paths: ReadonlySet<string>, noted: Set<string>, path = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item, paths, noted, path))
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, withoutTexts(inner, paths, noted, `${path}.${name}`)]),
    )
  if (!paths.has(path)) return value
  noted.add(`${path} ${String(value)}`)
  return ''
}

export const unusualTexts: Show = async (scene) => {
  const { fake, sandbox, send, way } = scene
  const plainSend = senderTo({ fake, sandbox: fake.sandbox(`${sandbox.name}-plain`) }, way)
  for (const operation of operations) {
    const described =
      operation.id === 'createJob' ? { ...operation, body: { ...jobBody, description: 'd' } } : operation
    const paths = new Set(freeTexts[operation.id].map((path) => `.${path}`))
    for (const kind of unusual) {
      const noted = new Set<string>()
      const faulty = envelope.parse(await (await send(operation.path, initOf(described))).json())
      const plain = envelope.parse(await (await plainSend(operation.path, initOf(described))).json())
      // Everything else stays: ids, dates, numbers, and words with documented values.
      expect(withoutTexts(faulty.data, paths, noted)).toEqual(withoutTexts(plain.data, paths, new Set()))
      expect(new Set([...noted].map((text) => text.split(' ', 1)[0]))).toEqual(paths)
      for (const text of noted) expect(text.slice(text.indexOf(' ') + 1)).toMatch(kind)
    }
  }
}

export const extraFields: Show = async (scene) => {
  const added = { added_later: { by: 'a newer version' } }
  await eachPair(scene, (faulty, plain) => {
    const expected = envelope.parse(plain)
    const { data } = expected
    const withMore = Array.isArray(data)
      ? data.map((item: object) => ({ ...item, ...added }))
      : { ...Object(data), ...added }
    expect(faulty).toEqual({ ...expected, data: withMore, request_id: '00000000-0000-4000-8000-000000000000' })
  })
}

export const listChanges: Show = async ({ sandbox, get }) => {
  for (const [path, limit] of [
    ['/cloud/resources', 20],
    ['/security/assessments', 20],
    ['/data/analysis/jobs', 10],
  ] as const) {
    await sandbox.scenarios.off()
    const all = read(await get(`${path}?limit=100`), 200, anyList)
    const ids = all.data.map(({ id }) => id)
    const total = all.pagination.total_items
    await sandbox.scenarios.on('list-changes-while-paging')

    const met: string[] = []
    const totals: number[] = []
    const { pathname: base } = new URL(sandbox.baseUrl)
    let next: string | null | undefined = `${base}${path}?page=1&limit=${limit}`
    while (next !== undefined && next !== null) {
      const { data, pagination }: z.infer<typeof anyList> = read(await get(next.replace(base, '')), 200, anyList)
      met.push(...data.map(({ id }) => id))
      totals.push(pagination.total_items)
      next = pagination.next_page
    }
    // After the first page all items move by one, and after the second back again.
    expect(met.filter((id, position) => met.indexOf(id) !== position)).toEqual([ids[limit - 1]])
    expect(ids.filter((id) => !met.includes(id))).toEqual([ids[2 * limit - 1]])
    expect(met.every((id) => ids.includes(id))).toBe(true)
    expect(totals).toEqual([total, total + 1, total])
    const { rules } = await sandbox.scenarios.show('list-changes-while-paging')
    expect(rules).toMatchObject([
      { matches: 3, hits: 1 },
      { matches: 2, hits: 2 },
    ])
    await sandbox.reset()
  }
}

/** Checks that a quota is used up until its reset, and whole from then on. */
async function isUsedUpUntil({ sandbox, get }: Scene, resetMs: number): Promise<void> {
  const answer = await get(list)
  expect(readError(answer, 429, 'rate_limit_exceeded')).toBe('the quota of 5000 requests an hour is used up')
  expect(rateOf(answer)).toEqual([5000, 0, resetMs / 1000])
  await sandbox.clock.set(new Date(resetMs - 1).toISOString())
  readError(await get(list), 429, 'rate_limit_exceeded')
  await sandbox.clock.advance('1ms')
  const served = await get(list)
  read(served, 200, answers.resources)
  expect(rateOf(served)).toEqual([5000, 4999, (resetMs + hourMs) / 1000])
}

const resetAt = Date.parse(noon) + hourMs

export const exhausted: Show = async (scene) => {
  const { sandbox, get } = scene
  const before = await countsOf(sandbox)
  for (const operation of operations) readError(await askOperation(scene, operation), 429, 'rate_limit_exceeded')
  expect(await countsOf(sandbox)).toEqual(before)
  readError(await get(list, { key: 'csf_small_quota' }), 429, 'rate_limit_exceeded')
  readError(await get(list, { key: null }), 401, 'authentication_error')
  await isUsedUpUntil(scene, resetAt)
}

export const nearlyExhausted: Show = async (scene) => {
  const { get } = scene
  const statuses: number[] = []
  for (const operation of operations) {
    const answer = await askOperation(scene, operation)
    statuses.push(answer.status)
    expect(rateOf(answer)).toEqual([5000, statuses.length === 1 ? 1 : 0, resetAt / 1000])
  }
  expect(statuses).toEqual([200, 200, 429, 429, 429, 429, 429, 429])
  expect(rateOf(await get(list, { key: 'csf_small_quota' }))).toEqual([5, 1, resetAt / 1000])
}

export const resetsSoon: Show = (scene) => isUsedUpUntil(scene, Date.parse(noon) + 5000)

const shown = z.looseObject({ data: z.looseObject({ status: z.optional(z.string()) }) })

type Kind = 'assessments' | 'jobs'
const paths = { assessments: '/security/assessments', jobs: '/data/analysis/jobs' } as const
const bodies = { assessments: assessmentBody, jobs: jobBody } as const

/** A time, and what a polling client sees then. */
interface Stage {
  readonly by: string
  readonly state: string
  /** The status of a record of the other kind, which the scenario does not change. */
  readonly other?: string
  readonly isListed?: boolean
}

/** Shows the lifecycle of a record to a polling client. @param estimate of an assessment. Default: any */
const lifecycle =
  (kind: Kind, stages: readonly Stage[], estimate?: string): Show =>
  async ({ sandbox, get, post }) => {
    const others = kind === 'jobs' ? 'assessments' : 'jobs'
    const { data } = read(await post(paths[kind], bodies[kind]), 201, created)
    const second = read(await post(paths[others], bodies[others]), 201, created)
    if (kind === 'assessments') expect(data['status']).toBe('pending')
    if (kind === 'assessments' && estimate !== undefined) expect(data.estimated_completion_time).toBe(estimate)
    /** A completed assessment has no status field. */
    const stateAt = async (of: Kind, id: string): Promise<string> =>
      read(await get(`${paths[of]}/${id}`), 200, shown).data.status ?? 'completed'
    for (const { by, state, other, isListed } of stages) {
      if (by !== '0s') await sandbox.clock.advance(by)
      expect([by, await stateAt(kind, data.id)]).toEqual([by, state])
      if (other !== undefined) expect([by, await stateAt(others, second.data.id)]).toEqual([by, other])
      const listed = read(await get(paths[kind]), 200, anyList).data.some(({ id }) => id === data.id)
      if (isListed !== undefined) expect([by, listed]).toEqual([by, isListed])
    }
  }

const running = (kind: Kind): string => (kind === 'assessments' ? 'pending' : 'running')

export const completesAtOnce = (kind: Kind): Show =>
  lifecycle(kind, [{ by: '0s', state: 'completed', other: 'pending', isListed: true }], noon)

export const takesAnHour = (kind: Kind): Show =>
  lifecycle(
    kind,
    [
      { by: '5s', state: 'pending', other: 'completed' },
      { by: '3594999ms', state: running(kind) },
      { by: '1ms', state: 'completed' },
    ],
    '2026-07-01T13:00:00Z',
  )

export const neverCompletes = (kind: Kind): Show =>
  lifecycle(
    kind,
    ['5s', '36525d', '36525d'].map((by) => ({ by, state: 'pending', other: 'completed', isListed: kind === 'jobs' })),
    '2026-07-01T12:00:05Z',
  )

export const fails = (kind: Kind): Show =>
  lifecycle(kind, [
    { by: '4999ms', state: running(kind) },
    { by: '1ms', state: 'failed', other: 'completed', isListed: kind === 'jobs' },
    { by: '36525d', state: 'failed' },
  ])
