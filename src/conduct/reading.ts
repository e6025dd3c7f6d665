import { scenarioHeader } from '../http/headers.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { headerValues } from '../lib/headers.ts'
import { remembered } from '../lib/lazily.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { keyHeader } from '../spec/headers.ts'
import type { ClockMode } from '../time/clock.ts'

/** The facts about the client that several verdicts need of each request. */
export interface Reading {
  readonly credentialOf: (entry: JournalEntry) => string
  /** Identifies a request: two with the same text ask for the same. */
  readonly requestTextOf: (entry: JournalEntry) => string
  /**
   * The pause between an answer and a later request in milliseconds, by the clock of the sandbox or the wall clock, whichever
   * shows the longer one; negative where the clock was set back, or the request came first.
   */
  readonly pauseMs: (earlier: JournalEntry, later: JournalEntry) => number
  /**
   * True if a request came from the client that had the answer of an earlier one, and the control plane changed nothing in
   * between. False in case of doubt: requests on several connections may have been sent at once, or by several clients.
   */
  readonly reacts: (later: JournalEntry, earlier: JournalEntry) => boolean
  /** True if a request came so long after the answer of an earlier one that it was not sent before, by any client. */
  readonly isApart: (later: JournalEntry, earlier: JournalEntry) => boolean
  /** True if pauses are those of the wall clock, which are never exact. */
  readonly isReal: boolean
}

/** The time of a clock, as far as pauses follow from it. */
export interface ClockPace {
  readonly mode: ClockMode
  readonly rate: number
}

/** Requests with shorter pauses between them may have been sent at once, as far as time shows. */
export const apartMs = 50

/** Reads the requests of a sandbox. @param clock that of the sandbox */
export function readRequests({ mode, rate }: ClockPace): Reading {
  const isReal = mode === 'real'
  const sandboxMs = (earlier: JournalEntry, later: JournalEntry): number =>
    later.atMs -
    earlier.atMs -
    (isReal && (earlier.isDelayed || earlier.status === null) ? earlier.durationMs * rate : 0)
  const wallMs = (earlier: JournalEntry, later: JournalEntry): number =>
    isReal ? sandboxMs(earlier, later) / rate : sandboxMs(earlier, later)
  // While time passes, a client opens no connection if it has an idle one.
  const isOfClient = (later: JournalEntry, earlier: JournalEntry): boolean =>
    isTied(later, earlier) && !(isReal && isOnNewer(later, earlier))
  const isApart: Reading['isApart'] = (later, earlier) =>
    later.chapter === earlier.chapter && wallMs(earlier, later) >= apartMs
  return {
    credentialOf: remembered((entry: JournalEntry) => sentHeader(entry, keyHeader)),
    requestTextOf: remembered(textOf),
    pauseMs: (earlier, later) => Math.max(sandboxMs(earlier, later), wallMs(earlier, later)),
    reacts: (later, earlier) =>
      later.chapter === earlier.chapter &&
      ((isInTurn(later, earlier) && !isInProcess(later)) || (isOfClient(later, earlier) && isApart(later, earlier))),
    isApart,
    isReal,
  }
}

/** True where nothing is known about the connection of a request. */
const isInProcess = ({ connection }: JournalEntry): boolean => connection?.number === 0

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

  /** The newest one with a key for which something holds. */
  find(key: string, holds: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    return this.#byKey.get(key)?.findLast(holds)
  }

  delete(key: string): void {
    this.#byKey.delete(key)
  }

  clear(): void {
    this.#byKey.clear()
  }
}

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
