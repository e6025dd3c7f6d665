import { queryOf, read } from '../../state/ask.ts'
import { originOf, sandboxName } from '../../state/place.ts'
import { elapsedMs } from '../../state/time.ts'
import { keyOf, type RequestSummary } from '../../state/traffic.ts'

/** A request to the API of the sandbox. */
export interface ApiRequest {
  readonly method: string
  /** Path and query, without a host. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What came of a request. */
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
  const startMs = elapsedMs()
  const answer = await receive(request, signal)
  const tookMs = elapsedMs() - startMs
  return { ...answer, tookMs, entry: await findEntry(request) }
}

async function receive(
  { method, address, headers, body }: ApiRequest,
  signal: AbortSignal,
): Promise<Omit<Outcome, 'tookMs' | 'entry'>> {
  const init = { method, headers, signal, cache: 'no-store', ...(body === undefined ? {} : { body }) } as const
  let status: number | undefined
  let shown: Readonly<Record<string, string>> = {}
  try {
    const response = await fetch(address, init)
    status = response.status
    shown = Object.fromEntries(response.headers)
    return { status, headers: shown, body: parse(await response.text()), trouble: undefined }
  } catch (error) {
    const trouble = signal.aborted ? 'You cancelled it.' : error instanceof Error ? error.message : String(error)
    return { status, headers: shown, body: null, trouble }
  }
}

function parse(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The newest request with this method and path. */
async function findEntry({ method, address }: ApiRequest): Promise<Outcome['entry']> {
  const { pathname, search } = new URL(address, location.origin)
  const path = (pathname + search).slice(originOf(sandboxName).length - location.origin.length)
  const scope = queryOf({ fields: 'summary', limit: 50 })
  const items = await read<{ items: readonly RequestSummary[] }>(`/requests${scope}`).then(
    ({ items }) => items,
    () => [],
  )
  const entry = items.findLast((known) => known.method === method && known.path === path)
  return entry === undefined ? undefined : { key: keyOf(entry), fault: entry.fault }
}
