import { scenarioHeader } from '../http/headers.ts'
import { type Connection, type JournalEntry, maxBeside } from '../journal/entry.ts'
import { headerValues } from '../lib/headers.ts'
import { memoize } from '../lib/lazily.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { keyHeader } from '../spec/headers.ts'
import type { Clock } from '../time/clock.ts'

/** The facts about requests that several verdicts need. */
export type RequestFacts = ReturnType<typeof readRequests>

/** The mode and the rate of a clock, on which pauses depend. */
export type ClockPace = Pick<Clock, 'mode' | 'rate'>

/** Requests with shorter pauses between them may be concurrent. */
export const minApartMs = 50

/** The serving time of a request, which is no part of the pause after it. */
const servedMs = ({ isDelayed, status, durationMs }: JournalEntry): number =>
  isDelayed || status === null ? durationMs : 0

export function readRequests({ mode, rate }: ClockPace) {
  const isReal = mode === 'real'
  const sandboxMs = (earlier: JournalEntry, later: JournalEntry): number =>
    later.atMs - earlier.atMs - (isReal ? servedMs(earlier) * rate : 0)
  const wallMs = (earlier: JournalEntry, later: JournalEntry): number => sandboxMs(earlier, later) / (isReal ? rate : 1)
  /** True if a request came too long after an earlier answer to be concurrent with it. */
  const isSequential = (later: JournalEntry, earlier: JournalEntry): boolean =>
    later.controlRevision === earlier.controlRevision && wallMs(earlier, later) >= minApartMs
  return {
    /** True if pauses are measured on the wall clock, which is never exact. */
    isReal,
    credentialOf: memoize((entry: JournalEntry) => sentHeader(entry, keyHeader)),
    /** Identifies equal requests. */
    requestTextOf: memoize(textOf),
    /**
     * The pause between an answer and a later request in milliseconds: the longer of the pauses by the clock of the sandbox and
     * by the wall clock. Negative if the clock was set back, or the request came first.
     */
    pauseMs: (earlier: JournalEntry, later: JournalEntry): number =>
      Math.max(sandboxMs(earlier, later), wallMs(earlier, later)),
    /** The same by the wall clock, even if the clock of the sandbox is frozen. */
    wallPauseMs: (earlier: JournalEntry, later: JournalEntry): number =>
      later.wallMs - earlier.wallMs - servedMs(earlier),
    isApart: isSequential,
    /**
     * True if a client sent a request after it got an earlier answer, and the control plane changed nothing in between. False in
     * case of doubt: requests on several connections may be concurrent, or come from several clients.
     */
    isReaction: (later: JournalEntry, earlier: JournalEntry): boolean => {
      // In process, connections are unknown.
      if (later.connection?.number !== 0 && sharesConnection(later, earlier))
        return later.controlRevision === earlier.controlRevision
      // By the real clock, a client with an idle connection opens no other one.
      return sharesClient(later, earlier) && !(isReal && isOnNewer(later, earlier)) && isSequential(later, earlier)
    },
  }
}

/** True if a request came on the connection of an earlier one, on a connection opened after it closed, or in process. */
export function sharesConnection({ connection: later }: JournalEntry, { connection: earlier }: JournalEntry): boolean {
  if (later === undefined || earlier === undefined) return false
  return later.number === earlier.number || isAfterEnd(later, earlier)
}

/** True if a connection opened when an earlier one had certainly closed. */
function isAfterEnd({ number, beside }: Connection, { number: earlier }: Connection): boolean {
  if (earlier === 0 || earlier > number || beside.includes(earlier)) return false
  return beside.length < maxBeside || earlier > (beside[0] ?? 0)
}

/** True if two requests share a connection, or a client opened one connection right after an answer on the other. */
export function sharesClient({ connection: a }: JournalEntry, { connection: b }: JournalEntry): boolean {
  if (a === undefined || b === undefined) return false
  return a.number === b.number || a.after.includes(b.number) || b.after.includes(a.number)
}

/** True if a request is the first on a newer connection than an earlier one. */
const isOnNewer = ({ connection: later, sequence }: JournalEntry, { connection: earlier }: JournalEntry): boolean =>
  later !== undefined && later.number > (earlier?.number ?? 0) && later.first === sequence

/** The newest requests by a key, on each connection. A later request may react to them. */
export class NewestRequests {
  readonly #byKey = new Map<string, JournalEntry[]>()

  set(key: string, entry: JournalEntry): void {
    const others = this.#byKey.get(key) ?? []
    this.#byKey.set(key, [...others.filter((other) => !sharesConnection(entry, other)), entry])
  }

  find(key: string, holds: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    return this.#byKey.get(key)?.findLast(holds)
  }

  delete(key: string): void {
    this.#byKey.delete(key)
  }
}

/** A header of a request as sent; empty without one. */
export const sentHeader = ({ requestHeaders }: JournalEntry, name: string): string =>
  headerValues(requestHeaders, name)[0] ?? ''

function textOf(entry: JournalEntry): string {
  const { method, path, query, requestBody = '', cut } = entry
  const headers = [keyHeader, scenarioHeader, thenHeader].map((name) => sentHeader(entry, name))
  // The length identifies a body that was not read before the refusal.
  const length = cut.request ? sentHeader(entry, 'Content-Length') : ''
  return JSON.stringify([method, path, query, ...headers, requestBody, length])
}
