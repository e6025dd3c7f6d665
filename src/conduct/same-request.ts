import { scenarioHeader } from '../http/headers.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { headerValues } from '../lib/headers.ts'
import { remembered } from '../lib/lazily.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { keyHeader } from '../spec/headers.ts'
import type { Clock } from '../time/clock.ts'

/** The facts about the client that several verdicts need of each request. */
export interface Reading {
  readonly credentialOf: (entry: JournalEntry) => string
  /** Identifies a request: two with the same text ask for the same. */
  readonly requestTextOf: (entry: JournalEntry) => string
  /**
   * True if a request came after the client had the answer of an earlier one, and the control plane changed nothing in
   * between. False in case of doubt: requests on several connections may have been sent at once.
   */
  readonly comesAfter: (later: JournalEntry, earlier: JournalEntry) => boolean
}

type ClockState = Pick<Clock, 'mode' | 'rate'>

/** Reads the requests of a sandbox once. @param clock that of the sandbox */
export function readRequests(entries: readonly JournalEntry[], clock: ClockState): Reading {
  const credentialOf = remembered((entry: JournalEntry) => sentHeader(entry, keyHeader))
  const isPaused = pausesIn(entries, clock)
  return {
    credentialOf,
    requestTextOf: remembered(textOf),
    comesAfter: (later, earlier) =>
      later.chapter === earlier.chapter && (isPaused(later, earlier) || comesNext(later, earlier)),
  }
}

/** True if a request came when the client had the answer, as far as the connections show. */
function comesNext(entry: JournalEntry, before: JournalEntry): boolean {
  const [later, earlier] = [entry.connection, before.connection]
  if (later === undefined || earlier === undefined || entry.newestBefore < before.sequence) return false
  // A connection has one request after another. A client with an idle one opens no other for its next request.
  if (later === earlier) return earlier.closed !== earlier.opened
  return earlier.closed !== undefined && earlier.closed < later.opened
}

/** Requests with shorter pauses between them may have been sent at once, as far as time shows. */
const apartMs = 500

/** Tells requests with a pause between them from those that may have been sent at once. */
function pausesIn(entries: readonly JournalEntry[], { mode, rate }: ClockState): Reading['comesAfter'] {
  const leastMs = apartMs * rate
  const firstOn = new Map(entries.toReversed().map((entry) => [entry.connection, entry] as const))
  const bursts = new Map<JournalEntry, number>()
  const burstOf = (entry: JournalEntry): number => bursts.get(entry) ?? 0
  let burst = 0
  let endMs = -Infinity
  for (const entry of entries) {
    if (entry.atMs - endMs >= leastMs) burst += 1
    bursts.set(entry, burst)
    endMs = Math.max(endMs, endOf(entry, rate))
  }
  return (later, earlier) => {
    if (later.atMs - endOf(earlier, rate) < leastMs || burstOf(later) <= burstOf(earlier)) return false
    const { connection } = later
    // A connection may have taken long to open, unless only the client moves the clock.
    return mode === 'frozen' || connection === undefined || firstOn.get(connection) !== later
  }
}

/** The instant of an answer by the clock of the sandbox. Only one that had to wait came later than its request. */
const endOf = ({ atMs, durationMs, isDelayed }: JournalEntry, rate: number): number =>
  isDelayed ? atMs + durationMs * rate : atMs

/** A header of a request as sent; empty where it has none. */
export function sentHeader({ requestHeaders }: JournalEntry, name: string): string {
  return headerValues(requestHeaders, name)[0] ?? ''
}

function textOf(entry: JournalEntry): string {
  const { method, path, query, requestBody = '', cut } = entry
  const headers = [keyHeader, scenarioHeader, thenHeader].map((name) => sentHeader(entry, name))
  // A request that was refused before its body was read shows at least the length of it.
  const length = cut.request ? sentHeader(entry, 'Content-Length') : ''
  return JSON.stringify([method, path, query, ...headers, requestBody, length])
}

/** The pause between two requests by the clock of the sandbox, in milliseconds; negative where the clock was set back. */
export const pauseMs = (earlier: JournalEntry, later: JournalEntry): number => later.atMs - earlier.atMs
