import type { JournalEntry } from './entry.ts'
import type { Journal } from './journal.ts'

/** The journals of a fake. They share one bound: each that has had an entry gets as much as the others. */
export class Journals {
  readonly #maxBytes: number
  readonly #members = new Set<Journal>()
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<(entry: JournalEntry) => void>()
  #last = 0
  #removals = 0
  /** They stay as long as their fake. */
  readonly isClosed = false

  /** @param maxBytes of all journals together; 0 keeps no entry */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Most bytes of one journal. */
  get shareBytes(): number {
    return this.#maxBytes / Math.max(1, this.#members.size)
  }

  /** Bytes that all journals take. */
  get usedBytes(): number {
    return [...this.#members].reduce((sum, { usedBytes }) => sum + usedBytes, 0)
  }

  /** Adds a journal; the share of the others shrinks. */
  join(journal: Journal): void {
    if (this.#members.has(journal)) return
    this.#members.add(journal)
    for (const member of this.#members) member.trim()
  }

  /** Takes a journal out, with its entries. */
  leave(journal: Journal): void {
    if (this.#members.delete(journal)) this.countRemoval()
  }

  /** How often entries were removed at a request: readers cannot see it by the numbers. */
  get removals(): number {
    return this.#removals
  }

  /** Counts a removal of entries, and calls the listeners. */
  countRemoval(): void {
    this.#removals += 1
    this.notify()
  }

  /** Entries that were forgotten since their journals were cleared. */
  get forgotten(): number {
    return [...this.#members].reduce((sum, { forgotten }) => sum + forgotten, 0)
  }

  /** The sequence number of the newest entry of all, forgotten or not; 0 before the first. */
  get last(): number {
    return this.#last
  }

  /** Gives an entry its sequence number. */
  count(): number {
    this.#last += 1
    return this.#last
  }

  /** The entries of all journals after the one with a sequence number, oldest first. @param sequence of that entry (all entries) */
  after(sequence = 0): readonly JournalEntry[] {
    const found = [...this.#members].flatMap((journal) => journal.after(sequence, 'sequence'))
    return found.toSorted((a, b) => a.sequence - b.sequence)
  }

  /** The oldest entry of all journals after the one with a sequence number. */
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

  /** Calls a listener after each entry of any journal, and after each removal. @returns a function that stops it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Calls a function with each entry of any journal from now on, also of sandboxes that are reset or deleted later. It gets
   * each with its whole bodies, also where there is no room to keep them.
   * @returns a function that stops it
   */
  follow(take: (entry: JournalEntry) => void): () => void {
    this.#followers.add(take)
    return () => this.#followers.delete(take)
  }

  /** Passes an entry on to those who follow: a copy, before its bodies are cut. */
  pass(entry: JournalEntry): void {
    if (this.#followers.size === 0) return
    const whole = { ...entry }
    for (const take of this.#followers) take(whole)
  }

  /** Calls the listeners. */
  notify(): void {
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener()
  }
}
