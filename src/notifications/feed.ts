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
const mostSettledBytes = 8_388_608

/** Bytes that a settled delivery takes, about: two for each character. */
const settledBytes = ({ body, sent }: Delivery): number =>
  2048 + 2 * (body.length + (typeof sent === 'string' ? sent.length : 0))

/** Numbers deliveries as they are settled, and hands them to the callers that wait for one. */
export class Feed {
  #last: number
  #bytes = 0
  readonly #waiters = new Set<(settled: Delivery | 'closed') => void>()

  constructor(last: number, deliveries: readonly Delivery[]) {
    this.#last = last
    for (const delivery of settledIn(deliveries)) this.#bytes += settledBytes(delivery)
  }

  /** The number of the delivery that was settled last; 0 where none was. */
  get last(): number {
    return this.#last
  }

  /** Gives a delivery the next number, from 1, and hands it to the callers that wait for it. */
  settle(delivery: Delivery): void {
    this.#last += 1
    delivery.settled = this.#last
    this.#bytes += settledBytes(delivery)
    for (const tell of this.#waiters) tell(delivery)
  }

  /** Takes the number from a delivery that is sent again. */
  unsettle(delivery: Delivery): void {
    if (delivery.settled !== null) this.#bytes -= settledBytes(delivery)
    delivery.settled = null
  }

  /** Takes out those that were settled first, until the others fit. The newest stays, and so does each that is sent again. */
  takeSurplus(byId: Map<string, Delivery>, newest: Delivery): void {
    if (this.#bytes <= mostSettledBytes) return
    for (const delivery of settledIn([...byId.values()])) {
      if (this.#bytes <= mostSettledBytes) return
      if (delivery === newest || delivery.nextMs !== null) continue
      this.#bytes -= settledBytes(delivery)
      byId.delete(delivery.id)
    }
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
