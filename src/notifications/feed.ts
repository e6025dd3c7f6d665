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

/** The deliveries that are settled, in their order. */
function settledIn(all: readonly Delivery[]): readonly Delivery[] {
  return all.filter(({ settled }) => settled !== null).toSorted((a, b) => Number(a.settled) - Number(b.settled))
}

/** Most bytes of settled deliveries in one sandbox; the oldest go first. */
export const mostSettledBytes = 8_388_608

/** Bytes that a settled delivery takes, about: two for each character. */
export const settledBytes = ({ body, sent }: Delivery): number =>
  2048 + 2 * (body.length + (typeof sent === 'string' ? sent.length : 0))

/**
 * The deliveries that were settled first, without which the others fit. The newest stays, and so does each that is sent again.
 * @param bytes of all that are settled
 */
export function surplusOf(all: readonly Delivery[], newest: Delivery, bytes: number): readonly Delivery[] {
  let left = bytes
  return settledIn(all).filter((delivery) => {
    if (left <= mostSettledBytes || delivery === newest || delivery.nextMs !== null) return false
    left -= settledBytes(delivery)
    return true
  })
}

/** Numbers deliveries as they are settled, and hands them to the callers that wait for one. */
export class Feed {
  #last: number
  readonly #waiters = new Set<(settled: Delivery | 'closed') => void>()

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
    for (const tell of this.#waiters) tell(delivery)
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
    const known = settledIn(all).find((delivery) => matchesFilter(delivery, filter) && Number(delivery.settled) > after)
    if (known !== undefined || signal.aborted) return known
    return new Promise((resolve) => {
      const give = (settled?: Delivery | 'closed'): void => {
        this.#waiters.delete(tell)
        signal.removeEventListener('abort', giveUp)
        resolve(settled)
      }
      const giveUp = (): void => give()
      const tell = (settled: Delivery | 'closed'): void => {
        if (settled === 'closed' || matchesFilter(settled, filter)) give(settled)
      }
      this.#waiters.add(tell)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** Ends the waiting of all callers: no more deliveries can come. */
  close(): void {
    for (const tell of this.#waiters) tell('closed')
  }
}
