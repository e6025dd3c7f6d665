import type { SandboxClient } from '../src/index.ts'

/** The answer to one request of a script: everything that a client sees, as text. */
export type Transcript = readonly string[]

/** A generator of numbers from 0 to 1 that follows from a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const scenarios = [
  'flaky',
  'outage-then-recovery',
  'internal-error',
  'rate-limit-nearly-exhausted',
  'commits-then-fails',
]

const lists = ['/cloud/resources', '/security/assessments', '/data/analysis/jobs'] as const

/** A job as it is created. */
export const job = {
  name: 'Load',
  data_source: {
    type: 'security_logs',
    parameters: {
      start_date: '2026-06-01T00:00:00Z',
      end_date: '2026-06-30T00:00:00Z',
      log_types: ['firewall'],
    },
  },
  analysis_type: 'security_event_correlation',
  output_format: 'json',
}

/** The means of a script in a sandbox: requests, and changes through its control plane. */
interface Runner {
  readonly sandbox: SandboxClient
  readonly send: (method: string, path: string, body?: unknown) => Promise<string>
  readonly pick: <T>(values: readonly T[]) => T
  /** Ids of what was created so far. */
  readonly created: string[]
}

type Step = (runner: Runner) => Promise<string>

const steps: readonly Step[] = [
  ({ send, pick }) => send('GET', `${pick(lists)}?limit=${pick([1, 5, 20])}&page=${pick([1, 2, 3])}`),
  ({ send, pick }) => send('GET', `/cloud/resources?type=${pick(['database', 'virtual_machine'])}&provider=aws`),
  ({ send }) => send('GET', '/cloud/resources/085eb948-ff2a-4f15-bd84-c172cd02afba'),
  ({ send }) => send('GET', '/cloud/resources?limit=0'),
  ({ send, created }) => send('GET', created.at(-1) ?? '/data/analysis/jobs?limit=1'),
  async ({ send, created }) => {
    const text = await send('POST', '/data/analysis/jobs', job)
    const [, id] = /"id":"([\da-f-]{36})"/.exec(text) ?? []
    if (id !== undefined) created.push(`/data/analysis/jobs/${id}`)
    return text
  },
  async ({ send, created }) => {
    const body = { resource_id: '085eb948-ff2a-4f15-bd84-c172cd02afba', resource_type: 'database' }
    const text = await send('POST', '/security/assessments', body)
    const [, id] = /"id":"([\da-f-]{36})"/.exec(text) ?? []
    if (id !== undefined) created.push(`/security/assessments/${id}`)
    return text
  },
]

const changes: readonly Step[] = [
  async ({ sandbox, pick }) => JSON.stringify(await sandbox.clock.advance(pick(['1s', '10s', '10m']))),
  async ({ sandbox, pick }) => String(await sandbox.scenarios.on(pick(scenarios))),
  async ({ sandbox }) => String(await sandbox.scenarios.off()),
  async ({ sandbox, pick }) => String(await sandbox.assumptions.set({ listOrder: pick(['by_id', 'oldest_first']) })),
  async ({ sandbox }) => JSON.stringify((await sandbox.resources.create({ name: 'Made', type: 'database' }))['id']),
  async ({ sandbox }) => String((await sandbox.requests.list()).length),
]

/** Requests of a script. */
const length = 60

/** Part of the steps that change something through the control plane. */
const changing = 0.15

/** Runs a script in a sandbox, from its reset on. @param send makes a request to the API: its status, headers and body */
export async function runScript(
  sandbox: SandboxClient,
  seed: number,
  send: (method: string, url: string, body?: unknown) => Promise<string>,
): Promise<Transcript> {
  const random = createRandom(seed)
  const pick: Runner['pick'] = (values) => {
    const value = values[Math.floor(random() * values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  const transcript: string[] = []
  const runner: Runner = {
    sandbox,
    pick,
    created: [],
    send: (method, path, body) => send(method, sandbox.baseUrl + path, body),
  }
  await sandbox.reset()
  await sandbox.clock.change({ now: '2026-07-01T12:00:00Z', mode: 'frozen' })
  for (let step = 0; step < length; step += 1)
    transcript.push(await pick(random() < changing ? changes : steps)(runner))
  return transcript.map((text) => text.replaceAll(/\/@[\w-]+\//g, '/'))
}

/** The number of scripts. */
export const scriptCount = 12

/** An answer as text: status, the headers that the service sends, body. */
export async function toText(response: Response): Promise<string> {
  const headers = [
    'content-type',
    'date',
    'x-rate-limit-limit',
    'x-rate-limit-remaining',
    'x-rate-limit-reset',
    'allow',
  ]
  const shown = headers.map((name) => `${name}: ${response.headers.get(name)}`).join('\n')
  return `${response.status}\n${shown}\n\n${await response.text()}`
}
