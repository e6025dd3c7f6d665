import { gzipSync } from 'node:zlib'

import { conventionalStatuses } from '../../core/assumptions/error-statuses.ts'
import { networkCode } from '../../core/lib/has-code.ts'
import { maxBytes } from '../../core/lib/read-bounded.ts'
import type { ErrorCode } from '../../core/spec/errors.ts'
import { keyHeader, rateHeaders } from '../../core/spec/headers.ts'
import { waitOnWall, wallNow } from '../../core/time/clock.ts'
import { readAnswer } from '../../core/time/read-answer.ts'
import {
  type RecordedExchange,
  type KeyName,
  numberIn,
  type SentRequest,
  toRecordedExchange,
} from './recorded-exchange.ts'
import { unknownOption } from './session.ts'

export interface SenderOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Ends in the version segment, without a slash. */
  readonly baseUrl: string
  readonly keys: Readonly<Partial<Record<KeyName, string>>>
  /** The maximum number of requests per second. Default: no maximum. */
  readonly rate?: number
  /** Aborts requests and pauses. Default: none. */
  readonly signal?: AbortSignal
  /** Default: waits in real time. */
  readonly wait?: (ms: number) => Promise<void>
  /** Called before each pause of a sender that waits for a quota or an outage to end. Default: the sender stops. */
  readonly onPause?: (reason: string, ms: number) => void
}

const expendable: ReadonlySet<KeyName> = new Set(['spare', 'none'])

/** The share of a quota that is left unused, and the least number of requests. */
const reservedShare = 0.05
const minReserved = 10

/** A sender that does not wait stops after this many failures in a row. Each request may take `answerMs`. */
const maxFailures = 3
const answerMs = 15_000

/** The limits of a pause, of the wait in an outage, and of the wait for a quota. */
const [maxPauseMs, maxOutageMs, maxQuotaWaitMs] = [60_000, 600_000, 14_400_000]

/** Attempts before an `internal_error` counts as the answer. */
const maxAttempts = 4

interface Pause {
  readonly reason: string
  readonly ms: number
  readonly maxWaitMs: number
}

/**
 * Creates a sender for one request at a time. Once the quota of a key that may not be exhausted runs low, it stops, or
 * waits for the reset with `onPause`. It throws `unknownOption` if it stops and if
 * there is no answer, and an Error if a service does not recover while it waits.
 */
export function createSender(options: SenderOptions): (request: SentRequest) => Promise<RecordedExchange> {
  const { rate = Infinity, signal, wait = async (ms) => waitOnWall(ms, signal), onPause } = options
  const last = new Map<KeyName, RecordedExchange>()
  let failures = 0
  const pause = async ({ reason, ms, maxWaitMs }: Pause, waitedMs = 0): Promise<void> => {
    if (waitedMs + ms > maxWaitMs) throw new Error(`the service does not recover: ${reason}`)
    onPause?.(reason, ms)
    await wait(ms)
  }
  /** Sends a request once the quota allows it. @returns the answer, or why there is none */
  const attempt = async (request: SentRequest): Promise<RecordedExchange | string> => {
    const before = expendable.has(request.key) ? undefined : last.get(request.key)
    const reason = before && lowIn(before)
    if (before !== undefined && reason !== undefined) {
      if (onPause === undefined) throw unknownOption(`stopped: ${reason}`)
      await pause(untilRenewed(before, reason))
    }
    await waitOnWall(1000 / rate, signal)
    try {
      const seen = await sendOnce(options, request)
      failures = 0
      last.set(request.key, seen)
      return seen
    } catch (error) {
      signal?.throwIfAborted()
      failures += 1
      return `no answer: ${networkCode(error)}`
    }
  }
  return async (request) => {
    const isPatient = onPause !== undefined && !expendable.has(request.key)
    if (!isPatient && failures >= maxFailures)
      throw unknownOption(`stopped after ${failures} requests without an answer`)
    for (let attempts = 1, waitedMs = 0; ; attempts += 1) {
      const seen = await attempt(request)
      const needed = isPatient ? (pauseAfter(seen, attempts) ?? seen) : seen
      if (typeof needed === 'string') throw unknownOption(needed)
      if (!('maxWaitMs' in needed)) return needed
      // A new window may have begun by then.
      last.delete(request.key)
      await pause(needed, waitedMs)
      waitedMs += needed.ms
    }
  }
}

const isLimited = ({ status, code }: RecordedExchange): boolean =>
  status === conventionalStatuses.rate_limit_exceeded || code === 'rate_limit_exceeded'

/** Why a key may not send the next request; undefined if enough of its quota remains. */
function lowIn(seen: RecordedExchange): string | undefined {
  if (isLimited(seen)) return 'the quota is exhausted'
  const [limit = 0, { remaining }] = [numberIn(seen, rateHeaders.limit), seen]
  if (remaining === undefined || remaining > Math.max(minReserved, Math.ceil(limit * reservedShare))) return undefined
  return `only ${remaining} requests${limit === 0 ? '' : ` of ${limit} an hour`} remain`
}

/** The pause until a nearly exhausted quota resets. @throws Error if the service does not say when */
function untilRenewed(seen: RecordedExchange, reason: string): Pause {
  const ms = untilReset(seen)
  if (ms === undefined) throw new Error(`${reason}, and the service does not say when the quota resets`)
  return { reason: 'the quota is nearly used up', ms, maxWaitMs: maxQuotaWaitMs }
}

/** By the service's clock, plus a second, because the header has whole seconds. */
function untilReset({ reset, dateMs = wallNow() }: RecordedExchange): number | undefined {
  return reset && Math.max(0, reset.atMs - dateMs) + 1000
}

/** The pause before a retry; undefined for a final answer. @param seen the answer, or why there is none */
function pauseAfter(seen: RecordedExchange | string, attempts: number): Pause | undefined {
  const backoffMs = Math.min(maxPauseMs, 1000 * 2 ** (attempts - 1))
  if (typeof seen === 'string') return { reason: seen, ms: backoffMs, maxWaitMs: maxOutageMs }
  const { code, status, headers } = seen
  const reason = `${status} ${code ?? ''}`.trimEnd()
  if (isLimited(seen)) {
    const asked = Number(headers['retry-after']) * 1000
    const ms = Number.isFinite(asked) ? asked : (untilReset(seen) ?? 0)
    return { reason, ms: Math.max(ms, backoffMs), maxWaitMs: maxQuotaWaitMs }
  }
  const isFailure = code === undefined ? status >= conventionalStatuses.internal_error : failureCodes.has(code)
  const isFinal = !isFailure || (code === 'internal_error' && attempts >= maxAttempts)
  return isFinal ? undefined : { reason, ms: backoffMs, maxWaitMs: maxOutageMs }
}

const failureCodes: ReadonlySet<ErrorCode> = new Set(['internal_error', 'service_unavailable'])

async function sendOnce(options: SenderOptions, sent: SentRequest): Promise<RecordedExchange> {
  const { fetch, baseUrl, keys, signal } = options
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
  const limits = { ms: answerMs, bytes: maxBytes.answer, given: signal && [signal] }
  const { response, text } = await readAnswer(fetch, url, init, limits)
  return toRecordedExchange({
    ...request,
    url,
    query: [...new URLSearchParams(query)],
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
  })
}
