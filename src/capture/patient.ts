import { conventionalStatuses } from '../assumptions/error-statuses.ts'
import { networkCode } from '../lib/has-code.ts'
import { numberIn, type RecordedExchange, type SentRequest } from '../resolve/recorded-exchange.ts'
import { reserveOf } from '../resolve/send.ts'
import { Unknown } from '../resolve/session.ts'
import type { ErrorCode } from '../spec/errors.ts'
import { rateHeaders } from '../spec/headers.ts'

export interface PatientOptions {
  /** Sends one request. @throws Error where there is no answer */
  readonly send: (request: SentRequest) => Promise<RecordedExchange>
  readonly wait: (ms: number) => Promise<void>
  readonly nowMs: () => number
  /** Called before each pause. */
  readonly say: (reason: string, ms: number) => void
}

/** The limits of a pause, of the wait in an outage, and of the wait for a quota. */
const [maxPauseMs, maxOutageMs, maxQuotaWaitMs] = [60_000, 600_000, 14_400_000]

/** Attempts before an `internal_error` counts as the answer. */
const maxAttempts = 4

interface Pause {
  readonly reason: string
  readonly ms: number
  readonly maxWaitMs: number
}

/** Creates a sender that waits until the quota resets and retries after an outage. */
export function createPatientSender({ send, wait, nowMs, say }: PatientOptions) {
  let last: RecordedExchange | undefined
  const pause = async ({ reason, ms, maxWaitMs }: Pause, waitedMs = 0): Promise<void> => {
    if (waitedMs + ms > maxWaitMs) throw new Error(`the service does not recover: ${reason}`)
    say(reason, ms)
    await wait(ms)
  }
  /** Sends a request once the quota allows it. @returns the answer, or the pause before the next attempt */
  const attempt = async (request: SentRequest, attempts: number): Promise<RecordedExchange | Pause> => {
    const low = last && untilRenewed(last, nowMs())
    if (low !== undefined) await pause(low)
    const backoffMs = Math.min(maxPauseMs, 1000 * 2 ** (attempts - 1))
    const seen = await send(request).catch(networkCode)
    last = typeof seen === 'string' ? undefined : seen
    if (typeof seen === 'string') return outage(`no answer: ${seen}`, backoffMs)
    const isFinal = attempts >= maxAttempts && seen.code === 'internal_error'
    return (isFinal ? undefined : pauseAfter(seen, nowMs(), backoffMs)) ?? seen
  }
  return async (request: SentRequest): Promise<RecordedExchange> => {
    if (request.key !== 'main') {
      return await send(request).catch((error: unknown) => {
        throw new Unknown(`no answer: ${networkCode(error)}`)
      })
    }
    let waitedMs = 0
    for (let attempts = 1; ; attempts += 1) {
      const needed = await attempt(request, attempts)
      if (!('maxWaitMs' in needed)) return needed
      // A new window may have begun by then.
      last = undefined
      await pause(needed, waitedMs)
      waitedMs += needed.ms
    }
  }
}

const outage = (reason: string, ms: number): Pause => ({ reason, ms, maxWaitMs: maxOutageMs })

/** The pause until a nearly exhausted quota resets; undefined if enough remains. */
function untilRenewed(seen: RecordedExchange, nowMs: number): Pause | undefined {
  const { remaining } = seen
  if (remaining === undefined || remaining > reserveOf(numberIn(seen, rateHeaders.limit))) return undefined
  const ms = untilReset(seen, nowMs)
  if (ms === undefined)
    throw new Error(`only ${remaining} requests remain, and the service does not say when the quota resets`)
  return { reason: 'the quota is nearly used up', ms, maxWaitMs: maxQuotaWaitMs }
}

/** By the service's clock, plus a second, because the header has whole seconds. */
function untilReset({ reset, dateMs }: RecordedExchange, nowMs: number): number | undefined {
  return reset && Math.max(0, reset.atMs - (dateMs ?? nowMs)) + 1000
}

/** The pause before a retry; undefined for a final answer. */
function pauseAfter(seen: RecordedExchange, nowMs: number, backoffMs: number): Pause | undefined {
  const { code, status, headers } = seen
  const reason = `${status} ${code ?? ''}`.trimEnd()
  if (code === 'rate_limit_exceeded' || status === conventionalStatuses.rate_limit_exceeded) {
    const asked = Number(headers['retry-after']) * 1000
    const ms = Number.isFinite(asked) ? asked : (untilReset(seen, nowMs) ?? 0)
    return { reason, ms: Math.max(ms, backoffMs), maxWaitMs: maxQuotaWaitMs }
  }
  const isFailure = code === undefined ? status >= conventionalStatuses.internal_error : failures.has(code)
  return isFailure ? outage(reason, backoffMs) : undefined
}

const failures: ReadonlySet<ErrorCode> = new Set(['internal_error', 'service_unavailable'])
