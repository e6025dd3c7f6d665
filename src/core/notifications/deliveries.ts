import { EventEmitter, once } from 'node:events'

import TinyQueue from 'tinyqueue'

import { InputError, quote } from '../lib/input-error.ts'
import { requireDistinct } from '../lib/require-distinct.ts'
import type { Delivery } from './delivery.ts'

/** The fields that a delivery must have; an omitted field matches all. */
type DeliveryFilter = { readonly [Field in 'kind' | 'state' | 'group']?: Delivery[Field] | undefined }

/** The maximum of deliveries under way in one sandbox: each takes some 20 KB while it waits for its answer. */
const maxUnderWay = 64

/** The maximum bytes of settled deliveries in one sandbox; the oldest are dropped first. */
const maxSettledBytes = 8_388_608

/** About the bytes that a settled delivery takes: two for each character. */
const settledBytes = ({ body, sent }: Delivery): number =>
  2048 + 2 * (body.length + (typeof sent === 'string' ? sent.length : 0))

const lineOf = ({ kind, group }: Pick<Delivery, 'kind' | 'group'>): string => `${kind} ${group}`

/** When a delivery with the next attempt of its line is due. */
interface Due {
  readonly line: string
  readonly delivery: Delivery
  readonly atMs: number
}

/**
 * The deliveries of one sandbox, in the order in which they were made. The deliveries of a kind and group stand in line: one
 * attempt of a line is made at a time.
 */
export class Deliveries {
  readonly #byId = new Map<string, Delivery>()
  /** The deliveries of each line with a further attempt, the oldest first. */
  readonly #lines = new Map<string, readonly Delivery[]>()
  /**
   * The soonest first, at the same instant the oldest, because which attempt ended first may depend on the wall clock. An entry
   * is outdated once another delivery of its line is next.
   */
  readonly #due = new TinyQueue<Due>([], (a, b) => a.atMs - b.atMs || a.delivery.number - b.delivery.number)
  readonly #underWay = new Map<string, Promise<void>>()
  /** The settled deliveries in their order. */
  readonly #settled: Set<Delivery>
  #settledBytes = 0
  /** The number of the last settled delivery; 0 before the first. */
  lastSettled: number
  #isOpen = true
  readonly #events = new EventEmitter().setMaxListeners(0)

  /** @throws InputError for a duplicate id */
  constructor(lastSettled: number, saved: readonly Delivery[]) {
    requireDistinct(saved, ({ id }) => id, 'deliveries: id')
    for (const delivery of saved) this.add(delivery)
    this.lastSettled = lastSettled
    const settled = saved.filter((delivery) => delivery.settled !== null)
    this.#settled = new Set(settled.sort((a, b) => Number(a.settled) - Number(b.settled)))
    for (const delivery of settled) this.#settledBytes += settledBytes(delivery)
  }

  add(delivery: Delivery): void {
    this.#byId.set(delivery.id, delivery)
    this.schedule(delivery)
  }

  /** @throws InputError */
  get(id: string): Delivery {
    const found = this.#byId.get(id)
    if (found !== undefined) return found
    throw new InputError(`no delivery has the id ${quote(id)}`, { kind: 'unknown', field: 'outbox' })
  }

  list(filter: DeliveryFilter = {}): readonly Delivery[] {
    return [...this.#byId.values()].filter((delivery) => matches(delivery, filter))
  }

  /** Puts a delivery into its line, or takes it out if it has no further attempt. */
  schedule(delivery: Delivery): void {
    const line = lineOf(delivery)
    const others = (this.#lines.get(line) ?? []).filter((other) => other !== delivery)
    const all = delivery.nextMs === null ? others : [...others, delivery].sort((a, b) => a.number - b.number)
    if (all.length === 0) this.#lines.delete(line)
    else this.#lines.set(line, all)
    this.#offer(line)
  }

  #offer(line: string): void {
    const delivery = this.#firstOf(line)
    if (delivery !== undefined && delivery.nextMs !== null) this.#due.push({ line, delivery, atMs: delivery.nextMs })
  }

  #firstOf(line: string): Delivery | undefined {
    return this.#underWay.has(line) ? undefined : this.#lines.get(line)?.find(({ held }) => !held)
  }

