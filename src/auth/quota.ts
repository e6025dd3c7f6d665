import * as z from 'zod/mini'

import { type Choice, register } from '../assumptions/register.ts'
import { InputError } from '../lib/input-error.ts'
import { keysOf } from '../lib/keys-of.ts'
import { requireDistinct } from '../lib/snapshot-part.ts'
import { rateWindowMs } from '../spec/limits.ts'
import { keptInstant } from '../time/instant.ts'

const count = z.int().check(z.gte(0))

/** A meter in a snapshot, without whose it is. */
const keptMeter = z.union([
  z.strictObject({ startMs: keptInstant, endMs: keptInstant, used: count }),
  z.strictObject({
    seconds: z.array(z.tuple([keptInstant, z.int().check(z.gte(1))])),
    newestMs: z.nullable(keptInstant),
  }),
])

type KeptMeter = z.infer<typeof keptMeter>

/** Quotas in a snapshot. */
export const keptQuotas = z.strictObject({
  /** When what is said of them beforehand began to hold. */
  sinceMs: keptInstant,
  limits: z.array(z.tuple([z.string(), z.int().check(z.gte(1))])),
  meters: z.array(
    z.strictObject({ window: z.enum(keysOf(register.rateWindow.options)), owner: z.string(), meter: keptMeter }),
  ),
})

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
  /** What it counted. */
  save(): KeptMeter
  /** Takes what was saved. @throws InputError for that of another kind of window */
  load(saved: KeptMeter): void
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

  save(): KeptMeter {
    return { startMs: this.#startMs, endMs: this.#endMs, used: this.#used }
  }

  load(saved: KeptMeter): void {
    if (!('used' in saved)) throw new InputError('meters: expected a window with a beginning and an end, got seconds')
    this.#startMs = saved.startMs
    this.#endMs = saved.endMs
    this.#used = saved.used
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

  save(): KeptMeter {
    // JSON has no infinity.
    return { seconds: [...this.#counts], newestMs: Number.isFinite(this.#newest) ? this.#newest : null }
  }

  load(saved: KeptMeter): void {
    if (!('seconds' in saved)) throw new InputError('meters: expected the seconds of a sliding window, got another')
    for (const [second, used] of saved.seconds) {
      this.#counts.set(second, used)
      this.#used += used
    }
    this.#newest = saved.newestMs ?? Number.NEGATIVE_INFINITY
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

type Window = Choice<'rateWindow'>

const hasCounted = (meter: KeptMeter): boolean => ('used' in meter ? meter.endMs > 0 : meter.seconds.length > 0)

const isPlain = ({ remaining, resetsInMs }: QuotaSetting): boolean =>
  remaining === undefined && resetsInMs === undefined

const createMeter = (window: Window): Meter =>
  window === 'sliding' ? new SlidingMeter() : new FixedMeter(window === 'clock_hour')

const nameOf = (window: Window, owner: string): string => `${window} ${owner}`

/** The hourly quotas of a sandbox, a meter for each owner (a key, the account, whoever has no key). */
export class Quotas {
  readonly #meters = new Map<string, { readonly owner: string; readonly window: Window; readonly meter: Meter }>()
  readonly #limits = new Map<string, number>()
  readonly #setting: QuotaSetting
  #sinceMs: number

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
  meter(owner: string, window: Window, limit: () => number): Meter {
    const known = this.#meters.get(nameOf(window, owner))
    return known?.meter ?? this.#keep(owner, window, this.#arranged(window, limit))
  }

  /** The same to look at: what is done to it changes nothing here. */
  look(owner: string, window: Window, limit: () => number): Meter {
    const known = this.#meters.get(nameOf(window, owner))
    if (known === undefined) return this.#arranged(window, limit)
    const copy = createMeter(window)
    copy.load(known.meter.save())
    return copy
  }

  #arranged(window: Window, limit: () => number): Meter {
    const meter = createMeter(window)
    arrange(meter, this.#setting, limit, this.#sinceMs)
    return meter
  }

  #keep(owner: string, window: Window, meter: Meter): Meter {
    this.#meters.set(nameOf(window, owner), { owner, window, meter })
    return meter
  }

  /** What counts, and the limits that were set. */
  save(): z.input<typeof keptQuotas> {
    const all = [...this.#meters.values()].map(({ owner, window, meter }) => ({ window, owner, meter: meter.save() }))
    // One that counted nothing is as good as new, unless what is said of it beforehand has been done.
    const meters = isPlain(this.#setting) ? all.filter(({ meter }) => hasCounted(meter)) : all
    return { sinceMs: this.#sinceMs, limits: [...this.#limits], meters }
  }

  /** Takes what was saved, where nothing counts yet. @throws InputError */
  load({ sinceMs, limits, meters }: z.infer<typeof keptQuotas>): void {
    requireDistinct(meters, ({ window, owner }) => nameOf(window, owner), 'meters')
    this.#sinceMs = sinceMs
    for (const [owner, limit] of limits) this.#limits.set(owner, limit)
    for (const { window, owner, meter } of meters) this.#keep(owner, window, createMeter(window)).load(meter)
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

function arrange(meter: Meter, setting: QuotaSetting, limit: () => number, sinceMs: number): void {
  if (isPlain(setting)) return
  const { remaining, resetsInMs } = setting
  const used = remaining === undefined ? 0 : Math.max(0, limit() - remaining)
  meter.arrange(used, sinceMs, resetsInMs === undefined ? undefined : endOf(sinceMs, resetsInMs))
}
