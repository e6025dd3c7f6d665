import type { Delivery } from './delivery.ts'

/** Which deliveries are asked for. */
export interface DeliveryFilter {
  readonly kind?: Delivery['kind'] | undefined
  readonly state?: Delivery['state'] | undefined
  readonly group?: string | undefined
}

/** Whether a delivery is one that is asked for. */
export function isAskedFor(delivery: Delivery, { kind, state, group }: DeliveryFilter): boolean {
  return (
    (kind === undefined || delivery.kind === kind) &&
    (state === undefined || delivery.state === state) &&
    (group === undefined || delivery.group === group.toLowerCase() || delivery.about === group)
  )
}

interface Waiter {
  readonly filter: DeliveryFilter
  readonly tell: (told: Delivery | 'closed') => void
}

/** Numbers deliveries as they are settled, and tells whoever waits for one. */
export class Feed {
  #last = 0
  readonly #waiters = new Set<Waiter>()

  /** The number of the last that was settled; 0 where none was. */
  get last(): number {
    return this.#last
  }

  set last(number: number) {
    this.#last = number
  }

  /** Gives a delivery its number, from 1, and tells of it. */
  settle(delivery: Delivery): void {
    this.#last += 1
    delivery.settled = this.#last
    for (const waiter of this.#waiters) if (isAskedFor(delivery, waiter.filter)) waiter.tell(delivery)
  }

  /**
   * The first that was settled after another, as soon as there is one.
   * @param all what there is so far
   * @param after the number of the other; 0 for the very first
   * @returns undefined once the signal is aborted, `closed` once nothing more can come
   */
  async next(
    all: readonly Delivery[],
    after: number,
    filter: DeliveryFilter,
    signal: AbortSignal,
  ): Promise<Delivery | 'closed' | undefined> {
    const known = all
      .filter((delivery) => isAskedFor(delivery, filter) && (delivery.settled ?? 0) > after)
      .toSorted((a, b) => (a.settled ?? 0) - (b.settled ?? 0))[0]
    if (known !== undefined || signal.aborted) return known
    return new Promise((resolve) => {
      const give = (): void => waiter.tell(undefined)
      const waiter = {
        filter,
        tell: (told: Delivery | 'closed' | undefined): void => {
          this.#waiters.delete(waiter)
          signal.removeEventListener('abort', give)
          resolve(told)
        },
      }
      this.#waiters.add(waiter)
      signal.addEventListener('abort', give, { once: true })
    })
  }

  /** Tells all who wait that nothing more comes. */
  close(): void {
    for (const waiter of this.#waiters) waiter.tell('closed')
  }
}
