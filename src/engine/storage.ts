import * as z from 'zod/mini'

import { InputError } from '../lib/input-error.ts'
import { defineKeeper } from './keeper.ts'

/** What a record takes besides what it was made from. */
const recordBytes = 2048

/** What a byte of a body may come to: two-byte strings, and the JSON texts of the record in each of its phases. */
const bytesOfByte = 8

/** Bytes that are taken, in a snapshot. */
export const bytesSchema = z.int().check(z.gte(0))

const costOf = (bodyBytes: number): number => recordBytes + bytesOfByte * bodyBytes

/** Room for what requests make: shared by all sandboxes of a fake, so that what they create cannot use up its memory. */
export class Storage {
  /** Bytes that may be kept. */
  readonly maxBytes: number
  #usedBytes = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** Bytes that are left. */
  get freeBytes(): number {
    return this.maxBytes - this.#usedBytes
  }

  /** Takes bytes, or gives back as many where they are negative. */
  take(bytes: number): void {
    this.#usedBytes += bytes
  }
}

/** What one sandbox takes of the storage. */
export class StorageAccount {
  readonly #storage: Storage
  /** What is taken for something that can be given back. */
  readonly #costs = new WeakMap<object, number>()
  #takenBytes = 0
  /** What is left of a snapshot's bytes for the owners that it names. */
  #unclaimedBytes = 0
  #isOpen = true

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** Bytes that the sandbox takes. */
  get takenBytes(): number {
    return this.#takenBytes
  }

  /** Bytes that are taken for an owner; undefined where it gives back none. */
  costOf(owner: object): number | undefined {
    return this.#costs.get(owner)
  }

  /** Takes what a snapshot says at once. @param before what is given back as soon as all is loaded. @throws InputError where there is no room */
  load(bytes: number, before: StorageAccount): void {
    if (bytes > this.#storage.freeBytes + before.takenBytes) {
      throw new InputError(`takenBytes: ${noRoom(`${bytes} bytes`, this.maxBytes)}`)
    }
    this.#unclaimedBytes = bytes
    this.#take(bytes)
  }

  /** Says how many of the bytes of a snapshot are taken for an owner (none). @throws InputError for more than there are */
  claim(owner: object, bytes = 0): void {
    if (bytes === 0) return
    if (bytes > this.#unclaimedBytes) {
      throw new InputError(`bytes: expected at most ${this.#unclaimedBytes}, what is left of takenBytes, got ${bytes}`)
    }
    this.#unclaimedBytes -= bytes
    this.#costs.set(owner, bytes)
  }

  /** Bytes that all sandboxes together may keep. */
  get maxBytes(): number {
    return this.#storage.maxBytes
  }

  /** Whether there is room for a record made from a body of so many bytes. */
  hasRoom(bodyBytes: number): boolean {
    return costOf(bodyBytes) <= this.#storage.freeBytes
  }

  /** Takes the room of a record made from a body of so many bytes. @param owner by which it is given back (never, before the end) */
  take(bodyBytes: number, owner?: object): void {
    const bytes = costOf(bodyBytes)
    if (owner !== undefined) this.#costs.set(owner, bytes)
    this.#take(bytes)
  }

  /** Gives back what was taken for an owner. */
  giveBack(owner: object): void {
    this.#take(-(this.#costs.get(owner) ?? 0))
    this.#costs.delete(owner)
  }

  #take(bytes: number): void {
    if (!this.#isOpen) return
    this.#takenBytes += bytes
    this.#storage.take(bytes)
  }

  /** Gives everything back, for good: what a request of a dropped sandbox still makes takes nothing. */
  close(): void {
    this.#isOpen = false
    this.#storage.take(-this.#takenBytes)
    this.#takenBytes = 0
  }
}

/** Keeps how much room is taken; whatever takes it keeps how much of that is its own. */
export const storageKeeper = defineKeeper(
  z.strictObject({ takenBytes: bytesSchema }),
  ({ takenBytes }: StorageAccount) => (takenBytes === 0 ? undefined : { takenBytes }),
  (account, { takenBytes }, before) => account.load(takenBytes, before()),
)

/** What is told where there is no room. @param what has no room */
export function noRoom(what: string, maxBytes: number): string {
  return `${what}: the bound of ${maxBytes} bytes for created records is reached; reset a sandbox, or start the fake with a greater maxStoredBytes`
}
