/** What a record takes besides what it was made from. */
const recordBytes = 2048

/** What a byte of a body may come to: two-byte strings, and the JSON texts of the record in each of its phases. */
const bytesOfByte = 8

const costOf = (bodyBytes: number): number => recordBytes + bytesOfByte * bodyBytes

/** Room for what requests make: shared by all sandboxes of a fake, so that what they create cannot use up its memory. */
export class Storage {
  /** Bytes that may be kept. */
  readonly maxBytes: number
  #usedBytes = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** Whether there is room for a record made from a body of so many bytes. */
  hasRoom(bodyBytes: number): boolean {
    return this.#usedBytes + costOf(bodyBytes) <= this.maxBytes
  }

  /** Takes the room of a record made from a body of so many bytes. */
  take(bodyBytes: number): void {
    this.#usedBytes += costOf(bodyBytes)
  }
}
