import type { UsedAssumptions } from '../assumptions/used.ts'
import { lengthOf, toText, type Written } from '../lib/body.ts'

/** One request and its answer, as the journal keeps them. */
export interface JournalEntry {
  /** Its place among the requests of the sandbox, from 1. */
  readonly number: number
  /** When it was served by the sandbox's clock, in Unix milliseconds. */
  readonly atMs: number
  /** How long that took by the wall clock. */
  readonly durationMs: number
  /** Id of the operation; undefined where none has the method and path. */
  readonly operation: string | undefined
  readonly method: string
  /** As sent, without what names the sandbox (`/v1/cloud/resources`). */
  readonly path: string
  /** As sent, without its question mark. */
  readonly query: string
  /** The `{id}` of the path; empty where it has none. */
  readonly target: string
  /** Id of the API key; undefined where the request has none that is valid. */
  readonly key: string | undefined
  /** HTTP status of the answer; null where the client saw none. */
  readonly status: number | null
  /** The error code that it tells; undefined for none. */
  readonly code: string | undefined
  /** What the network did to the answer; undefined for nothing. */
  readonly fault: string | undefined
  /** The rules of scenarios that fired (`flaky[0]`). */
  readonly fired: readonly string[]
  /** The rows of the register that the answer depends on. */
  readonly used: UsedAssumptions
  /** Names and values in turn, as sent. */
  readonly requestHeaders: readonly string[]
  /** A character for each byte, since bytes of their own take far more; undefined where the request has none. */
  readonly requestBody: string | undefined
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Null where the answer has none. */
  readonly responseBody: Written | null
  /** What was cut off at the end, of which body. */
  readonly cut: { readonly request: boolean; readonly response: boolean }
  /** The operations that come nearest, where none matched. */
  readonly nearest: readonly string[]
}

/** An entry that is to be made. */
export type NewEntry = Omit<JournalEntry, 'number' | 'cut' | 'requestBody'> & {
  /** As bytes, or as the entry of a journal has it. */
  readonly requestBody: Uint8Array | string | undefined
}

/** Most bytes that are kept of a body. */
const bodyBytes = 65_536

/** Part of its room that a journal gives to one body at the most, so that the newest request is always there. */
const bodyShare = 1 / 6

/** What an entry takes besides its texts, and what each header text does besides its characters; measured on Node 20. */
const entryBytes = 1000
const textBytes = 32

/** Room for the journals of all sandboxes of a fake, shared evenly among those that have an entry. */
export class JournalRoom {
  readonly #maxBytes: number
  readonly #members = new Set<Journal>()

  /** @param maxBytes what all journals together may take; 0 keeps none */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** What each journal may take, in bytes. */
  get shareBytes(): number {
    return this.#maxBytes / Math.max(1, this.#members.size)
  }