  /** The deliveries with the next attempt of each line. */
  get firsts(): readonly Delivery[] {
    return [...this.#lines.keys()].flatMap((line) => this.#firstOf(line) ?? [])
  }

  isOldest(delivery: Delivery): boolean {
    return this.#lines.get(lineOf(delivery))?.[0] === delivery
  }

  /** The delivery with the next attempt, and its instant; undefined while the maximum is under way. */
  get next(): Due | undefined {
    if (this.#underWay.size >= maxUnderWay) return undefined
    for (let due = this.#due.peek(); due !== undefined; due = this.#due.peek()) {
      if (this.#firstOf(due.line) === due.delivery && due.delivery.nextMs === due.atMs) return due
      this.#due.pop()
    }
    return undefined
  }

  /** Keeps the line of a delivery waiting during an attempt. @returns a promise that resolves with it */
  during(delivery: Delivery, attempt: Promise<void>): Promise<void> {
    const line = lineOf(delivery)
    const ended = attempt.finally(() => {
      this.#underWay.delete(line)
      this.#offer(line)
    })
    this.#underWay.set(line, ended)
    return ended
  }

  /** The attempt that the line of a delivery makes now. */
  underWay(delivery: Delivery): Promise<void> | undefined {
    return this.#underWay.get(lineOf(delivery))
  }

  /** Sends the held webhooks of a group. @param number of the webhook that they waited for (all) */
  release(group: string, number = Infinity): void {
    const line = lineOf({ kind: 'webhook', group })
    for (const delivery of this.#lines.get(line) ?? []) if (delivery.number < number) delivery.held = false
    this.#offer(line)
  }

  /** Gives a delivery the next number, from 1. It drops the oldest to make room, except deliveries with a further attempt. */
  settle(delivery: Delivery): void {
    this.lastSettled += 1
    delivery.settled = this.lastSettled
    this.#settledBytes += settledBytes(delivery)
    for (const old of this.#settledBytes > maxSettledBytes ? this.#settled : []) {
      if (this.#settledBytes <= maxSettledBytes) break
      if (old.nextMs !== null) continue
      this.#makeRoom(old)
      this.#byId.delete(old.id)
    }
    this.#settled.add(delivery)
    this.#events.emit('change')
  }

  /** Removes the number of a delivery that is sent again. */
  unsettle(delivery: Delivery): void {
    this.#makeRoom(delivery)
    delivery.settled = null
  }

  #makeRoom(delivery: Delivery): void {
    if (this.#settled.delete(delivery)) this.#settledBytes -= settledBytes(delivery)
  }

  /**
   * Waits for the first matching delivery that settles after another one.
   * @param after the number of that one; 0 for the first delivery
   * @returns undefined once the signal is aborted, `closed` once no more can come
   */
  async nextSettled(
    after: number,
    filter: DeliveryFilter,
    signal: AbortSignal,
  ): Promise<Delivery | 'closed' | undefined> {
    for (;;) {
      for (const delivery of this.#settled) {
        if (Number(delivery.settled) > after && matches(delivery, filter)) return delivery
      }
      if (signal.aborted) return undefined
      if (!this.#isOpen) return 'closed'
      await once(this.#events, 'change', { signal }).catch(() => {})
    }
  }

  /** Releases all waiting callers: no more deliveries can come. */
  close(): void {
    this.#isOpen = false
    this.#events.emit('change')
  }
}

function matches(delivery: Delivery, { kind, state, group }: DeliveryFilter): boolean {
  return (
    (kind === undefined || delivery.kind === kind) &&
    (state === undefined || delivery.state === state) &&
    (group === undefined || delivery.group === group.toLowerCase() || delivery.about === group)
  )
}
