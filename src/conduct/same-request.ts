import { scenarioHeader, thenHeader } from '../http/scenario-header.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { keyHeader } from '../spec/headers.ts'

/** A header of a request as sent; empty where it has none. */
export function sentHeader({ requestHeaders }: JournalEntry, name: string): string {
  const wanted = name.toLowerCase()
  const at = requestHeaders.findIndex((other, i) => i % 2 === 0 && other.toLowerCase() === wanted)
  return at === -1 ? '' : (requestHeaders[at + 1] ?? '')
}

/** The credential of a request. */
export const credentialOf = (entry: JournalEntry): string => sentHeader(entry, keyHeader)

/** Identifies a request: two with the same text ask for the same. */
export function requestTextOf(entry: JournalEntry): string {
  const { method, path, query, requestBody = '', cut } = entry
  const headers = [keyHeader, scenarioHeader, thenHeader].map((name) => sentHeader(entry, name))
  // A request that was refused before its body was read shows at least the length of it.
  const length = cut.request ? sentHeader(entry, 'Content-Length') : ''
  return JSON.stringify([method, path, query, ...headers, requestBody, length])
}

/**
 * True if a request may be the reaction of a client to the answer of an earlier one: it was not sent at the same time, and
 * the control plane changed nothing in between.
 */
export function comesAfter(later: JournalEntry, earlier: JournalEntry): boolean {
  return later.chapter === earlier.chapter && (later.arrival?.knows ?? 0) >= earlier.sequence
}

/** The same without doubt: on two connections that were open before, requests may have been sent at the same time. */
export function surelyComesAfter(later: JournalEntry, earlier: JournalEntry): boolean {
  const connection = later.arrival?.connection
  const isSure = connection === earlier.arrival?.connection || (connection?.openedAfter ?? 0) >= earlier.sequence
  return isSure && comesAfter(later, earlier)
}

/** The pause between two requests by the clock of the sandbox, in milliseconds; negative where the clock was set back. */
export const pauseMs = (earlier: JournalEntry, later: JournalEntry): number => later.atMs - earlier.atMs

/** The names of the scenarios that fired on a request. */
export const scenariosOf = ({ fired }: JournalEntry): string =>
  [...new Set(fired.map((rule) => rule.replace(/\[\d+\]$/, '')))].join(' ')

/** Joins pairs of entries to groups: an entry that is in a group takes its successor into it. */
export class Groups {
  readonly #all: JournalEntry[][] = []
  readonly #of = new Map<JournalEntry, JournalEntry[]>()

  join(earlier: JournalEntry, later: JournalEntry): void {
    const group = this.#of.get(earlier) ?? this.#begin(earlier)
    group.push(later)
    this.#of.set(later, group)
  }

  #begin(entry: JournalEntry): JournalEntry[] {
    const group = [entry]
    this.#all.push(group)
    this.#of.set(entry, group)
    return group
  }

  get all(): readonly (readonly JournalEntry[])[] {
    return this.#all
  }
}
