import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { assessmentTable } from '../../src/core/api/assessments/assessment.ts'
import { jobTable } from '../../src/core/api/jobs/job.ts'
import { resourceTable } from '../../src/core/api/resources/resource.ts'
import { memoize } from '../../src/core/lib/lazily.ts'
import { formsAt, namesIn } from '../../src/core/lib/schema-fields.ts'
import type { FakeOptions } from '../../src/index.ts'
import { noon } from './answers.ts'
import { Contract } from './contract.ts'
import { openPanel, type ControlledFake } from './control.ts'
import type { Way } from './fake.ts'
import { writeFixtures } from './fixtures.ts'
import type { Kind } from './record-admin.ts'

const anObject = z.record(z.string(), z.unknown())

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** Parses an object. */
export const toJson = (value: unknown): Json => anObject.parse(value)

/** The id of a record of each kind. */
export const ids = {
  resources: 'aaaaaaaa-0000-4000-8000-000000000001',
  assessments: 'aaaaaaaa-0000-4000-8000-000000000002',
  jobs: 'aaaaaaaa-0000-4000-8000-000000000003',
}

const paths = { resources: '/cloud/resources', assessments: '/security/assessments', jobs: '/data/analysis/jobs' }

const finding = { id: 'f', severity: 'low', category: 'network', description: 'd', remediation: 'r' }
const volume = { id: 'v', size_gb: 1, type: 'gp3' }

/** Fields of a record into which arrays of `extra` are merged. */
export const given = {
  resources: { tags: [{ key: 'a', value: 'b' }], details: { volumes: [volume, volume] } },
  assessments: { findings: [finding, finding] },
  jobs: { data_source: { type: 'security_logs', parameters: { log_types: ['firewall'] } } },
}

const common = { account_id: '123', owners: [{ team: 'a', since: null }, { team: 'b' }], seen: 1.5 }

/** The undocumented fields of each kind. */
export const beyond = {
  resources: {
    extra: {
      ...common,
      details: { architecture: 'arm64', volumes: [{ iops: 3000 }] },
      tags: [{ inherited: true }, { inherited: false }],
    },
    inList: ['account_id', 'tags', 'details'],
  },
  assessments: {
    extra: { ...common, findings: [{ cwe: 'CWE-79' }], summary: { waived: 2 } },
    inList: ['owners', 'summary'],
  },
  jobs: {
    extra: { ...common, data_source: { region: 'eu', parameters: { zone: 'UTC' } }, results: { seconds: 2 } },
    inList: ['seen', 'data_source'],
  },
}

/** The fields of `data_source`, if the choices show it. */
const task = ({ data_source }: Json): Json =>
  data_source === undefined
    ? {}
    : { data_source: { type: 'security_logs', region: 'eu', parameters: { log_types: ['firewall'], zone: 'UTC' } } }

/** The answer of a get with the extra fields. @param answer without them */
export const whole = {
  resources: (answer: Json): Json => ({
    ...answer,
    ...common,
    details: { ...toJson(answer['details']), architecture: 'arm64', volumes: [{ ...volume, iops: 3000 }, volume] },
    tags: [{ key: 'a', value: 'b', inherited: true }],
  }),
  assessments: (answer: Json): Json => ({
    ...answer,
    ...common,
    findings: [{ ...finding, cwe: 'CWE-79' }, finding],
    summary: { ...toJson(answer['summary']), waived: 2 },
  }),
  jobs: (answer: Json): Json => ({
    ...answer,
    ...common,
    ...task(answer),
    ...(answer['results'] === undefined ? {} : { results: { ...toJson(answer['results']), seconds: 2 } }),
  }),
}

/** An item of the list with the extra fields. @param item without them */
export const listed = {
  resources: (item: Json): Json => ({
    ...item,
    account_id: '123',
    tags: [{ key: 'a', value: 'b', inherited: true }],
  }),
  assessments: (item: Json): Json => ({ ...item, owners: common.owners }),
  jobs: (item: Json): Json => ({
    ...item,
    seen: 1.5,
    ...task(item),
  }),
}

/** The documented names of a kind, under any choices. */
export function documentedNames(kind: Kind): readonly string[] {
  const { documented } = { resources: resourceTable, assessments: assessmentTable, jobs: jobTable }[kind].definition
  return documented === undefined ? [] : namesIn(formsAt(documented, []))
}

/** Writes fixtures with one record of each kind. @param more further fields */
export const fixturesOf = (more: (kind: Kind) => Json = () => ({})): Promise<string> => {
  const row = (kind: Kind) => [{ id: ids[kind], ...given[kind], ...more(kind) }]
  return writeFixtures({
    'resources.json': row('resources'),
    'assessments.json': row('assessments'),
    'jobs.json': row('jobs'),
  })
}

/** Opens a fake whose clock is frozen at noon. @param isHeld validates every answer against the current document */
export async function open(options: FakeOptions = {}, way: Way = 'in process', isHeld = true) {
  const { panel, close } = await openPanel(way, { clock: noon, ...options })
  onTestFinished(() => close().catch(() => {}))
  return { ...reader(panel, isHeld), panel, close }
}

/** Opens a fake with a documented record of each kind, without validation, which other tests do. */
export const openBare = async (options: FakeOptions = {}, way?: Way) =>
  await open({ fixtures: await fixturesOf(), ...options }, way, false)

const contractOf = memoize((document: string) => new Contract(JSON.parse(document)), 64)

function reader({ api, send }: ControlledFake, isHeld: boolean) {
  const documentText = async (): Promise<string> => (await send('GET', '/openapi.json')).text
  const document = async (): Promise<unknown> => JSON.parse(await documentText())
  const read = async (path: string): Promise<{ readonly data?: unknown; readonly violations: readonly string[] }> => {
    const answer = await api('GET', path)
    const contract = isHeld ? contractOf(await documentText()) : undefined
    const violations = contract?.violations({ method: 'GET', path, ...answer }) ?? []
    const { data } = toJson(JSON.parse(answer.text))
    return { ...(data === undefined ? {} : { data }), violations }
  }
  const ask = async (path: string): Promise<unknown> => {
    const { data, violations } = await read(path)
    if (violations.length > 0) throw new Error(violations.join('\n'))
    return data
  }
  return {
    document,
    /** A record from a get; undefined for an error. */
    get: async (kind: Kind, id = ids[kind]) => {
      const data = await ask(`${paths[kind]}/${id}`)
      return data === undefined ? undefined : toJson(data)
    },
    /** An item of the list. Default: the only one. */
    item: async (kind: Kind, id?: string) =>
      z
        .array(anObject)
        .parse(await ask(`${paths[kind]}?limit=100`))
        .find((one) => id === undefined || one['id'] === id),
  }
}
