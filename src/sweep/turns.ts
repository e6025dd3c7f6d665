/** Lets some works go on at once. Where several wait, those of the earliest group begin first. */
export class Turns {
  readonly #waiting: { readonly place: number; readonly begin: () => void }[] = []
  #free: number
  /** After an error, none begins. */
  #failure: { readonly error: unknown } | undefined

  constructor(jobs: number) {
    this.#free = jobs
  }

  /** @param place of the group. @throws the error of the work, or of one before it */
  async take<T>(place: number, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((begin) => this.#waiting.push({ place, begin }))
    try {
      if (this.#failure !== undefined) throw this.#failure.error
      return await work()
    } catch (error) {
      this.#failure ??= { error }
      throw error
    } finally {
      const [next] = this.#waiting.toSorted((a, b) => a.place - b.place)
      if (next === undefined) this.#free += 1
      else this.#waiting.splice(this.#waiting.indexOf(next), 1)[0]?.begin()
    }
  }
}

/** Waits until all work has ended. @throws the first error */
export async function all<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(works)
  return await Promise.all(works)
}
