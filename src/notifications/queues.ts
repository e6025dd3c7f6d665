import { PriorityQueue } from '../time/priority-queue.ts'
import type { Delivery, Notification } from './delivery.ts'

/** The queue that a delivery waits in: of its kind and its group. */
export const queueOf = ({ kind, group }: Pick<Notification, 'kind' | 'group'>): string => `${kind} ${group}`

const byNumber = (a: Delivery, b: Delivery): number => a.number - b.number

/** The deliveries that have an attempt coming, in order, for each kind and group: one of each is tried at a time. */
export class Queues {
  readonly #queues = new Map<string, readonly Delivery[]>()
  /** The names of the queues in the order in which their first ones are due. */
  readonly #turns = new PriorityQueue<string>()
  /** The attempts that are being made, by the name of the queue. */
  readonly #underWay = new Map<string, Promise<void>>()

  /** The deliveries of a queue. */
  of(name: string): readonly Delivery[] {
    return this.#queues.get(name) ?? []
  }

  /** The attempt that is being made in a queue; undefined where none is. */
  underWay(name: string): Promise<void> | undefined {
    return this.#underWay.get(name)
  }

  /** How many attempts are being made. */
  get sizeUnderWay(): number {
    return this.#underWay.size
  }

  /** When the next one is due; undefined where none is to come. */
  nextMs(): number | undefined {
    return this.#first()?.atMs
  }

  /** Takes the next one that is due; undefined where none is. */
  takeDue(nowMs: number): Delivery | undefined {
    const first = this.#first()
    if (first === undefined || first.atMs > nowMs) return undefined
    this.#turns.take()
    return this.#headOf(first.key)
  }

  /** Has a queue wait for an attempt. @returns what ends with it */
  hold(delivery: Delivery, attempt: Promise<void>): Promise<void> {
    const name = queueOf(delivery)
    const ended = attempt.finally(() => {
      this.#underWay.delete(name)
      this.offer(name)
    })
    this.#underWay.set(name, ended)
    return ended
  }

  /** Adds a delivery, in its place. */
  add(delivery: Delivery): void {
    this.#insert(delivery)
    this.offer(queueOf(delivery))
  }

  #insert(delivery: Delivery): void {
    const others = this.of(queueOf(delivery)).filter((other) => other !== delivery)
    this.#queues.set(queueOf(delivery), [...others, delivery].sort(byNumber))
  }

  /** Takes a delivery out. */
  remove(delivery: Delivery): void {
    const name = queueOf(delivery)
    const rest = this.of(name).filter((other) => other !== delivery)
    if (rest.length === 0) this.#queues.delete(name)
    else this.#queues.set(name, rest)
  }

  /** Looks anew at when a queue has its turn. */
  offer(name: string): void {
    const atMs = this.#headOf(name)?.nextMs
    if (atMs !== undefined && atMs !== null) this.#turns.add(atMs, name)
  }

  /** The turns to come; what is being tried has its turn anew. */
  save(): [atMs: number, name: string][] {
    this.#first()
    const tried = [...this.#underWay.keys()].flatMap((name): [number, string][] => {
      const nextMs = this.#waitingIn(name)?.nextMs
      return nextMs === undefined || nextMs === null ? [] : [[nextMs, name]]
    })
    return [...tried, ...this.#turns.list().map(([atMs, name]): [number, string] => [atMs, name])]
  }

  /** Takes what was saved, where nothing waits yet. */
  load(deliveries: readonly Delivery[], turns: readonly (readonly [atMs: number, name: string])[]): void {
    for (const delivery of deliveries) if (delivery.nextMs !== null) this.#insert(delivery)
    for (const [atMs, name] of turns) this.#turns.add(atMs, name)
  }

  /** The queue whose turn comes next. */
  #first() {
    return this.#turns.first((name, atMs) => this.#headOf(name)?.nextMs === atMs)
  }

  /** The delivery of a queue whose turn it is; undefined while one of the queue is being tried. */
  #headOf(name: string): Delivery | undefined {
    return this.#underWay.has(name) ? undefined : this.#waitingIn(name)
  }

  #waitingIn(name: string): Delivery | undefined {
    return this.of(name).find(({ held }) => !held)
  }
}
