import { isObject } from '../ui/json.ts'
import { api } from './api.ts'
import { originOf, sandboxName } from './place.ts'
import { elapsedMs } from './time.ts'
import type { RequestSummary } from './traffic.ts'
import { messageOf } from './use-loaded.ts'

/** A request to the API of the sandbox. */
export interface ApiRequest {
  readonly method: string
  /** Path and query, without a host. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The outcome of a request. */
export interface Outcome {
  /** Undefined without an answer. */
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  /** A JSON value or a text; null if it is missing or incomplete. */
  readonly body: unknown
  readonly tookMs: number
  /** Why the answer is missing or incomplete. */
  readonly trouble: string | undefined
  /** The request in the journal; undefined if it is not there. */
  readonly entry: RequestSummary | undefined
}

/** Sends a request to the API, and finds it in the journal. */
export async function sendRequest(request: ApiRequest, signal: AbortSignal): Promise<Outcome> {
  const { address, ...init } = request
  const last = (await newest({ limit: 1 })).at(-1)?.id
  const startMs = elapsedMs()
  let response: Response | undefined
  let body: unknown = null
  let trouble: string | undefined
  try {
    response = await fetch(address, { ...init, signal })
    body = parse(await response.text())
  } catch (error) {
    trouble = signal.aborted ? 'You cancelled it.' : `The browser says: ${messageOf(error)}.`
  }
  const tookMs = elapsedMs() - startMs
  const headers = Object.fromEntries(response?.headers ?? [])
  const entry = (await newest({ since: last, limit: 50 })).findLast(isOf(request))
  return { status: response?.status, headers, body, trouble, tookMs, entry }
}

/** Reads JSON; any other text stays as it is. */
export function parse(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The newest requests in the journal; none if it cannot be read. */
const newest = (selection: { since?: string | undefined; limit: number }): Promise<readonly RequestSummary[]> =>
  api('GET /requests', { query: { fields: 'summary', ...selection } }).then(
    ({ items }) => items,
    () => [],
  )

/** True for the entry of a request. The journal leaves out the name of the sandbox. */
function isOf({ method, address }: ApiRequest): (entry: RequestSummary) => boolean {
  const { pathname, search } = new URL(address, location.origin)
  const path = (pathname + search).slice(originOf(sandboxName).length - location.origin.length)
  return (entry) => entry.method === method && entry.path === path
}

/** The id of the record in an answer. */
export function idIn(body: unknown): string | undefined {
  const data = isObject(body) ? body['data'] : undefined
  const id = isObject(data) ? data['id'] : undefined
  return typeof id === 'string' ? id : undefined
}