  /** Takes a journal in; the others have less room from then on. */
  join(journal: Journal): void {
    if (this.#members.has(journal)) return
    this.#members.add(journal)
    for (const member of this.#members) member.trim()
  }

  /** Lets a journal go. */
  leave(journal: Journal): void {
    this.#members.delete(journal)
  }
}

/** The requests of one sandbox: as many of the newest as there is room for. */
export class Journal {
  readonly #room: JournalRoom
  readonly #listeners = new Set<() => void>()
  /** Oldest first, from `#first` on; what stood before is gone. */
  #kept: (JournalEntry | undefined)[] = []
  #first = 0
  #usedBytes = 0
  #last = 0
  #forgotten = 0
  #isClosed = false

  constructor(room: JournalRoom) {
    this.#room = room
  }

  /** The number of the newest entry that was ever made; 0 before the first. */
  get last(): number {
    return this.#last
  }

  /** How many were forgotten for want of room since it was cleared. */
  get forgotten(): number {
    return this.#forgotten
  }

  /** The number of the oldest entry that is kept; one more than `last` where there is none. */
  get first(): number {
    return this.#kept[this.#first]?.number ?? this.#last + 1
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Counts on from another journal, in whose place this one is put before it has an entry. */
  goOnFrom({ last }: Journal): void {
    this.#last = last
  }

  /** Makes an entry. Those that there is no room for any more are forgotten, the oldest first. */
  add(made: NewEntry): void {
    if (this.#isClosed) return
    this.#room.join(this)
    this.#last += 1
    this.#keep(toEntry(made, this.#last, this.#bodyBytes))
    this.trim()
    if (this.#listeners.size > 0) for (const tell of this.#listeners) tell()
  }

  #keep(entry: JournalEntry): void {
    this.#usedBytes += sizeOf(entry)
    this.#kept.push(entry)
  }

  /** Bytes of a body that there is room for. */
  get #bodyBytes(): number {
    return Math.min(bodyBytes, Math.floor(this.#room.shareBytes * bodyShare))
  }

  /** Forgets what there is no room for any more; of the newest the bodies alone, where that is enough. */
  trim(): void {
    const { shareBytes } = this.#room
    while (this.#usedBytes > shareBytes) {
      const forgotten = this.#kept[this.#first]
      if (forgotten !== undefined) this.#usedBytes -= sizeOf(forgotten)
      this.#kept[this.#first] = undefined
      this.#first += 1
      const isNewest = this.#first === this.#kept.length
      const shorter = isNewest && forgotten ? toEntry(forgotten, forgotten.number, this.#bodyBytes) : undefined
      if (shorter !== undefined && sizeOf(shorter) <= shareBytes) this.#keep(shorter)
      else this.#forgotten += 1
    }
    if (this.#first * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#first)
      this.#first = 0
    }
  }

  /** What is kept after an entry, oldest first. @param number of the entry (from the very first) */
  after(number = 0): readonly JournalEntry[] {
    return this.#kept.slice(this.#positionAfter(number)).flatMap((kept) => kept ?? [])
  }

  /** The oldest entry that is kept after another; undefined where there is none. */
  next(number: number): JournalEntry | undefined {
    return this.#kept[this.#positionAfter(number)]
  }

  #positionAfter(number: number): number {
    return this.#first + Math.max(0, number + 1 - this.first)
  }

  /** Forgets all; numbers go on. */
  clear(): void {
    this.#kept = []
    this.#first = 0
    this.#usedBytes = 0
    this.#forgotten = 0
  }

  /** Tells whenever an entry was made, and at the end. @returns what ends that */
  listen(tell: () => void): () => void {
    this.#listeners.add(tell)
    return () => this.#listeners.delete(tell)
  }

  /** Ends it: nothing is added any more. What is there is gone with whoever still reads it. */
  close(): void {
    this.#isClosed = true
    this.#room.leave(this)
    for (const tell of this.#listeners) tell()
  }
}

/** Written out, since an object that is copied by its fields takes several times the room. */
function toEntry(made: NewEntry & Partial<Pick<JournalEntry, 'cut'>>, number: number, mostBytes: number): JournalEntry {
  const { requestBody, responseBody, cut: before = uncut } = made
  const isLong = {
    request: requestBody !== undefined && requestBody.length > mostBytes,
    response: responseBody !== null && lengthOf(responseBody) > mostBytes,
  }
  const cut =
    isLong.request || isLong.response
      ? { request: isLong.request || before.request, response: isLong.response || before.response }
      : before
  return {
    number,
    atMs: made.atMs,
    durationMs: made.durationMs,
    operation: made.operation,
    method: made.method,
    path: made.path,
    query: made.query,
    target: made.target,
    key: made.key,
    status: made.status,
    code: made.code,
    fault: made.fault,
    fired: made.fired,
    used: made.used,
    requestHeaders: made.requestHeaders,
    requestBody: requestBody === undefined ? undefined : beginningOfBytes(requestBody, mostBytes),
    responseHeaders: made.responseHeaders,
    responseBody: isLong.response && responseBody !== null ? beginningOf(responseBody, mostBytes) : responseBody,
    cut,
    nearest: made.nearest,
  }
}

const uncut: JournalEntry['cut'] = { request: false, response: false }

/** A copy, since a part of bytes or of a text would keep the whole. */
function beginningOfBytes(bytes: Uint8Array | string, length: number): string {
  if (typeof bytes === 'string')
    return bytes.length > length ? Buffer.from(bytes, 'latin1').toString('latin1', 0, length) : bytes
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', 0, length)
}

const beginningOf = (body: Written, length: number): string => Buffer.from(toText(body).slice(0, length)).toString()

/** What an entry takes at the most. */
function sizeOf({ path, query, requestHeaders, requestBody, responseBody }: JournalEntry): number {
  const headerBytes = requestHeaders.reduce((sum, text) => sum + textBytes + text.length * 2, 0)
  return (
    entryBytes + headerBytes + (path.length + query.length) * 2 + (requestBody?.length ?? 0) + bytesOf(responseBody)
  )
}

/** A character may take two bytes. */
function bytesOf(body: Written | null): number {
  return body === null ? 0 : lengthOf(body) * (body instanceof Uint8Array ? 1 : 2)
}
