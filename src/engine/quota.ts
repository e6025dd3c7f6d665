import type { Choice } from '../assumptions/register.ts'
import { InputError } from '../lib/input-error.ts'
import { rateWindowMs } from '../spec/limits.ts'

/** Counts the requests of one owner in the window of an hour (§8). Instants in Unix milliseconds. */
export interface Meter {
  /** How many count at an instant. */
  used(nowMs: number): number
  /** Counts one more. */
  add(nowMs: number): void
  /** When the window resets: for a sliding one, when the oldest counted request leaves it. On a whole second. */
  resetMs(nowMs: number): number
  /** Says how many count, in a window that is open and resets at an instant (when a new one would). */
  arrange(used: number, nowMs: number, resetMs?: number): void
}

const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000

/** The whole second that a window ends at: not after it is full, so that an hour on the clock is always enough. */
function endOf(nowMs: number, lengthMs: number): number {
  const endMs = wholeSecond(nowMs + lengthMs)
  return endMs > nowMs ? endMs : endMs + 1000
}

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

  arrange(used: number, nowMs: number, resetMs = this.#endOfNew(nowMs)): void {
    this.#startMs = nowMs
    this.#endMs = resetMs
    this.#used = used
  }

  #endOfNew(nowMs: number): number {
    if (!this.#onTheHour) return endOf(nowMs, rateWindowMs)
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

  arrange(used: number, nowMs: number, resetMs = endOf(nowMs, rateWindowMs)): void {
    this.#counts.clear()
    if (used > 0) this.#counts.set(resetMs - rateWindowMs, used)
    this.#newest = wholeSecond(nowMs)
    this.#used = used
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

/** What is said of quotas beforehand. */
export interface QuotaSetting {
  /** Requests an hour, for every owner (what the key or the register says). */
  readonly limit?: number | undefined
  /** Requests that remain in the window that is open (all). */
  readonly remaining?: number | undefined
  /** Until the window that is open resets, at most an hour (as for a new window). */
  readonly resetsInMs?: number | undefined
}

/** The hourly quotas of a sandbox, a meter for each owner (a key, the account, whoever has no key). */
export class Quotas {
  readonly #meters = new Map<string, Meter>()
  readonly #limits = new Map<string, number>()
  readonly #setting: QuotaSetting
  readonly #sinceMs: number

  /** @param setting what holds for every meter from `sinceMs` on, in Unix milliseconds */
  constructor(setting: QuotaSetting = {}, sinceMs = 0) {
    this.#setting = setting
    this.#sinceMs = sinceMs
  }

  /** The limit of an owner where it is set here; undefined where key or register say it. */
  limit(owner: string): number | undefined {
    return this.#limits.get(owner) ?? this.#setting.limit
  }

  /** The meter of an owner, for a way of laying the window. @param limit asked only for a meter that is new and does not start at 0 */
  meter(owner: string, window: Choice<'rateWindow'>, limit: () => number): Meter {
    const name = `${window} ${owner}`
    let meter = this.#meters.get(name)
    if (meter === undefined) {
      meter = window === 'sliding' ? new SlidingMeter() : new FixedMeter(window === 'clock_hour')
      arrange(meter, this.#setting, limit, this.#sinceMs)
      this.#meters.set(name, meter)
    }
    return meter
  }

  /**
   * Sets what is given of the quota of one owner; the rest stays.
   * @throws InputError for a reset of a sliding window in which nothing counts; then nothing changes
   */
  set(owner: string, window: Choice<'rateWindow'>, usual: () => number, setting: QuotaSetting, nowMs: number): void {
    const { limit = this.limit(owner) ?? usual(), remaining, resetsInMs } = setting
    const meter = this.meter(owner, window, () => limit)
    const used = remaining === undefined ? meter.used(nowMs) : Math.max(0, limit - remaining)
    if (window === 'sliding' && used === 0 && resetsInMs !== undefined) {
      throw new InputError('resetsIn: expected something to reset; nothing counts in this sliding window')
    }
    if (setting.limit !== undefined) this.#limits.set(owner, limit)
    if (remaining === undefined && resetsInMs === undefined) return
    meter.arrange(used, nowMs, resetsInMs === undefined ? meter.resetMs(nowMs) : endOf(nowMs, resetsInMs))
  }
}

function arrange(meter: Meter, { remaining, resetsInMs }: QuotaSetting, limit: () => number, sinceMs: number): void {
  if (remaining === undefined && resetsInMs === undefined) return
  const used = remaining === undefined ? 0 : Math.max(0, limit() - remaining)
  meter.arrange(used, sinceMs, resetsInMs === undefined ? undefined : endOf(sinceMs, resetsInMs))
}
