import * as z from 'zod/mini'

import { InputError } from '../lib/input-error.ts'
import { defineSnapshotPart } from '../lib/snapshot-part.ts'

/** The bytes of a record in addition to its content. */
const recordBytes = 2048

/** The bytes that a byte of a body may become: two-byte strings, and a JSON text of the record for each status. */
const bytesOfByte = 8

/** Bytes that are taken, in a snapshot. */
export const bytesSchema = z.int().check(z.gte(0))

/** The bytes of storage that a record takes. @param bodyBytes the size of the JSON text that it was made from */
export function recordCost(bodyBytes: number): number {
  return recordBytes + bytesOfByte * bodyBytes
}

/** Room of one kind, shared by all sandboxes of a fake. */
class Room {
  /** Bytes that may be kept. */
  readonly maxBytes: number
  /** What it is for, for messages. */
  readonly purpose: string
  #usedBytes = 0

  constructor(maxBytes: number, purpose: string) {
    this.maxBytes = maxBytes
    this.purpose = purpose
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

/** Room for what requests make: what they create cannot use up the memory of a fake. */
export class Storage extends Room {
  /** Room for notifications that are to come or are not settled yet: half as much again. */
  readonly notifications: Room

  constructor(maxBytes: number) {
    super(maxBytes, 'created records')
    this.notifications = new Room(maxBytes / 2, 'notifications that are not settled')
  }
}

/** What one sandbox takes of a room. */
export class StorageAccount {
  readonly #room: Room
  /** What is taken for something that can be given back. */
  readonly #costs = new WeakMap<object, number>()
  #takenBytes = 0
  /** What is left of a snapshot's bytes for the owners that it names. */
  #unclaimedBytes = 0
  #isOpen = true

  constructor(room: Room) {
    this.#room = room
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
    if (bytes > this.#room.freeBytes + before.takenBytes) {
      throw new InputError(`takenBytes: ${noRoom(`${bytes} bytes`, this.#room)}`)
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

  /** Hands bytes of a snapshot over to an owner that takes them itself. @throws InputError for more than there are */
  handOver(bytes: number): void {
    if (bytes > this.#unclaimedBytes) {
      throw new InputError(`bytes: expected at most ${this.#unclaimedBytes}, what is left of takenBytes, got ${bytes}`)
    }
    this.#unclaimedBytes -= bytes
    this.#take(-bytes)
  }

  /** Bytes that all sandboxes together may keep. */
  get maxBytes(): number {
    return this.#room.maxBytes
  }

  /** What it is for, for messages. */
  get purpose(): string {
    return this.#room.purpose
  }

  /** Whether there is room for a record made from a body of so many bytes. */
  hasRoom(bodyBytes: number): boolean {
    return this.hasFree(recordCost(bodyBytes))
  }

  /** Whether so many bytes are left. */
  hasFree(bytes: number): boolean {
    return bytes <= Math.max(0, this.#room.freeBytes)
  }

  /** Takes bytes, or gives back as many where they are negative, and never more than are taken. */
  reserve(bytes: number): void {
    this.#take(Math.max(bytes, -this.#takenBytes))
  }

  /** Takes the room of a record made from a body of so many bytes. @param owner by which it is given back (never, before the end) */
  take(bodyBytes: number, owner?: object): void {
    const bytes = recordCost(bodyBytes)
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
    this.#room.take(bytes)
  }

  /** Gives everything back, for good: what a request of a dropped sandbox still makes takes nothing. */
  close(): void {
    this.#isOpen = false
    this.#room.take(-this.#takenBytes)
    this.#takenBytes = 0
  }
}

/** Keeps how much room is taken; whatever takes it keeps how much of that is its own. */
export const storageKeeper = defineSnapshotPart(
  z.strictObject({ takenBytes: bytesSchema }),
  ({ takenBytes }: StorageAccount) => (takenBytes === 0 ? undefined : { takenBytes }),
  (account, { takenBytes }, before) => account.load(takenBytes, before()),
)

/** Says that there is no room. @param what has no room */
export function noRoom(what: string, { maxBytes, purpose }: Pick<StorageAccount, 'maxBytes' | 'purpose'>): string {
  return `${what}: the bound of ${maxBytes} bytes for ${purpose} is reached; reset a sandbox, or start the fake with a greater maxStoredBytes`
}
