import { scenarioHeader, thenHeader } from '../http/scenario-header.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { keyHeader } from '../spec/headers.ts'
import type { Clock } from '../time/clock.ts'

/** The facts about the client that several verdicts need of each request. */
export interface Reading {
  /** The credential of a request. */
  readonly credentialOf: (entry: JournalEntry) => string
  /** Identifies a request: two with the same text ask for the same. */
  readonly requestTextOf: (entry: JournalEntry) => string
  /**
   * True if a request came after the client had the answer of an earlier one, and the control plane changed nothing in
   * between. False in case of doubt: requests on several connections may have been sent at once.
   */
  readonly comesAfter: (later: JournalEntry, earlier: JournalEntry) => boolean
}

/** Reads the requests of a sandbox once. @param clock that of the sandbox */
export function readRequests(entries: readonly JournalEntry[], { mode, rate }: Pick<Clock, 'mode' | 'rate'>): Reading {
  const credentialOf = remembered((entry) => sentHeader(entry, keyHeader))
  const burstOf = readBursts(entries, rate)
  const firstOn = new Map(entries.toReversed().map((entry) => [entry.arrival?.connection, entry] as const))
  return {
    credentialOf,
    requestTextOf: remembered(textOf),
    comesAfter: (later, earlier) => {
      if (later.chapter !== earlier.chapter) return false
      const isApart = later.atMs - endOf(earlier, rate) >= apartMs * rate
      const [way, before] = [later.arrival, earlier.arrival]
      // A connection may have taken long to open, unless only the client moves the clock.
      const isFirst = mode === 'real' && way?.connection !== undefined && firstOn.get(way.connection) === later
      if (isApart && !isFirst && (burstOf.get(later) ?? 0) > (burstOf.get(earlier) ?? 0)) return true
      if (way === undefined || way.knows < earlier.sequence) return false
      if (way.connection === before?.connection) return true
      // A client with an idle connection opens no other for its next request, but it does for one that it sends at once.
      const closedAfter = before?.connection?.closedAfter ?? Infinity
      return closedAfter <= (way.connection?.openedAfter ?? 0)
    },
  }
}

/** Requests with shorter pauses between them may have been sent at once, as far as time shows. */
const apartMs = 500

/** Numbers for the requests: those that may have been sent at once have the same. */
function readBursts(entries: readonly JournalEntry[], rate: number): ReadonlyMap<JournalEntry, number> {
  const bursts = new Map<JournalEntry, number>()
  let burst = 0
  let endMs = -Infinity
  for (const entry of entries) {
    if (entry.atMs - endMs >= apartMs * rate) burst += 1
    bursts.set(entry, burst)
    endMs = Math.max(endMs, endOf(entry, rate))
  }
  return bursts
}

/** The instant of an answer by the clock of the sandbox. Only one that had to wait came later than its request. */
const endOf = ({ atMs, durationMs, isDelayed }: JournalEntry, rate: number): number =>
  isDelayed ? atMs + durationMs * rate : atMs

/** A header of a request as sent; empty where it has none. */
export function sentHeader({ requestHeaders }: JournalEntry, name: string): string {
  for (let at = 0; at < requestHeaders.length; at += 2) {
    const other = requestHeaders[at]
    // Most have another length, which is quick to see.
    if (other?.length === name.length && other.toLowerCase() === name.toLowerCase()) return requestHeaders[at + 1] ?? ''
  }
  return ''
}

function textOf(entry: JournalEntry): string {
  const { method, path, query, requestBody = '', cut } = entry
  const headers = [keyHeader, scenarioHeader, thenHeader].map((name) => sentHeader(entry, name))
  // A request that was refused before its body was read shows at least the length of it.
  const length = cut.request ? sentHeader(entry, 'Content-Length') : ''
  return JSON.stringify([method, path, query, ...headers, requestBody, length])
}

function remembered(read: (entry: JournalEntry) => string): (entry: JournalEntry) => string {
  const known = new Map<JournalEntry, string>()
  return (entry) => {
    const text = known.get(entry) ?? read(entry)
    known.set(entry, text)
    return text
  }
}

/** The pause between two requests by the clock of the sandbox, in milliseconds; negative where the clock was set back. */
export const pauseMs = (earlier: JournalEntry, later: JournalEntry): number => later.atMs - earlier.atMs
