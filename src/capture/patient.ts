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
  /** Says why it waits, and for how long. */
  readonly say: (reason: string, ms: number) => void
}

/** The longest pause between two tries, and the longest that an outage and a quota are waited for. */
const [longestPauseMs, longestOutageMs, longestQuotaMs] = [60_000, 600_000, 14_400_000]

/** Tries of a request that ends in an error of the service, before its answer counts. */
const mostTries = 4

interface Pause {
  readonly reason: string
  readonly ms: number
  readonly mostMs: number
}

/** Returns a function that sends requests one after another, waits for a quota to be renewed, and tries again after an outage. */
export function createPatientSender({ send, wait, nowMs, say }: PatientOptions) {
  let last: RecordedExchange | undefined
  const pause = async ({ reason, ms, mostMs }: Pause, waitedMs = 0): Promise<void> => {
    if (waitedMs + ms > mostMs) throw new Error(`the service does not recover: ${reason}`)
    say(reason, ms)
    await wait(ms)
  }
  /** Sends a request once the quota allows it. @returns the answer, or what to wait for before the next try */
  const attempt = async (request: SentRequest, tries: number): Promise<RecordedExchange | Pause> => {
    const low = last && untilRenewed(last, nowMs())
    if (low !== undefined) await pause(low)
    const backoffMs = Math.min(longestPauseMs, 1000 * 2 ** (tries - 1))
    const seen = await send(request).catch(networkCode)
    last = typeof seen === 'string' ? undefined : seen
    if (typeof seen === 'string') return outage(`no answer: ${seen}`, backoffMs)
    const isFinal = tries >= mostTries && seen.code === 'internal_error'
    return (isFinal ? undefined : pauseAfter(seen, nowMs(), backoffMs)) ?? seen
  }
  return async (request: SentRequest): Promise<RecordedExchange> => {
    if (request.key !== 'main') {
      return await send(request).catch((error: unknown) => {
        throw new Unknown(`no answer: ${networkCode(error)}`)
      })
    }
    let waitedMs = 0
    for (let tries = 1; ; tries += 1) {
      const needed = await attempt(request, tries)
      if (!('mostMs' in needed)) return needed
      // The window may be another one then.
      last = undefined
      await pause(needed, waitedMs)
      waitedMs += needed.ms
    }
  }
}

const outage = (reason: string, ms: number): Pause => ({ reason, ms, mostMs: longestOutageMs })

/** The pause until the window of a quota that is nearly used up resets; undefined for one that is not. */
function untilRenewed(seen: RecordedExchange, nowMs: number): Pause | undefined {
  const { remaining } = seen
  if (remaining === undefined || remaining > reserveOf(numberIn(seen, rateHeaders.limit))) return undefined
  const ms = untilReset(seen, nowMs)
  if (ms === undefined) throw new Error(`only ${remaining} requests remain, and the service does not say until when`)
  return { reason: 'the quota is nearly used up', ms, mostMs: longestQuotaMs }
}

/** By the clock of the service, and a second later, because the header has whole ones. */
function untilReset({ reset, dateMs }: RecordedExchange, nowMs: number): number | undefined {
  return reset && Math.max(0, reset.atMs - (dateMs ?? nowMs)) + 1000
}

/** The pause after an answer that a later one may replace; undefined for any other. */
function pauseAfter(seen: RecordedExchange, nowMs: number, backoffMs: number): Pause | undefined {
  const { code, status, headers } = seen
  const reason = `${status} ${code ?? ''}`.trimEnd()
  if (code === 'rate_limit_exceeded' || status === conventionalStatuses.rate_limit_exceeded) {
    const asked = Number(headers['retry-after']) * 1000
    const ms = Number.isFinite(asked) ? asked : (untilReset(seen, nowMs) ?? 0)
    return { reason, ms: Math.max(ms, backoffMs), mostMs: longestQuotaMs }
  }
  const isFailure = code === undefined ? status >= conventionalStatuses.internal_error : failures.has(code)
  return isFailure ? outage(reason, backoffMs) : undefined
}

const failures: ReadonlySet<ErrorCode> = new Set(['internal_error', 'service_unavailable'])
