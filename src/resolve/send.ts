import { gzipSync } from 'node:zlib'

import { conventionalStatuses } from '../assumptions/error-statuses.ts'
import { tryJson } from '../lib/try-json.ts'
import { keyHeader, rateHeaders } from '../spec/headers.ts'
import { codeOf, type KeyName, numberIn, remainingIn, type RecordedExchange } from './recorded-exchange.ts'
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

/** The keys whose quota may be used up. */
const mayBeUsedUp: ReadonlySet<KeyName> = new Set(['spare', 'none'])

/** Part of a quota that is left alone, and requests that are left of it in any case. */
const reservedShare = 0.05
const reservedRequests = 10

/** Requests without an answer, one after another, after which no more are made, and how long each may take. */
const mostFailures = 3
const answerMs = 15_000

/**
 * What sends the requests of probes. With a key whose quota may not be used up it stops at the first sign that it runs low.
 * @returns a function that throws `Stopped` from then on
 */
export function createSender({
  fetch,
  baseUrl,
  keys,
  turn,
}: SenderOptions): (request: Sent) => Promise<RecordedExchange> {
  let lost: Stopped | undefined
  const low: Partial<Record<KeyName, string | undefined>> = {}
  let failures = 0
  return async (request) => {
    if (lost !== undefined) throw lost
    const reason = mayBeUsedUp.has(request.key) ? undefined : low[request.key]
    if (reason !== undefined) throw new Stopped(reason)
    await turn?.()
    try {
      const seen = await send(fetch, baseUrl, keys[request.key], request)
      failures = 0
      low[request.key] = lowIn(seen)
      return seen
    } catch (error) {
      failures += 1
      const failure = describeFailure(error)
      if (failures >= mostFailures) lost = new Stopped(`stopped after ${failures} requests without an answer:`, failure)
      throw new Stopped('no answer:', failure)
    }
  }
}

function describeFailure(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}

function lowIn(seen: RecordedExchange): string | undefined {
  if (seen.status === conventionalStatuses.rate_limit_exceeded || codeOf(seen) === 'rate_limit_exceeded')
    return 'stopped, since the quota is used up'
  const [limit, remaining] = [numberIn(seen, rateHeaders.limit), remainingIn(seen)]
  if (remaining === undefined) return undefined
  const isLow = remaining < Math.max(reservedRequests, (limit ?? 0) * reservedShare)
  const of = limit === undefined ? '' : ` of ${limit} an hour`
  return isLow ? `stopped, since ${remaining} requests${of} remain` : undefined
}

async function send(
  fetch: Fetch,
  baseUrl: string,
  secret: string | undefined,
  request: Sent,
): Promise<RecordedExchange> {
  const { operation, method, path, id, query, body, contentType, contentEncoding, key, scheme } = request
  const url = baseUrl + path + (query === '' ? '' : `?${query}`)
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
    headers: {
      ...(key === 'none' || secret === undefined ? {} : { [keyHeader]: `${scheme} ${secret}` }),
      ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
      ...(contentEncoding === undefined ? {} : { 'Content-Encoding': contentEncoding }),
    },
    ...(body === undefined ? {} : { body: contentEncoding === undefined ? body : gzipSync(body) }),
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
    contentEncoding,
    key,
    scheme,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: tryJson(text),
  }
}
