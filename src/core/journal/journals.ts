import { EventEmitter, once } from 'node:events'

import type { DraftEntry, JournalEntry } from './entry.ts'
import type { Journal } from './journal.ts'

/** The journals of a fake. All journals that have had an entry share one memory bound equally. */
export class Journals {
  readonly #maxBytes: number
  readonly #members = new Set<Journal>()
  /** Emits `entry` with each entry, and `change` after each entry and each removal. */
  readonly #events = new EventEmitter<{ entry: [JournalEntry]; change: [] }>().setMaxListeners(0)
  /** The sequence number of the newest entry, forgotten or not; 0 before the first. */
  last = 0
  /** How often a client removed entries, which readers cannot tell from the numbers. */
  removals = 0
  readonly isClosed = false

  /** @param maxBytes of all journals together; 0 keeps no entry */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get shareBytes(): number {
    return this.#maxBytes / Math.max(1, this.#members.size)
  }

  /** Adds a journal; the share of the others shrinks. */
  join(journal: Journal): void {
    if (this.#members.has(journal)) return
    this.#members.add(journal)
    for (const member of this.#members) member.trim()
  }

  leave(journal: Journal): void {
    if (this.#members.delete(journal)) this.countRemoval()
    else this.notify()
  }

  countRemoval(): void {
    this.removals += 1
    this.notify()
  }

  get forgotten(): number {
    return [...this.#members].reduce((sum, { forgotten }) => sum + forgotten, 0)
  }

  /** Numbers an entry, and passes followers a copy with whole bodies. */
  take(entry: DraftEntry): void {
    this.last += 1
    entry.sequence = this.last
    if (this.#events.listenerCount('entry') > 0) this.#events.emit('entry', { ...entry })
  }

  /** The entries of all journals with a greater sequence number, oldest first. */
  after(sequence = 0): readonly JournalEntry[] {
    const found = [...this.#members].flatMap((journal) => journal.after(sequence, 'sequence'))
    return found.toSorted((a, b) => a.sequence - b.sequence)
  }

  next(sequence: number): JournalEntry | undefined {
    let oldest: JournalEntry | undefined
    for (const journal of this.#members) {
      const entry = journal.next(sequence, 'sequence')
      if (entry === undefined || (oldest !== undefined && oldest.sequence < entry.sequence)) continue
      oldest = entry
      if (oldest.sequence === sequence + 1) break
    }
    return oldest
  }

  /** Calls a function with each new entry of any journal, with whole bodies, even if there is no room to keep it. */
  follow(take: (entry: JournalEntry) => void): void {
    this.#events.on('entry', take)
  }

  notify(): void {
    this.#events.emit('change')
  }

  /** Waits for a change of any journal. @returns false if the signal is aborted first */
  async changed(signal: AbortSignal): Promise<boolean> {
    return await once(this.#events, 'change', { signal }).then(
      () => true,
      () => false,
    )
  }
}
