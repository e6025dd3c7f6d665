import type { ByteUsage } from '../lib/byte-limit.ts'
import { PriorityQueue } from '../time/priority-queue.ts'
import type { Notice } from './delivery.ts'

/** The notices of one sandbox to come. */
export class Plan {
  readonly #byGroup = new Map<string, readonly Notice[]>()
  readonly #turns = new PriorityQueue<Notice>()
  readonly #room: ByteUsage

  constructor(room: ByteUsage) {
    this.#room = room
  }

  get all(): Notice[] {
    return [...this.#byGroup.values()].flat()
  }

  add(notice: Notice): void {
    this.#byGroup.set(notice.group, [...this.of(notice.group), notice])
    this.#turns.add(notice.atMs, notice)
    this.#room.take(notice.reserved)
  }

  /** The notices of a group. */
  of(group: string): readonly Notice[] {
    return this.#byGroup.get(group) ?? []
  }

  /** The notice that is due next. */
  first(): Notice | undefined {
    return this.#turns.first((notice) => this.of(notice.group).includes(notice))?.key
  }

  remove(notice: Notice): void {
    const rest = this.of(notice.group).filter((other) => other !== notice)
    if (rest.length === 0) this.#byGroup.delete(notice.group)
    else this.#byGroup.set(notice.group, rest)
    this.#room.giveBack(notice.reserved)
  }
}
