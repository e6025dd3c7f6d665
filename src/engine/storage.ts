/** Room for what requests make: shared by all sandboxes of a fake, so that its memory is bounded whatever is sent to it. */
export class Storage {
  /** Bytes that may be kept. */
  readonly maxBytes: number
  #usedBytes = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /**
   * Takes room for a record, if there is some.
   * @param bytes length of the body it was made from
   * @returns whether there was
   */
  take(bytes: number): boolean {
    const needed = bytes + recordBytes
    if (this.#usedBytes + needed > this.maxBytes) return false
    this.#usedBytes += needed
    return true
  }
}

/** What a record takes besides its body: about as much as was measured. */
const recordBytes = 1024
