import type { Delivery } from './delivery.ts'

/** Most bytes of settled deliveries in one sandbox; the oldest go first. */
const mostBytes = 8_388_608

/** Bytes of a delivery without its texts. */
const deliveryBytes = 2048

/** Bytes that a settled delivery takes, about: two for each character. Later attempts do not change it. */
const sizeOf = ({ body, sent }: Delivery): number =>
  deliveryBytes + 2 * (body.length + (typeof sent === 'string' ? sent.length : 0))

/** The settled deliveries of one sandbox, the oldest first. */
export class Settled {
  readonly #deliveries = new Set<Delivery>()
  #usedBytes = 0

  /** Takes the deliveries of a snapshot that are settled. */
  constructor(deliveries: readonly Delivery[]) {
    const settled = deliveries.filter((delivery) => delivery.settled !== null)
    for (const delivery of settled.toSorted((a, b) => (a.settled ?? 0) - (b.settled ?? 0))) this.add(delivery)
  }

  /** Adds a delivery as the newest. */
  add(delivery: Delivery): void {
    this.#deliveries.add(delivery)
    this.#usedBytes += sizeOf(delivery)
  }

  remove(delivery: Delivery): void {
    if (this.#deliveries.delete(delivery)) this.#usedBytes -= sizeOf(delivery)
  }

  /**
   * Removes the oldest deliveries until the others fit. The newest stays, and so does each that is sent again.
   * @returns the removed deliveries
   */
  trim(newest: Delivery): readonly Delivery[] {
    const removed: Delivery[] = []
    for (const delivery of this.#deliveries) {
      if (this.#usedBytes <= mostBytes) break
      if (delivery === newest || delivery.nextMs !== null) continue
      this.remove(delivery)
      removed.push(delivery)
    }
    return removed
  }
}
