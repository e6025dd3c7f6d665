import { EventEmitter, once } from 'node:events'

import type { Delivery } from './delivery.ts'

/** The fields that a delivery must have; a field that is left out matches all. */
export type DeliveryFilter = { readonly [Field in 'kind' | 'state' | 'group']?: Delivery[Field] | undefined }

export function matchesFilter(delivery: Delivery, { kind, state, group }: DeliveryFilter): boolean {
  return (
    (kind === undefined || delivery.kind === kind) &&
    (state === undefined || delivery.state === state) &&
    (group === undefined || delivery.group === group.toLowerCase() || delivery.about === group)
  )
}

/** Most bytes of settled deliveries in one sandbox; the oldest go first. */
const mostSettledBytes = 8_388_608

/** Bytes that a settled delivery takes, about: two for each character. */
const settledBytes = ({ body, sent }: Delivery): number =>
  2048 + 2 * (body.length + (typeof sent === 'string' ? sent.length : 0))

/** The settled deliveries in their order, for callers that wait for the next one. */
export class Feed {
  readonly #settled: Set<Delivery>
  /** The number of the delivery that was settled last; 0 where none was. */
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
   * @returns the deliveries that are dropped to make room: the oldest, but for those that are sent again
   */
  settle(delivery: Delivery): readonly Delivery[] {
    this.last += 1
    delivery.settled = this.last
    this.#bytes += settledBytes(delivery)
    const dropped: Delivery[] = []
    for (const old of this.#bytes > mostSettledBytes ? this.#settled : []) {
      if (this.#bytes <= mostSettledBytes) break
      if (old.nextMs !== null) continue
      this.#drop(old)
      dropped.push(old)
    }
    this.#settled.add(delivery)
    this.#events.emit('change')
    return dropped
  }

  /** Takes the number from a delivery that is sent again. */
  unsettle(delivery: Delivery): void {
    if (delivery.settled !== null) this.#drop(delivery)
    delivery.settled = null
  }

  #drop(delivery: Delivery): void {
    this.#settled.delete(delivery)
    this.#bytes -= settledBytes(delivery)
  }

  /**
   * Waits for the delivery that is settled next after a number.
   * @param after that number; 0 for the very first
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

  /** Ends the waiting of all callers: no more deliveries can come. */
  close(): void {
    this.#isOpen = false
    this.#events.emit('change')
  }
}
