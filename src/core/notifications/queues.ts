import TinyQueue from 'tinyqueue'

import type { Delivery, Notification } from './delivery.ts'

/** The maximum of deliveries under way in one sandbox: each takes some 20 KB while it waits for its answer. */
const maxUnderWay = 64

export const queueOf = ({ kind, group }: Pick<Notification, 'kind' | 'group'>): string => `${kind} ${group}`

/** When the next delivery of a queue is due. It is outdated once another delivery is next. */
interface Turn {
  readonly name: string
  readonly atMs: number
  readonly number: number
}

/** The deliveries with a further attempt. Each kind and group has one queue, which makes one attempt at a time. */
export class Queues {
  readonly #queues = new Map<string, readonly Delivery[]>()
  /** At the same instant the oldest first, because which attempt ended first may depend on the wall clock. */
  readonly #turns = new TinyQueue<Turn>([], (a, b) => a.atMs - b.atMs || a.number - b.number)
  readonly underWay = new Map<string, Promise<void>>()

  of(name: string): readonly Delivery[] {
    return this.#queues.get(name) ?? []
  }

  get heads(): readonly Delivery[] {
    return [...this.#queues.keys()].flatMap((name) => this.#headOf(name) ?? [])
  }

  /** The delivery with the next attempt; undefined while the maximum is under way. */
  first(): Delivery | undefined {
    if (this.underWay.size >= maxUnderWay) return undefined
    for (let turn = this.#turns.peek(); turn !== undefined; turn = this.#turns.peek()) {
      const head = this.#headOf(turn.name)
      if (head?.nextMs === turn.atMs) return head
      this.#turns.pop()
    }
    return undefined
  }

  /** Blocks the queue of a delivery during an attempt. @returns a promise that resolves with it */
  hold(delivery: Delivery, attempt: Promise<void>): Promise<void> {
    const name = queueOf(delivery)
    const ended = attempt.finally(() => {
      this.underWay.delete(name)
      this.offer(name)
    })
    this.underWay.set(name, ended)
    return ended
  }

  add(delivery: Delivery): void {
    const name = queueOf(delivery)
    const others = this.of(name).filter((other) => other !== delivery)
    this.#queues.set(
      name,
      [...others, delivery].sort((a, b) => a.number - b.number),
    )
    this.offer(name)
  }

  remove(delivery: Delivery): void {
    const name = queueOf(delivery)
    const rest = this.of(name).filter((other) => other !== delivery)
    if (rest.length === 0) this.#queues.delete(name)
    else this.#queues.set(name, rest)
  }

  offer(name: string): void {
    const head = this.#headOf(name)
    if (head !== undefined && head.nextMs !== null) {
      this.#turns.push({ name, atMs: head.nextMs, number: head.number })
    }
  }

  /** The next delivery of a queue; undefined while an attempt of the queue is under way. */
  #headOf(name: string): Delivery | undefined {
    return this.underWay.has(name) ? undefined : this.of(name).find(({ held }) => !held)
  }
}
