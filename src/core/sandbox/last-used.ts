import { wallNow } from '../time/clock.ts'

/** When a sandbox was created and last used, by the wall clock. A reset does not change it. */
export class LastUsed {
  readonly createdMs: number
  usedMs: number
  /** Grows at the begin and at the end of each use. */
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

  /** Records a use at its begin and at its end. @returns the work */
  during<T>(work: Promise<T>): Promise<T> {
    this.touch()
    return work.finally(() => this.touch())
  }
}
