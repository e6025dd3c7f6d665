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
    later.connection?.client === earlier.connection?.client && !(isReal && isOnNewer(later, earlier))
  const isApart: Reading['isApart'] = (later, earlier) =>
    later.chapter === earlier.chapter && wallMs(earlier, later) >= apartMs
  return {
    credentialOf: remembered((entry: JournalEntry) => sentHeader(entry, keyHeader)),
    requestTextOf: remembered(textOf),
    pauseMs: (earlier, later) => Math.max(sandboxMs(earlier, later), wallMs(earlier, later)),
    reacts: (later, earlier) =>
      later.chapter === earlier.chapter &&
      (isInTurn(later, earlier) || (isOfClient(later, earlier) && isApart(later, earlier))),
    isApart,
    isReal,
  }
}

/** True if a request can only have been sent when an earlier one had ended. */
const isInTurn = (later: JournalEntry, earlier: JournalEntry): boolean =>
  later.connection?.lane !== 0 && isOnLane(later, earlier)

/** True if a request was the first one on a connection that was opened after that of an earlier one. */
const isOnNewer = ({ connection: later, sequence }: JournalEntry, { connection: earlier }: JournalEntry): boolean =>
  later !== undefined && later.number > (earlier?.number ?? 0) && later.first === sequence

/** True for two requests on one connection, on connections that were never open at the same time, or in process. */
export const isOnLane = (later: JournalEntry, earlier: JournalEntry): boolean =>
  later.connection?.lane === earlier.connection?.lane

/** The newest requests of clients by a key: the newest one on each lane, and so all that a later request may react to. */
export class Newest {
  readonly #byKey = new Map<string, Map<number | undefined, JournalEntry>>()

  set(key: string, entry: JournalEntry): void {
    const byLane = this.#byKey.get(key) ?? new Map<number | undefined, JournalEntry>()
    this.#byKey.set(key, byLane)
    byLane.set(entry.connection?.lane, entry)
  }

  /** The newest one with a key for which something holds. */
  find(key: string, holds: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    const found = [...(this.#byKey.get(key)?.values() ?? [])].filter(holds)
    return found.reduce<JournalEntry | undefined>((a, b) => (a === undefined || b.number > a.number ? b : a), undefined)
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
