import { keyHeader, rateHeaders } from '../spec/headers.ts'
import { type KeyName, numberIn, remainingIn, type Seen } from './exchange.ts'
import { type Sent, Stopped } from './session.ts'

/** What requests are made with: `fetch`, or something like it. */
type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How requests are sent to a service. */
export interface SenderOptions {
  readonly fetch: Fetch
  /** Ends in the version segment, without a slash behind it. */
  readonly baseUrl: string
  /** The secrets of the keys there are. */
  readonly keys: Readonly<Partial<Record<KeyName, string>>>
  /** Waits until the next request may be made (never waits). */
  readonly turn?: () => Promise<void>
}

/** Part of the quota of the main key that is left alone, and requests that are left of it in any case. */
const reservedShare = 0.05
const reservedRequests = 10

/** Requests without an answer, one after another, after which no more are made, and how long each may take. */
const mostFailures = 3
const answerMs = 15_000

/**
 * What sends the requests of probes. It stops at the first sign that the quota of the main key runs low.
 * @returns a function that throws `Stopped` from then on
 */
export function createSender({ fetch, baseUrl, keys, turn }: SenderOptions): (request: Sent) => Promise<Seen> {
  let [low, lost]: (string | undefined)[] = []
  let failures = 0
  return async (request) => {
    const reason = lost ?? (request.key === 'main' ? low : undefined)
    if (reason !== undefined) throw new Stopped(reason)
    await turn?.()
    try {
      const seen = await send(fetch, baseUrl, keys[request.key], request)
      failures = 0
      if (request.key === 'main') low = lowIn(seen)
      return seen
    } catch (error) {
      failures += 1
      const failure = `no answer: ${describeFailure(error)}`
      if (failures >= mostFailures) lost = `stopped after ${failures} requests without an answer (${failure})`
      throw new Stopped(failure)
    }
  }
}

function describeFailure(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}

function lowIn(seen: Seen): string | undefined {
  const [limit, remaining] = [numberIn(seen, rateHeaders.limit), remainingIn(seen)]
  if (limit === undefined || remaining === undefined) return undefined
  const isLow = remaining < Math.max(reservedRequests, limit * reservedShare)
  return isLow ? `stopped, since ${remaining} requests of ${limit} an hour remain` : undefined
}

async function send(fetch: Fetch, baseUrl: string, secret: string | undefined, request: Sent): Promise<Seen> {
  const { operation, method, path, id, query, body, contentType, key, scheme } = request
  const url = baseUrl + path + (query === '' ? '' : `?${query}`)
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
    headers: {
      ...(key === 'none' || secret === undefined ? {} : { [keyHeader]: `${scheme} ${secret}` }),
      ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return {
    operation,
    method,
    url,
    id,
    query: [...new URLSearchParams(query)],
    body,
    contentType,
    key,
    scheme,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: parse(text),
  }
}

/** A body as JSON; undefined where it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
