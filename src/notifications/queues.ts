import { PriorityQueue } from '../time/priority-queue.ts'
import type { Delivery, Notification } from './delivery.ts'

/** The name of the queue of a delivery: its kind and its group. */
export const queueOf = ({ kind, group }: Pick<Notification, 'kind' | 'group'>): string => `${kind} ${group}`

/** When a queue makes its next attempt. */
type Turn = [atMs: number, name: string]

const byNumber = (a: Delivery, b: Delivery): number => a.number - b.number

/** The deliveries with an attempt to come. Each kind and group has one queue, and each queue makes one attempt at a time. */
export class Queues {
  readonly #queues = new Map<string, readonly Delivery[]>()
  /** The names of the queues in the order in which their first deliveries are due. */
  readonly #turns = new PriorityQueue<string>()
  /** The attempts under way, by the name of the queue. */
  readonly #underWay = new Map<string, Promise<void>>()

  /** Takes the deliveries and turns of a snapshot. */
  constructor(deliveries: readonly Delivery[], turns: readonly Turn[]) {
    for (const delivery of deliveries) if (delivery.nextMs !== null) this.#insert(delivery)
    for (const [atMs, name] of turns) this.#turns.add(atMs, name, this.#waitingIn(name)?.number)
  }

  /** The deliveries of a queue. */
  of(name: string): readonly Delivery[] {
    return this.#queues.get(name) ?? []
  }

  /** The attempt under way in a queue. */
  underWay(name: string): Promise<void> | undefined {
    return this.#underWay.get(name)
  }

  /** The number of attempts under way. */
  get sizeUnderWay(): number {
    return this.#underWay.size
  }

  /** When the next attempt is due. */
  nextMs(): number | undefined {
    return this.#first()?.atMs
  }

  /** The deliveries with the next attempt of each queue. */
  get heads(): readonly Delivery[] {
    return [...this.#queues.keys()].flatMap((name) => this.#headOf(name) ?? [])
  }

  /** Takes the next delivery that is due. */
  takeDue(nowMs: number): Delivery | undefined {
    const first = this.#first()
    if (first === undefined || first.atMs > nowMs) return undefined
    this.#turns.take()
    return this.#headOf(first.key)
  }

  /** Makes a queue wait for an attempt. @returns a promise that ends with it */
  hold(delivery: Delivery, attempt: Promise<void>): Promise<void> {
    const name = queueOf(delivery)
    const ended = attempt.finally(() => {
      this.#underWay.delete(name)
      this.offer(name)
    })
    this.#underWay.set(name, ended)
    return ended
  }

  /** Adds a delivery in its place. */
  add(delivery: Delivery): void {
    this.#insert(delivery)
    this.offer(queueOf(delivery))
  }

  #insert(delivery: Delivery): void {
    const others = this.of(queueOf(delivery)).filter((other) => other !== delivery)
    this.#queues.set(queueOf(delivery), [...others, delivery].sort(byNumber))
  }

  /** Removes a delivery. */
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

  /** The turns to come; an attempt under way gets another turn. */
  get turns(): Turn[] {
    this.#first()
    const tried = [...this.#underWay.keys()].flatMap((name): Turn[] => {
      const nextMs = this.#waitingIn(name)?.nextMs
      return nextMs === undefined || nextMs === null ? [] : [[nextMs, name]]
    })
    return [...tried, ...this.#turns.list().map(([atMs, name]): Turn => [atMs, name])]
  }

  /** The queue with the next turn. */
  #first() {
    return this.#turns.first((name, atMs) => this.#headOf(name)?.nextMs === atMs)
  }

  /** The next delivery of a queue; undefined while an attempt of the queue is under way. */
  #headOf(name: string): Delivery | undefined {
    return this.#underWay.has(name) ? undefined : this.#waitingIn(name)
  }

  #waitingIn(name: string): Delivery | undefined {
    return this.of(name).find(({ held }) => !held)
  }
}
