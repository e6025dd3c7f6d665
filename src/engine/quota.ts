import type { Choice } from '../assumptions/register.ts'
import { rateWindowMs } from '../spec/limits.ts'
import { definePart } from './sandbox.ts'

/** Counts the requests of one owner in the window of an hour (§8). Instants in Unix milliseconds. */
export interface Meter {
  /** How many count at an instant. */
  used(nowMs: number): number
  /** Counts one more. */
  add(nowMs: number): void
  /** When the window resets: for a sliding one, when the oldest counted request leaves it. On a whole second. */
  resetMs(nowMs: number): number
}

const wholeSecond = (ms: number): number => Math.ceil(ms / 1000) * 1000

/** A window that starts with a request or with the hour, and ends an hour later; a clock that is set back starts another. */
class FixedMeter implements Meter {
  readonly #onTheHour: boolean
  #startMs = 0
  #endMs = 0
  #used = 0

  constructor(onTheHour: boolean) {
    this.#onTheHour = onTheHour
  }

  used(nowMs: number): number {
    return this.#isOpen(nowMs) ? this.#used : 0
  }

  add(nowMs: number): void {
    if (!this.#isOpen(nowMs)) {
      const endMs = this.#endOfNew(nowMs)
      this.#startMs = this.#onTheHour ? endMs - rateWindowMs : nowMs
      this.#endMs = endMs
      this.#used = 0
    }
    this.#used += 1
  }

  resetMs(nowMs: number): number {
    return this.#isOpen(nowMs) ? this.#endMs : this.#endOfNew(nowMs)
  }

  #endOfNew(nowMs: number): number {
    if (!this.#onTheHour) return wholeSecond(nowMs + rateWindowMs)
    return (Math.floor(nowMs / rateWindowMs) + 1) * rateWindowMs
  }

  #isOpen(nowMs: number): boolean {
    return nowMs >= this.#startMs && nowMs < this.#endMs
  }
}

/** The hour before every instant, kept as a count for each second: bounded, whatever the traffic. */
class SlidingMeter implements Meter {
  /** Oldest first. */
  readonly #counts = new Map<number, number>()
  #newest = Number.NEGATIVE_INFINITY
  #used = 0

  used(nowMs: number): number {
    this.#forget(nowMs)
    return this.#used
  }

  add(nowMs: number): void {
    this.#forget(nowMs)
    const second = wholeSecond(nowMs)
    this.#counts.set(second, (this.#counts.get(second) ?? 0) + 1)
    this.#newest = second
    this.#used += 1
  }

  resetMs(nowMs: number): number {
    this.#forget(nowMs)
    const [oldest] = this.#counts.keys()
    return (oldest ?? wholeSecond(nowMs)) + rateWindowMs
  }

  #forget(nowMs: number): void {
    const second = wholeSecond(nowMs)
    // Where the clock was set back, what it then had not counted yet is not used.
    const wasSetBack = this.#newest > second
    for (const [counted, count] of this.#counts) {
      const isPast = counted + rateWindowMs <= nowMs
      if (!isPast && !wasSetBack) break
      if (isPast || counted > second) {
        this.#counts.delete(counted)
        this.#used -= count
      }
    }
    this.#newest = Math.min(this.#newest, second)
  }
}

/** The hourly quotas of a sandbox, a meter for each owner (a key, the account, whoever has no key). */
class Quotas {
  readonly #meters = new Map<string, Meter>()

  /** The meter of an owner, for a way of laying the window. */
  meter(owner: string, window: Choice<'rateWindow'>): Meter {
    const name = `${window} ${owner}`
    let meter = this.#meters.get(name)
    if (meter === undefined) {
      meter = window === 'sliding' ? new SlidingMeter() : new FixedMeter(window === 'clock_hour')
      this.#meters.set(name, meter)
    }
    return meter
  }
}

/** The quotas of each sandbox. */
export const quotas = definePart(() => new Quotas())
