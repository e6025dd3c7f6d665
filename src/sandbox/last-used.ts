import { wallNow } from '../time/clock.ts'

/** When a sandbox was made and last used, by the wall clock. A reset does not change it. */
export class LastUsed {
  /** Unix milliseconds. */
  readonly createdMs = wallNow()
  #usedMs = this.createdMs
  #holds = 0

  /** When it was last used, in Unix milliseconds. */
  get usedMs(): number {
    return this.#usedMs
  }

  /** True if it is in use now. */
  get isHeld(): boolean {
    return this.#holds > 0
  }

  touch(): void {
    this.#usedMs = wallNow()
  }

  /** Keeps it in use until some work has ended. @returns the work */
  during<T>(work: Promise<T>): Promise<T> {
    this.#hold(1)
    return work.finally(() => this.#hold(-1))
  }

  #hold(more: 1 | -1): void {
    this.#holds += more
    this.touch()
  }
}
