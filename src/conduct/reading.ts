import { scenarioHeader } from '../http/headers.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { headerValues } from '../lib/headers.ts'
import { remembered } from '../lib/lazily.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { keyHeader } from '../spec/headers.ts'
import type { Clock } from '../time/clock.ts'

/** The facts about the client that several verdicts need of each request. */
export type Reading = ReturnType<typeof readRequests>

/** The time of a clock, as far as pauses follow from it. */
export type ClockPace = Pick<Clock, 'mode' | 'rate'>

/** Requests with shorter pauses between them may have been sent at once, as far as time shows. */
export const apartMs = 50

/** The time that a pause after a request does not have in it. */
const servedMs = ({ isDelayed, status, durationMs }: JournalEntry): number =>
  isDelayed || status === null ? durationMs : 0

export function readRequests({ mode, rate }: ClockPace) {
  const isReal = mode === 'real'
  const sandboxMs = (earlier: JournalEntry, later: JournalEntry): number =>
    later.atMs - earlier.atMs - (isReal ? servedMs(earlier) * rate : 0)
  const wallMs = (earlier: JournalEntry, later: JournalEntry): number => sandboxMs(earlier, later) / (isReal ? rate : 1)
  /** True if a request came so long after an earlier answer that no client can have sent it before that answer. */
  const isApart = (later: JournalEntry, earlier: JournalEntry): boolean =>
    later.chapter === earlier.chapter && wallMs(earlier, later) >= apartMs
  return {
    /** True if pauses are those of the wall clock, which are never exact. */
    isReal,
    credentialOf: remembered((entry: JournalEntry) => sentHeader(entry, keyHeader)),
    /** Identifies a request: two with the same text ask for the same. */
    requestTextOf: remembered(textOf),
    /**
     * The pause between an answer and a later request in milliseconds, by the clock of the sandbox or the wall clock, whichever
     * shows the longer one; negative where the clock was set back, or the request came first.
     */
    pauseMs: (earlier: JournalEntry, later: JournalEntry): number =>
      Math.max(sandboxMs(earlier, later), wallMs(earlier, later)),
    /** The same by the wall clock, also where the clock of the sandbox stands still. */
    sleptMs: (earlier: JournalEntry, later: JournalEntry): number => later.wallMs - earlier.wallMs - servedMs(earlier),
    isApart,
    /**
     * True if a request came from the client that had the answer of an earlier one, and the control plane changed nothing in
     * between. False in case of doubt: requests on several connections may have been sent at once, or by several clients.
     */
    reacts: (later: JournalEntry, earlier: JournalEntry): boolean => {
      // In process, nothing is known about connections.
      if (later.connection?.number !== 0 && isInTurn(later, earlier)) return later.chapter === earlier.chapter
      // While time passes, a client opens no connection if it has an idle one.
      return isTied(later, earlier) && !(isReal && isOnNewer(later, earlier)) && isApart(later, earlier)
    },
  }
}

/** True if a request came on the connection of an earlier one, on a connection that opened when that had closed, or in process. */
export function isInTurn({ connection: later }: JournalEntry, { connection: earlier }: JournalEntry): boolean {
  if (later === undefined || earlier === undefined) return false
  return later.number === earlier.number || later.number > (earlier.closed ?? Infinity)
}

/** True if the connections of two requests are one, or a client opened one right after an answer on the other. */
export function isTied({ connection: a }: JournalEntry, { connection: b }: JournalEntry): boolean {
  if (a === undefined || b === undefined) return false
  return a.number === b.number || a.after.includes(b.number) || b.after.includes(a.number)
}

/** True if a request was the first one on a connection that was opened after that of an earlier one. */
const isOnNewer = ({ connection: later, sequence }: JournalEntry, { connection: earlier }: JournalEntry): boolean =>
  later !== undefined && later.number > (earlier?.number ?? 0) && later.first === sequence

/** The newest requests by a key, on each connection: those that a later request may react to. */
export class Newest {
  readonly #byKey = new Map<string, JournalEntry[]>()

  set(key: string, entry: JournalEntry): void {
    const others = this.#byKey.get(key) ?? []
    this.#byKey.set(key, [...others.filter((other) => !isInTurn(entry, other)), entry])
  }

  find(key: string, holds: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    return this.#byKey.get(key)?.findLast(holds)
  }

  delete(key: string): void {
    this.#byKey.delete(key)
  }
}

/** A header of a request as sent; empty where it has none. */
export const sentHeader = ({ requestHeaders }: JournalEntry, name: string): string =>
  headerValues(requestHeaders, name)[0] ?? ''

function textOf(entry: JournalEntry): string {
  const { method, path, query, requestBody = '', cut } = entry
  const headers = [keyHeader, scenarioHeader, thenHeader].map((name) => sentHeader(entry, name))
  // A request that was refused before its body was read shows at least the length of it.
  const length = cut.request ? sentHeader(entry, 'Content-Length') : ''
  return JSON.stringify([method, path, query, ...headers, requestBody, length])
}
