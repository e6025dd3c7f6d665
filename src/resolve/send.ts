import { gzipSync } from 'node:zlib'

import { conventionalStatuses } from '../assumptions/error-statuses.ts'
import { networkCode } from '../lib/has-code.ts'
import { maxBytes } from '../lib/read-bounded.ts'
import { keyHeader, rateHeaders } from '../spec/headers.ts'
import { readAnswer } from '../time/read-answer.ts'
import {
  type RecordedExchange,
  type KeyName,
  numberIn,
  type SentRequest,
  toRecordedExchange,
} from './recorded-exchange.ts'
import { Unknown } from './session.ts'

export interface SenderOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Ends in the version segment, without a slash. */
  readonly baseUrl: string
  readonly keys: Readonly<Partial<Record<KeyName, string>>>
  /** Waits until the next request may be sent. Default: no wait. */
  readonly turn?: () => Promise<void>
  /** Signals that abort a request. Default: none. */
  readonly given?: readonly AbortSignal[]
}

const expendable: ReadonlySet<KeyName> = new Set(['spare', 'none'])

/** The share of a quota that is left unused, and the least number of requests. */
const reservedShare = 0.05
const minReserved = 10

/** The sender stops after this many failures in a row. Each request may take `answerMs`. */
const maxFailures = 3
const answerMs = 15_000

/** Creates a sender for probes. It throws `Unknown` once the quota of a key that may not be exhausted runs low. */
export function createSender(options: SenderOptions): (request: SentRequest) => Promise<RecordedExchange> {
  const low: Partial<Record<KeyName, string | undefined>> = {}
  let failures = 0
  return async (request) => {
    if (failures >= maxFailures) throw new Unknown(`stopped after ${failures} requests without an answer`)
    const reason = expendable.has(request.key) ? undefined : low[request.key]
    if (reason !== undefined) throw new Unknown(reason)
    await options.turn?.()
    try {
      const seen = await sendOnce(options, request)
      failures = 0
      low[request.key] = lowIn(seen)
      return seen
    } catch (error) {
      failures += 1
      throw new Unknown(`no answer: ${networkCode(error)}`)
    }
  }
}

function lowIn(seen: RecordedExchange): string | undefined {
  if (seen.status === conventionalStatuses.rate_limit_exceeded || seen.code === 'rate_limit_exceeded')
    return 'stopped: the quota is exhausted'
  const [limit, remaining] = [numberIn(seen, rateHeaders.limit), seen.remaining]
  if (remaining === undefined) return undefined
  // The next request takes one more.
  const isLow = remaining <= reserveOf(limit)
  const of = limit === undefined ? '' : ` of ${limit} an hour`
  return isLow ? `stopped: only ${remaining} requests${of} remain` : undefined
}

/** The number of requests of a quota that are left unused. */
export function reserveOf(limit = 0): number {
  return Math.ceil(Math.max(minReserved, limit * reservedShare))
}

/** Sends one request, whatever is left of the quota. */
export async function sendOnce(
  { fetch, baseUrl, keys, given }: SenderOptions,
  sent: SentRequest,
): Promise<RecordedExchange> {
  const { path, ...request } = sent
  const { method, query, key, scheme, body, contentType, contentEncoding, origin, preflight } = request
  const url = baseUrl + path + (query === '' ? '' : `?${query}`)
  const headers = {
    [keyHeader]: key === 'none' || keys[key] === undefined ? undefined : `${scheme} ${keys[key]}`,
    'Content-Type': contentType,
    'Content-Encoding': contentEncoding,
    Origin: origin,
    'Access-Control-Request-Method': preflight,
  }
  const init: RequestInit = {
    method,
    redirect: 'manual',
    headers: Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ...(body === undefined ? {} : { body: contentEncoding === undefined ? body : gzipSync(body) }),
  }
  const { response, text } = await readAnswer(fetch, url, init, { ms: answerMs, bytes: maxBytes.answer, given })
  return toRecordedExchange({
    ...request,
    url,
    query: [...new URLSearchParams(query)],
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
  })
}
