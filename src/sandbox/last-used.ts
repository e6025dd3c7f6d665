import { wallNow } from '../time/clock.ts'

/** When a sandbox was made and last used, by the wall clock. A reset does not change it. */
export class LastUsed {
  /** Unix milliseconds. */
  readonly createdMs: number
  /** Use before this instant, in an earlier process, does not make a sandbox idle: nobody could use it in between. */
  readonly #sinceMs = wallNow()
  #usedMs: number
  #uses = 0
  #holds = 0

  /** @param createdMs in Unix milliseconds (now) */
  constructor(createdMs = wallNow(), usedMs = createdMs) {
    this.createdMs = createdMs
    this.#usedMs = usedMs
  }

  /** When it was last used, in Unix milliseconds. */
  get usedMs(): number {
    return this.#usedMs
  }

  /** Grows with each use, when it begins and when it ends. */
  get uses(): number {
    return this.#uses
  }

  /** True if it is in use now. */
  get isHeld(): boolean {
    return this.#holds > 0
  }

  /** Milliseconds without use. */
  idleMs(nowMs: number): number {
    return nowMs - Math.max(this.#usedMs, this.#sinceMs)
  }

  touch(): void {
    this.#usedMs = wallNow()
    this.#uses += 1
  }

  /** Keeps it in use until some work has ended. @returns the work */
  during<T>(work: Promise<T>): Promise<T> {
    this.hold()
    return work.finally(() => this.release())
  }

  /** Keeps it in use until it is released. */
  hold(): void {
    this.#holds += 1
    this.touch()
  }

  /** Ends a use that `hold` began. */
  release(): void {
    this.#holds -= 1
    this.touch()
  }
}
