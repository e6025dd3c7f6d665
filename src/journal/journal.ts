import { firstIndex } from '../lib/first-index.ts'
import {
  bodyShare,
  type EntryPlace,
  type JournalEntry,
  type JournalOwner,
  mostBodyBytes,
  type NewEntry,
  sizeOf,
  toEntry,
} from './entry.ts'

/** The journals of a fake. They share one bound: each that has had an entry gets as much as the others. */
export class Journals {
  readonly #maxBytes: number
  readonly #members = new Set<Journal>()
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<(entry: JournalEntry) => void>()
  #last = 0
  #removals = 0
  #turn: { readonly of: number; readonly last: number } | undefined
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

  /** The sequence number of the newest entry when a turn began. @param of the number of the present turn */
  lastBefore(of: number): number {
    if (this.#turn?.of !== of) this.#turn = { of, last: this.#last }
    return this.#turn.last
  }

  /** The entries of all journals after the one with a sequence number, oldest first. @param sequence of that entry (all entries) */
  after(sequence = 0): readonly JournalEntry[] {
    const found = [...this.#members].flatMap((journal) => journal.since(sequence))
    return found.toSorted((a, b) => a.sequence - b.sequence)
  }

  /** The oldest entry of all journals after the one with a sequence number. */
  next(sequence: number): JournalEntry | undefined {
    let oldest: JournalEntry | undefined
    for (const journal of this.#members) {
      const entry = journal.nextSince(sequence)
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

  /** Passes an entry on to those who follow. */
  pass(made: NewEntry, place: EntryPlace): void {
    if (this.#followers.size === 0) return
    const whole = toEntry(made, place, Number.POSITIVE_INFINITY)
    for (const take of this.#followers) take(whole)
  }

  /** Calls the listeners. */
  notify(): void {
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener()
  }
}

/** The requests of one sandbox. The oldest are forgotten when there is no room. */
export class Journal {
  readonly #all: Journals
  readonly #owner: JournalOwner
  readonly #listeners = new Set<() => void>()
  /** Oldest first, from index `#first` on; forgotten entries before it are undefined. */
  #entries: (JournalEntry | undefined)[] = []
  #first = 0
  #usedBytes = 0
  #last = 0
  #chapter = 0
  #forgotten = 0
  #removals = 0
  #isClosed = false

  constructor(all: Journals, owner: JournalOwner) {
    this.#all = all
    this.#owner = owner
  }

  /** The number of the newest entry, forgotten or not; 0 before the first. */
  get last(): number {
    return this.#last
  }

  /** Entries that were forgotten since the journal was cleared. */
  get forgotten(): number {
    return this.#forgotten
  }

  /** The number of the oldest entry that is there; `last` + 1 where there is none. */
  get first(): number {
    return this.#entries[this.#first]?.number ?? this.#last + 1
  }

  /** How often the journal was cleared. */
  get removals(): number {
    return this.#removals
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Continues the numbers of the journal that this one replaces. */
  goOnFrom({ last }: Journal): void {
    this.#last = last
  }

  /** Begins a new chapter: the control plane has changed the sandbox. */
  beginChapter(): void {
    this.#chapter += 1
  }

  /** Adds an entry, unless the journal is closed. */
  add(made: NewEntry): JournalEntry | undefined {
    if (this.#isClosed) return undefined
    this.#all.join(this)
    this.#last += 1
    const place = { sandbox: this.#owner, sequence: this.#all.count(), number: this.#last, chapter: this.#chapter }
    const entry = toEntry(made, place, this.#bodyBytes)
    this.#push(entry)
    this.trim()
    this.#notify()
    this.#all.notify()
    this.#all.pass(made, place)
    return entry
  }

  #push(entry: JournalEntry): void {
    this.#usedBytes += sizeOf(entry)
    this.#entries.push(entry)
  }

  /** Most bytes of a body. */
  get #bodyBytes(): number {
    return Math.min(mostBodyBytes, Math.floor(this.#all.shareBytes * bodyShare))
  }

  /** Forgets the oldest entries until the rest fits. The newest entry stays with shorter bodies, if that is enough. */
  trim(): void {
    const { shareBytes } = this.#all
    while (this.#usedBytes > shareBytes) {
      const forgotten = this.#entries[this.#first]
      if (forgotten !== undefined) this.#usedBytes -= sizeOf(forgotten)
      this.#entries[this.#first] = undefined
      this.#first += 1
      const isNewest = this.#first === this.#entries.length
      const shorter = isNewest && forgotten ? toEntry(forgotten, forgotten, this.#bodyBytes) : undefined
      if (shorter !== undefined && sizeOf(shorter) <= shareBytes) this.#push(shorter)
      else this.#forgotten += 1
    }
    if (this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
  }

  /** The entries after the one with a number, oldest first. @param number of that entry (all entries) */
  after(number = 0): readonly JournalEntry[] {
    return this.#entries.slice(this.#positionAfter(number)).flatMap((entry) => entry ?? [])
  }

  /** The oldest entry after the one with a number. */
  next(number: number): JournalEntry | undefined {
    return this.#entries[this.#positionAfter(number)]
  }

  #positionAfter(number: number): number {
    return this.#first + Math.max(0, number + 1 - this.first)
  }

  /** The entries after a sequence number, oldest first. */
  since(sequence: number): readonly JournalEntry[] {
    return this.#entries.slice(this.#positionSince(sequence)).flatMap((entry) => entry ?? [])
  }

  /** The oldest entry after a sequence number. */
  nextSince(sequence: number): JournalEntry | undefined {
    return this.#entries[this.#positionSince(sequence)]
  }

  #positionSince(sequence: number): number {
    const { length } = this.#entries
    // Most that ask have all but the newest.
    if ((this.#entries.at(-1)?.sequence ?? 0) <= sequence) return length
    return firstIndex(length, (at) => (this.#entries[at]?.sequence ?? 0) > sequence)
  }

  /** Removes all entries; the numbers continue. */
  clear(): void {
    this.#entries = []
    this.#first = 0
    this.#usedBytes = 0
    this.#forgotten = 0
    this.#removals += 1
    this.#notify()
    this.#all.countRemoval()
  }

  #notify(): void {
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener()
  }

  /** Calls a listener after each entry, after each removal, and at the end. @returns a function that stops it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds nothing from now on. Those who still read it can finish. */
  close(): void {
    this.#isClosed = true
    this.#all.leave(this)
    this.#notify()
  }
}
