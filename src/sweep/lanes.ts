import pLimit, { type LimitFunction } from 'p-limit'

/** Does so much work at once. After an error, none begins. */
export class Lanes {
  readonly #limit: LimitFunction
  #failure: { readonly error: unknown } | undefined

  constructor(jobs: number) {
    this.#limit = pLimit(jobs)
  }

  /** Work that waits for its turn. */
  get waiting(): number {
    return this.#limit.pendingCount
  }

  /** Does a piece of work when it is its turn. */
  async one<T>(work: () => Promise<T>): Promise<T> {
    return await this.#limit(async () => {
      if (this.#failure !== undefined) throw this.#failure.error
      try {
        return await work()
      } catch (error) {
        this.#failure ??= { error }
        throw error
      }
    })
  }

  /** Waits for the results of some work. @throws the first error, when the work under way has ended */
  async all<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
    const ended = await Promise.allSettled(works)
    if (this.#failure !== undefined) throw this.#failure.error
    return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }
}
