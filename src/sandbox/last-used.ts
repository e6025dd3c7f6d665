import { wallNow } from '../time/clock.ts'

/** When a sandbox was made and last used, by the wall clock. A reset does not change it. */
export class LastUsed {
  readonly createdMs: number
  usedMs: number
  /** Grows with each use, when it begins and when it ends. */
  uses = 0

  /** @param createdMs in Unix milliseconds (now) */
  constructor(createdMs = wallNow(), usedMs = createdMs) {
    this.createdMs = createdMs
    this.usedMs = usedMs
  }

  touch(): void {
    this.usedMs = wallNow()
    this.uses += 1
  }

  /** Notes the use at its begin and at its end. @returns the work */
  during<T>(work: Promise<T>): Promise<T> {
    this.touch()
    return work.finally(() => this.touch())
  }
}
