import type { Delivery } from './delivery.ts'

/** Bytes of settled deliveries that one sandbox keeps; the oldest go first. */
const mostBytes = 8_388_608

/** The settled deliveries of one sandbox, the oldest first, and the bytes that they take. */
export class Settled {
  readonly #bytes = new Map<Delivery, number>()
  #usedBytes = 0

  /** Bytes that a delivery takes; undefined for one that is not settled. */
  bytesOf(delivery: Delivery): number | undefined {
    return this.#bytes.get(delivery)
  }

  /** Adds a delivery as the newest. @param bytes that it takes (by its size) */
  add(delivery: Delivery, bytes = sizeOf(delivery)): void {
    this.#bytes.set(delivery, bytes)
    this.#usedBytes += bytes
  }

  /** Adds those of a snapshot that were settled. */
  load(saved: readonly { readonly delivery: Delivery; readonly keptBytes?: number | undefined }[]): void {
    const settled = saved.filter(({ keptBytes }) => keptBytes !== undefined)
    const inOrder = settled.toSorted((a, b) => (a.delivery.settled ?? 0) - (b.delivery.settled ?? 0))
    for (const { delivery, keptBytes } of inOrder) this.add(delivery, keptBytes)
  }

  /** Removes a delivery. */
  remove(delivery: Delivery): void {
    this.#usedBytes -= this.#bytes.get(delivery) ?? 0
    this.#bytes.delete(delivery)
  }

  /**
   * Removes the oldest deliveries that there is no room for. The newest one stays, and so does each that is sent again.
   * @returns the removed ones
   */
  trim(newest: Delivery): readonly Delivery[] {
    const removed: Delivery[] = []
    for (const delivery of this.#bytes.keys()) {
      if (this.#usedBytes <= mostBytes) break
      if (delivery === newest || delivery.nextMs !== null) continue
      this.remove(delivery)
      removed.push(delivery)
    }
    return removed
  }
}

/** Bytes that a delivery takes, about: a text is two bytes a character. */
const sizeOf = ({ body, sent, attempts }: Delivery): number =>
  1024 + 2 * body.length + (typeof sent === 'string' ? 2 * sent.length : 0) + attempts.length * 256
