import type { Delivery } from './delivery.ts'

/** The fields that a delivery must have; a field that is left out matches all. */
export interface DeliveryFilter {
  readonly kind?: Delivery['kind'] | undefined
  readonly state?: Delivery['state'] | undefined
  readonly group?: string | undefined
}

/** True if a delivery has the fields of a filter. */
export function matchesFilter(delivery: Delivery, { kind, state, group }: DeliveryFilter): boolean {
  return (
    (kind === undefined || delivery.kind === kind) &&
    (state === undefined || delivery.state === state) &&
    (group === undefined || delivery.group === group.toLowerCase() || delivery.about === group)
  )
}

interface Waiter {
  readonly filter: DeliveryFilter
  readonly tell: (settled: Delivery | 'closed') => void
}

/** Numbers deliveries as they are settled, and hands them to the callers that wait for one. */
export class Feed {
  #last: number
  readonly #waiters = new Set<Waiter>()

  constructor(last: number) {
    this.#last = last
  }

  /** The number of the delivery that was settled last; 0 where none was. */
  get last(): number {
    return this.#last
  }

  /** Gives a delivery the next number, from 1, and hands it to the callers that wait for it. */
  settle(delivery: Delivery): void {
    this.#last += 1
    delivery.settled = this.#last
    for (const waiter of this.#waiters) if (matchesFilter(delivery, waiter.filter)) waiter.tell(delivery)
  }

  /**
   * Waits for the delivery that is settled next after a number.
   * @param all the deliveries so far
   * @param after that number; 0 for the very first
   * @returns undefined once the signal is aborted, `closed` once no more can come
   */
  async next(
    all: readonly Delivery[],
    after: number,
    filter: DeliveryFilter,
    signal: AbortSignal,
  ): Promise<Delivery | 'closed' | undefined> {
    const known = all
      .filter((delivery) => matchesFilter(delivery, filter) && (delivery.settled ?? 0) > after)
      .toSorted((a, b) => (a.settled ?? 0) - (b.settled ?? 0))[0]
    if (known !== undefined || signal.aborted) return known
    return new Promise((resolve) => {
      const give = (): void => waiter.tell(undefined)
      const waiter = {
        filter,
        tell: (settled: Delivery | 'closed' | undefined): void => {
          this.#waiters.delete(waiter)
          signal.removeEventListener('abort', give)
          resolve(settled)
        },
      }
      this.#waiters.add(waiter)
      signal.addEventListener('abort', give, { once: true })
    })
  }

  /** Ends the waiting of all callers: no more deliveries can come. */
  close(): void {
    for (const waiter of this.#waiters) waiter.tell('closed')
  }
}
