import { Agent, request } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { type LocalFake, type SandboxClient, startFake } from '../../src/index.ts'
import { jobBody, noon } from './answers.ts'

/** The request of a client in a story. */
export interface Sending {
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A client in a new sandbox with a frozen clock. */
export interface Story {
  readonly box: SandboxClient
  /** Sends a request, and reads the answer; status 0 and an empty text without an answer. */
  readonly send: (method: string, path: string, sending?: Sending) => Promise<ReadAnswer>
  /** Sends a GET, and one more after each pause. @param pauses durations of the sandbox clock */
  readonly get: (path: string, ...pauses: readonly string[]) => Promise<ReadAnswer>
  /** Sends a GET, and aborts it before its answer. */
  readonly giveUp: (path: string) => Promise<void>
  readonly pause: (by: string) => Promise<unknown>
  /** Creates a job. @returns the path of the job */
  readonly createJob: (body?: object) => Promise<string>
}

interface ReadAnswer {
  readonly status: number
  readonly text: string
}

/** Paths of the API. */
export const paths = {
  resources: '/cloud/resources',
  jobs: '/data/analysis/jobs',
  assessments: '/security/assessments',
} as const

/** Fetches with an agent of `node:http`, which reuses its idle connection. */
export function fetchBy(agent: Agent): LocalFake['fetch'] {
  return async (input, { method = 'GET', headers, body, signal } = {}) =>
    await new Promise<Response>((resolve, reject) => {
      const sent = Object.fromEntries(new Headers(headers))
      const asked = request(
        input instanceof Request ? input.url : input,
        { agent, method, headers: sent, signal: signal ?? undefined },
        (answer) => {
          const chunks: Uint8Array[] = []
          answer.on('data', (chunk: Uint8Array) => chunks.push(chunk))
          answer.once('error', reject)
          answer.once('end', () => resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 0 })))
        },
      )
      asked.once('error', reject).end(body)
    })
}

let fake: Promise<LocalFake> | undefined
let count = 0

/** Opens a story in a new sandbox of a shared fake, for a client with separate connections. */
export async function openStory(): Promise<Story> {
  fake ??= startFake({ clock: noon, port: 0 })
  const { sandbox } = await fake
  count += 1
  return tell(sandbox(`story-${count}`), fetchBy(new Agent({ keepAlive: true })))
}

/** Creates a story for a sandbox and a `fetch`. */
export function tell(box: SandboxClient, fetch: LocalFake['fetch']): Story {
  const send: Story['send'] = async (method, path, { key = box.apiKey, body, headers = {} } = {}) => {
    try {
      const answer = await fetch(box.baseUrl + path, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, text: await answer.text() }
    } catch {
      return { status: 0, text: '' }
    }
  }
  const pause = async (by: string): Promise<unknown> => await box.clock.advance(by)
  return {
    box,
    send,
    pause,
    get: async (path, ...pauses) => {
      let told = await send('GET', path)
      for (const by of pauses) {
        await pause(by)
        told = await send('GET', path)
      }
      return told
    },
    giveUp: async (path) => {
      const gone = new AbortController()
      const headers = { Authorization: `Bearer ${box.apiKey}` }
      const before = (await box.requests.list()).length
      const asked = fetch(box.baseUrl + path, { headers, signal: gone.signal }).catch(() => undefined)
      while ((await box.requests.list()).length === before) await nextTurn()
      gone.abort()
      await asked
    },
    createJob: async (body = {}) => {
      const { text } = await send('POST', paths.jobs, { body: { ...jobBody, ...body } })
      return `${paths.jobs}/${JSON.parse(text).data.id}`
    },
  }
}

/** The ids of the verdicts on a sandbox. */
export async function verdictsOf(box: SandboxClient): Promise<readonly string[]> {
  return (await box.conduct()).items.map(({ id }) => id)
}
