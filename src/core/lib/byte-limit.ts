import { InputError } from './input-error.ts'

/** A bound on the bytes that all sandboxes of a fake store. */
export interface ByteLimit {
  readonly maxBytes: number
  usedBytes: number
}

/** The bytes of a limit that one sandbox uses. */
export class ByteUsage {
  readonly #limit: ByteLimit
  usedBytes = 0
  #isOpen = true

  constructor(limit: ByteLimit) {
    this.#limit = limit
  }

  get maxBytes(): number {
    return this.#limit.maxBytes
  }

  get #freeBytes(): number {
    return this.#limit.maxBytes - this.#limit.usedBytes
  }

  hasRoom(bytes: number): boolean {
    return bytes <= Math.max(0, this.#freeBytes)
  }

  /** @param subject the first words of the message (`the record`) */
  #noRoom(subject: string): string {
    return `${subject}: the bound of ${this.maxBytes} bytes for created records is reached; reset a sandbox, or start the fake with a greater maxStoredBytes`
  }

  /** @throws InputError if there is no room for the bytes */
  requireRoom(bytes: number, subject: string): void {
    if (!this.hasRoom(bytes)) throw new InputError(this.#noRoom(subject))
  }

  /** @param replaced will give its bytes back (none). @throws InputError if more is used than the limit allows */
  requireFit(replaced: ByteUsage | undefined, subject: string): void {
    if (this.#freeBytes + (replaced?.usedBytes ?? 0) < 0) {
      throw new InputError(this.#noRoom(`${subject}: ${this.usedBytes} bytes`))
    }
  }

  take(bytes: number): void {
    if (!this.#isOpen) return
    this.usedBytes += bytes
    this.#limit.usedBytes += bytes
  }

  giveBack(bytes: number): void {
    this.take(-Math.min(bytes, this.usedBytes))
  }

  /** Gives everything back for good: a request that still runs in a deleted sandbox takes nothing. */
  close(): void {
    this.take(-this.usedBytes)
    this.#isOpen = false
  }
}

/** Bytes that a record takes beyond the body of its request. */
const recordBytes = 2048

/** Bytes that one byte of a body may take: two-byte strings, and the JSON texts of the record in each status. */
const bytesOfByte = 8

/** The bytes that a record takes if its body had this length. */
export const storedBytes = (bodyBytes: number): number => recordBytes + bytesOfByte * bodyBytes

/** The bytes that a record takes if its body is this value. */
export const storedBytesOf = (value: unknown): number => storedBytes(Buffer.byteLength(JSON.stringify(value)))
