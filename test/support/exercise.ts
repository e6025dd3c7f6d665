import type { SandboxClient, Fake } from '../../src/index.ts'
import { assessmentBody, jobBody, knownResource, operations, unknownId } from './answers.ts'
import type { RecordedResponse } from './contract.ts'
import { errors } from './scenarios.ts'

const lists = ['/security/assessments', '/cloud/resources', '/data/analysis/jobs'] as const

const queries: Readonly<Record<(typeof lists)[number], readonly string[]>> = {
  '/security/assessments': [
    `resource_id=${knownResource.id}`,
    'resource_id=nothing',
    'resource_type=nothing',
    'from_date=2026-06-01&to_date=2026-06-30T00:00:00Z',
    'from_date=2026-06-01T00:00:00&to_date=2026-01-01',
    'from_date=20260601T000000Z',
    'from_date=20260601&to_date=2026-06-30t24:00:00z',
    'from_date=20260601T000000',
    'resource_type=',
    'from_date=&limit=1',
    'resource_id=',
    ...magicIds().map((id) => `resource_id=${id}`),
  ],
  '/cloud/resources': [
    'type=database&provider=aws&limit=2',
    'type=nothing',
    'tag=environment:production&tag=team:platform&limit=1',
    'tag=environment%3Dproduction&limit=1',
    'tag=',
    'tag=&tag=environment:production',
  ],
  '/data/analysis/jobs': [
    'status=completed',
    'status=succeeded',
    'type=anomaly_detection&limit=1&page=2',
    'type=nothing',
    'created_after=2026-06-01',
    'created_after=2026-06-01T00:00:00Z',
    'created_after=1780000000',
    'created_after=20260601',
    'created_after=',
    'status=',
  ],
}

const paging = ['', 'limit=1', 'page=2&limit=3', 'page=999', 'limit=101', 'limit=0', 'page=x', 'limit=1&limit=2', '%']

/** An id for each magic error, in all forms of ids. */
function magicIds(): readonly string[] {
  return [401, 403, 404, 429, 500, 503].flatMap((status) =>
    formsOf(`00000000-0000-4000-8000-${String(status).padStart(12, '0')}`),
  )
}

function formsOf(id: string): readonly string[] {
  const digits = id.replaceAll('-', '')
  return [id, `res-${digits}`, `job-${digits}`]
}

const offsetDates = { ...jobBody.data_source.parameters, start_date: '2026-06-01T02:00+02:00' }

const basicDates = { ...jobBody.data_source.parameters, start_date: '20260601T000000Z', end_date: '2026-06-30t24:00z' }

const bodies: readonly (readonly [path: string, body: unknown])[] = [
  ['/security/assessments', assessmentBody],
  ['/security/assessments', { ...assessmentBody, resource_id: `res-${knownResource.id.replaceAll('-', '')}` }],
  ['/security/assessments', { ...assessmentBody, scan_options: { comprehensive: true, categories: ['network'] } }],
  ['/security/assessments', { ...assessmentBody, scan_options: { comprehensive: true, categories: ['tides'] } }],
  ['/security/assessments', { ...assessmentBody, scan_options: null }],
  ['/security/assessments', { ...assessmentBody, more: 1 }],
  ['/security/assessments', { resource_id: unknownId, resource_type: 'moon' }],
  ['/security/assessments', { resource_id: knownResource.id }],
  ['/security/assessments', '{'],
  ['/data/analysis/jobs', jobBody],
  ['/data/analysis/jobs', { ...jobBody, description: 'd', notification: { email: 'a@example.com' } }],
  ['/data/analysis/jobs', { ...jobBody, description: null, more: 1 }],
  ['/data/analysis/jobs', { ...jobBody, data_source: { type: 'tides', parameters: offsetDates } }],
  ['/data/analysis/jobs', { ...jobBody, data_source: { ...jobBody.data_source, parameters: basicDates } }],
  ['/data/analysis/jobs', { name: 'n', data_source: { type: 't' }, analysis_type: 'a' }],
  ['/data/analysis/jobs', {}],
]

