import { isObject } from '../ui/json-object.ts'
import { api } from './api.ts'
import { originOf, sandboxName } from './place.ts'
import { elapsedMs } from './time.ts'
import { keyOf, type RequestSummary } from './traffic.ts'
import { messageOf } from './use-loaded.ts'

/** A request to the API of the sandbox. */
export interface ApiRequest {
  readonly method: string
  /** Path and query, without a host. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The outcome of a request. */
export interface Outcome {
  /** Undefined where no answer came. */
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  /** A JSON value, or a text; null where there is none, or where its end did not come. */
  readonly body: unknown
  readonly tookMs: number
  /** Why there is no answer, or no whole one. */
  readonly trouble: string | undefined
  /** The request in the journal: its key, and the network fault; undefined where the journal has none. */
  readonly entry: { readonly key: string; readonly fault: string | null } | undefined
}

/** Sends a request to the API, and finds it in the journal. */
export async function sendRequest(request: ApiRequest, signal: AbortSignal): Promise<Outcome> {
  const last = (await newest({ limit: 1 })).at(-1)?.id
  const startMs = elapsedMs()
  const answer = await receive(request, signal)
  const tookMs = elapsedMs() - startMs
  const entry = (await newest({ since: last, limit: 50 })).findLast(isOf(request))
  return { ...answer, tookMs, entry: entry === undefined ? undefined : { key: keyOf(entry), fault: entry.fault } }
}

async function receive(
  { method, address, headers, body }: ApiRequest,
  signal: AbortSignal,
): Promise<Omit<Outcome, 'tookMs' | 'entry'>> {
  const init = { method, headers, signal, ...(body === undefined ? {} : { body }) } as const
  let status: number | undefined
  let shown: Readonly<Record<string, string>> = {}
  try {
    const response = await fetch(address, init)
    status = response.status
    shown = Object.fromEntries(response.headers)
    return { status, headers: shown, body: parse(await response.text()), trouble: undefined }
  } catch (error) {
    const trouble = signal.aborted ? 'You cancelled it.' : `The browser says: ${messageOf(error)}.`
    return { status, headers: shown, body: null, trouble }
  }
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

/** The newest requests in the journal; none where it cannot be read. */
async function newest(selection: { since?: string | undefined; limit: number }): Promise<readonly RequestSummary[]> {
  return await api('GET /requests', { query: { fields: 'summary', ...selection } }).then(
    ({ items }) => items,
    () => [],
  )
}

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
