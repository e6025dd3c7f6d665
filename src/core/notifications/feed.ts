import { EventEmitter, once } from 'node:events'

import type { Delivery } from './delivery.ts'

/** The fields that a delivery must have; an omitted field matches all. */
export type DeliveryFilter = { readonly [Field in 'kind' | 'state' | 'group']?: Delivery[Field] | undefined }

export function matchesFilter(delivery: Delivery, { kind, state, group }: DeliveryFilter): boolean {
  return (
    (kind === undefined || delivery.kind === kind) &&
    (state === undefined || delivery.state === state) &&
    (group === undefined || delivery.group === group.toLowerCase() || delivery.about === group)
  )
}

/** The maximum bytes of settled deliveries in one sandbox; the oldest are dropped first. */
const maxSettledBytes = 8_388_608

/** About the bytes that a settled delivery takes: two for each character. */
const settledBytes = ({ body, sent }: Delivery): number =>
  2048 + 2 * (body.length + (typeof sent === 'string' ? sent.length : 0))

/** The settled deliveries in their order, for callers that wait for the next one. */
export class Feed {
  readonly #settled: Set<Delivery>
  /** The number of the last settled delivery; 0 before the first. */
  last: number
  #bytes = 0
  #isOpen = true
  readonly #events = new EventEmitter().setMaxListeners(0)

  constructor(last: number, deliveries: readonly Delivery[]) {
    this.last = last
    const settled = deliveries.filter((delivery) => delivery.settled !== null)
    this.#settled = new Set(settled.sort((a, b) => Number(a.settled) - Number(b.settled)))
    for (const delivery of settled) this.#bytes += settledBytes(delivery)
  }

  /**
   * Gives a delivery the next number, from 1.
   * @returns the deliveries that are dropped to make room: the oldest, except deliveries with a further attempt
   */
  settle(delivery: Delivery): readonly Delivery[] {
    this.last += 1
    delivery.settled = this.last
    this.#bytes += settledBytes(delivery)
    const dropped: Delivery[] = []
    for (const old of this.#bytes > maxSettledBytes ? this.#settled : []) {
      if (this.#bytes <= maxSettledBytes) break
      if (old.nextMs !== null) continue
      this.#drop(old)
      dropped.push(old)
    }
    this.#settled.add(delivery)
    this.#events.emit('change')
    return dropped
  }

  /** Removes the number of a delivery that is redelivered. */
  unsettle(delivery: Delivery): void {
    if (delivery.settled !== null) this.#drop(delivery)
    delivery.settled = null
  }

  #drop(delivery: Delivery): void {
    this.#settled.delete(delivery)
    this.#bytes -= settledBytes(delivery)
  }

  /**
   * Waits for the first matching delivery with a greater number.
   * @param after that number; 0 for the first delivery
   * @returns undefined once the signal is aborted, `closed` once no more can come
   */
  async next(after: number, filter: DeliveryFilter, signal: AbortSignal): Promise<Delivery | 'closed' | undefined> {
    for (;;) {
      for (const delivery of this.#settled) {
        if (Number(delivery.settled) > after && matchesFilter(delivery, filter)) return delivery
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
