import { gzipSync } from 'node:zlib'

import { conventionalStatuses } from '../assumptions/error-statuses.ts'
import { tryJson } from '../lib/try-json.ts'
import { keyHeader, rateHeaders } from '../spec/headers.ts'
import { codeOf, numberIn, type RecordedExchange, remainingIn } from './recorded-exchange.ts'
import type { KeyName, SentRequest } from './sent-request.ts'
import { Stopped } from './session.ts'

export interface SenderOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Ends in the version segment, without a slash. */
  readonly baseUrl: string
  /** The secrets of the keys. */
  readonly keys: Readonly<Partial<Record<KeyName, string>>>
  /** Waits until the next request may be sent (no wait). */
  readonly turn?: () => Promise<void>
}

/** The keys with a quota that may be used up. */
const mayBeUsedUp: ReadonlySet<KeyName> = new Set(['spare', 'none'])

/** The part of a quota that is left unused, and the fewest requests that are left. */
const reservedShare = 0.05
const reservedRequests = 10

/** Most requests that may fail in a row before the sender stops, and the longest time of each. */
const mostFailures = 3
const answerMs = 15_000

/**
 * Returns a function that sends the requests of probes. It throws `Stopped` as soon as the quota of a key runs low that may not
 * be used up.
 */
export function createSender(options: SenderOptions): (request: SentRequest) => Promise<RecordedExchange> {
  let lost: Stopped | undefined
  const low: Partial<Record<KeyName, string | undefined>> = {}
  let failures = 0
  return async (request) => {
    if (lost !== undefined) throw lost
    const reason = mayBeUsedUp.has(request.key) ? undefined : low[request.key]
    if (reason !== undefined) throw new Stopped(reason)
    await options.turn?.()
    try {
      const seen = await send(options, request)
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
    return 'stopped: the quota is used up'
  const [limit, remaining] = [numberIn(seen, rateHeaders.limit), remainingIn(seen)]
  if (remaining === undefined) return undefined
  const isLow = remaining < Math.max(reservedRequests, (limit ?? 0) * reservedShare)
  const of = limit === undefined ? '' : ` of ${limit} an hour`
  return isLow ? `stopped: only ${remaining} requests${of} remain` : undefined
}

async function send({ fetch, baseUrl, keys }: SenderOptions, sent: SentRequest): Promise<RecordedExchange> {
  const { path, ...request } = sent
  const { method, query, body, contentEncoding } = request
  const url = baseUrl + path + (query === '' ? '' : `?${query}`)
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
    headers: headersOf(request, keys[request.key]),
    ...(body === undefined ? {} : { body: contentEncoding === undefined ? body : gzipSync(body) }),
  })
  const text = await response.text()
  return {
    ...request,
    url,
    query: [...new URLSearchParams(query)],
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: tryJson(text),
  }
}

function headersOf(
  { key, scheme, contentType, contentEncoding, origin, preflight }: Omit<SentRequest, 'path'>,
  secret: string | undefined,
): Record<string, string> {
  const headers = {
    [keyHeader]: key === 'none' || secret === undefined ? undefined : `${scheme} ${secret}`,
    'Content-Type': contentType,
    'Content-Encoding': contentEncoding,
    Origin: origin,
    'Access-Control-Request-Method': preflight,
  }
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
