import { firstIndex } from '../lib/first-index.ts'
import { bodyShare, type DraftEntry, fit, type JournalEntry, type JournalOwner, maxBodyBytes } from './entry.ts'
import type { Journals } from './journals.ts'

/** How entries are numbered: within their journal, or across all journals. */
type Numbering = 'number' | 'sequence'

/** The requests of one sandbox. The oldest are forgotten when there is no room. */
export class Journal {
  readonly #all: Journals
  readonly owner: JournalOwner
  /** Oldest first, from index `#first` on; forgotten entries before it are undefined. */
  #entries: (DraftEntry | undefined)[] = []
  #first = 0
  #usedBytes = 0
  /** The number of the newest entry, forgotten or not; 0 before the first. */
  last = 0
  #controlRevision = 0
  /** Entries that were forgotten since the journal was cleared. */
  forgotten = 0
  /** How often it was cleared. */
  removals = 0
  isClosed = false

  constructor(all: Journals, owner: JournalOwner) {
    this.#all = all
    this.owner = owner
  }

  raiseControlRevision(): void {
    this.#controlRevision += 1
  }

  /** Adds an entry, unless the journal is closed. @returns true if it was added */
  add(entry: DraftEntry): boolean {
    if (this.isClosed) return false
    this.#all.join(this)
    this.last += 1
    entry.number = this.last
    entry.controlRevision = this.#controlRevision
    this.#all.take(entry)
    this.#push(entry)
    this.trim()
    this.#all.notify()
    return true
  }

  #push(entry: DraftEntry): void {
    fit(entry, this.#bodyBytes)
    this.#usedBytes += entry.bytes
    this.#entries.push(entry)
  }

  get #bodyBytes(): number {
    return Math.min(maxBodyBytes, Math.floor(this.#all.shareBytes * bodyShare))
  }

  /** Forgets the oldest entries until the rest fits. The newest entry stays with shorter bodies, if that is enough. */
  trim(): void {
    const { shareBytes } = this.#all
    while (this.#usedBytes > shareBytes) {
      const forgotten = this.#entries[this.#first]
      this.#entries[this.#first] = undefined
      this.#first += 1
      if (forgotten === undefined) continue
      this.#usedBytes -= forgotten.bytes
      const isNewest = this.#first === this.#entries.length
      if (isNewest) fit(forgotten, this.#bodyBytes)
      if (isNewest && forgotten.bytes <= shareBytes) this.#push(forgotten)
      else this.forgotten += 1
    }
    if (this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
  }

  /** The entries with a greater number, oldest first. */
  after(number = 0, numbering: Numbering = 'number'): readonly JournalEntry[] {
    return this.#entries.slice(this.#positionAfter(number, numbering)).flatMap((entry) => entry ?? [])
  }

  next(number: number, numbering: Numbering = 'number'): JournalEntry | undefined {
    return this.#entries[this.#positionAfter(number, numbering)]
  }

  #positionAfter(number: number, numbering: Numbering): number {
    const { length } = this.#entries
    // A reader that is up to date needs no search.
    if ((this.#entries.at(-1)?.[numbering] ?? 0) <= number) return length
    return firstIndex(length, (at) => (this.#entries[at]?.[numbering] ?? 0) > number)
  }

  /** Removes all entries; the numbers continue. */
  clear(): void {
    this.#entries = []
    this.#first = 0
    this.#usedBytes = 0
    this.forgotten = 0
    this.removals += 1
    this.#all.countRemoval()
  }

  /** Stops adding entries. Current readers can finish. */
  close(): void {
    this.isClosed = true
    this.#all.leave(this)
  }
}
