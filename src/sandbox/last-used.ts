import { wallNow } from '../time/clock.ts'

/** When a sandbox was made and last used, by the wall clock, and what holds it in use; a reset changes nothing of it. */
export class LastUsed {
  /** Unix milliseconds. */
  readonly createdMs = wallNow()
  #usedMs = this.createdMs
  #holds = 0

  /** When it was used last, in Unix milliseconds; while something holds it, when that began or was looked at. */
  get usedMs(): number {
    return this.#usedMs
  }

  /** Whether something that takes a while is being done in it. */
  get isHeld(): boolean {
    return this.#holds > 0
  }

  /** Notes that it is used now. */
  touch(): void {
    this.#usedMs = wallNow()
  }

  /** Holds it in use until some work has ended. @returns the work */
  during<T>(work: Promise<T>): Promise<T> {
    this.begin()
    return work.finally(() => this.end())
  }

  /** Holds it in use until as many ends as beginnings were noted. */
  begin(): void {
    this.#holds += 1
    this.touch()
  }

  /** Notes the end of what held it. */
  end(): void {
    this.#holds -= 1
    this.touch()
  }
}