/** Sends every kind of valid and invalid request to a sandbox with a frozen clock. @returns the answers */
export async function exercise(fake: Fake, sandbox: SandboxClient): Promise<readonly RecordedResponse[]> {
  const all: RecordedResponse[] = []
  const send = async (method: string, path: string, options: Options = {}): Promise<RecordedResponse> => {
    const { key = sandbox.apiKey, body, headers = {} } = options
    const sent = body === undefined ? {} : { sent: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await fake.fetch(sandbox.baseUrl + path, {
      method,
      headers: {
        ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent.sent === undefined ? {} : { body: sent.sent }),
    })
    const { status, headers: received } = response
    const recorded = { method, path, status, headers: received, text: await response.text(), ...sent }
    all.push(recorded)
    return recorded
  }
  await readAll(sandbox, send)
  await createAndFollow(sandbox, send)
  await refuseAll(send)
  return all
}

interface Options {
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Send = (method: string, path: string, options?: Options) => Promise<RecordedResponse>

async function readAll(sandbox: SandboxClient, send: Send): Promise<void> {
  const ids = {
    '/security/assessments': (await sandbox.assessments.list()).items.map(({ id }) => id),
    '/cloud/resources': (await sandbox.resources.list()).items.slice(0, 10).map(({ id }) => id),
    '/data/analysis/jobs': (await sandbox.jobs.list()).items.map(({ id }) => id),
  }
  for (const path of lists) {
    for (const query of [...paging, ...queries[path]]) await send('GET', `${path}?${query}`)
    await send('HEAD', path)
    for (const id of [...ids[path].flatMap(formsOf), ...magicIds(), unknownId, 'nothing', '%41']) {
      await send('GET', `${path}/${id}`)
    }
    await send('GET', `${path}/${unknownId}?a=1`)
  }
}

/** Creates records, and reads them until they end. */
async function createAndFollow(sandbox: SandboxClient, send: Send): Promise<void> {
  const ends = [[], ['assessments-fail', 'jobs-fail'], ['assessments-never-complete', 'jobs-never-complete']]
  for (const scenarios of ends) {
    for (const scenario of scenarios) await sandbox.scenarios.on(scenario)
    const paths: string[] = []
    for (const [path, body] of bodies) {
      const { text } = await send('POST', path, { body })
      const [, id] = /"data":\{"id":"([^"]+)"/.exec(text) ?? []
      if (id !== undefined) paths.push(`${path}/${id}`)
    }
    for (const by of ['0s', '2s', '1h']) {
      await sandbox.clock.advance(by)
      for (const path of [...paths, '/security/assessments', '/data/analysis/jobs']) await send('GET', path)
    }
    await sandbox.scenarios.off()
  }
}

/** Provokes each error in every way. */
async function refuseAll(send: Send): Promise<void> {
  for (const { method, path, ...rest } of operations) {
    const body = 'body' in rest ? rest.body : undefined
    for (const key of ['', 'nobody', 'csf_none', 'csf_revoked', 'csf_read_only'])
      await send(method, path, { key, body })
    for (const { scenario } of errors) await send(method, path, { body, headers: { 'X-Fake-Scenario': scenario } })
  }
  for (let i = 0; i < 7; i += 1) await send('GET', '/cloud/resources', { key: 'csf_small_quota' })
  for (const path of [...lists, `/cloud/resources/${unknownId}`, '/cloud/resources/', '/cloud', '/']) {
    for (const method of ['DELETE', 'PUT', 'PATCH', 'POST', 'OPTIONS', 'HEAD']) await send(method, path)
  }
  await send('POST', '/data/analysis/jobs', { body: 'name=n', headers: { 'Content-Type': 'text/plain' } })
}
