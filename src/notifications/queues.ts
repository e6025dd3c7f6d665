import { PriorityQueue } from '../time/priority-queue.ts'
import type { Delivery, Notification } from './delivery.ts'

/** The name of the queue of a delivery: its kind and its group. */
export const queueOf = ({ kind, group }: Pick<Notification, 'kind' | 'group'>): string => `${kind} ${group}`

/** The deliveries with an attempt to come. Each kind and group has one queue, and each queue makes one attempt at a time. */
export class Queues {
  readonly #queues = new Map<string, readonly Delivery[]>()
  /** The names of the queues in the order in which their first deliveries are due. */
  readonly #turns = new PriorityQueue<string>()
  /** The attempts under way, by the name of the queue. */
  readonly underWay = new Map<string, Promise<void>>()

  /** The deliveries of a queue. */
  of(name: string): readonly Delivery[] {
    return this.#queues.get(name) ?? []
  }

  /** The deliveries with the next attempt of each queue. */
  get heads(): readonly Delivery[] {
    return [...this.#queues.keys()].flatMap((name) => this.#headOf(name) ?? [])
  }

  /** The delivery with the next attempt. */
  first(): Delivery | undefined {
    const first = this.#turns.first((name, atMs) => this.#headOf(name)?.nextMs === atMs)
    return first === undefined ? undefined : this.#headOf(first.key)
  }

  /** Makes the queue of the first delivery wait for an attempt. @returns a promise that ends with it */
  hold(delivery: Delivery, attempt: Promise<void>): Promise<void> {
    const name = queueOf(delivery)
    const ended = attempt.finally(() => {
      this.underWay.delete(name)
      this.offer(name)
    })
    this.underWay.set(name, ended)
    return ended
  }

  /** Adds a delivery in its place. */
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

  /** Gives a queue its next turn. */
  offer(name: string): void {
    const head = this.#headOf(name)
    // The oldest first: which attempt ended first may follow from the wall clock.
    if (head !== undefined && head.nextMs !== null) this.#turns.add(head.nextMs, name, head.number)
  }

  /** The next delivery of a queue; undefined while an attempt of the queue is under way. */
  #headOf(name: string): Delivery | undefined {
    return this.underWay.has(name) ? undefined : this.of(name).find(({ held }) => !held)
  }
}
