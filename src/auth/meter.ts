import * as z from 'zod/mini'

import type { Choice } from '../assumptions/register.ts'
import { rateWindowMs } from '../spec/limits.ts'
import { keptInstant } from '../time/instant.ts'

export type Window = Choice<'rateWindow'>

const count = z.int().check(z.gte(0))

const isAscending = (seconds: readonly (readonly [ms: number, requests: number])[]): boolean =>
  seconds.every(([ms], at) => at === 0 || ms > (seconds[at - 1]?.[0] ?? ms))

/** A meter of one owner in a snapshot, by the kind of its window. */
export const meterState = z.lazy(() =>
  z.discriminatedUnion('window', [
    z.strictObject({
      window: z.enum(['first_request', 'clock_hour']),
      owner: z.string(),
      startMs: keptInstant,
      endMs: keptInstant,
      used: count,
    }),
    z.strictObject({
      window: z.literal('sliding'),
      owner: z.string(),
      seconds: z
        .array(z.tuple([keptInstant, z.int().check(z.gte(1))]))
        .check(z.refine(isAscending, { error: 'seconds in ascending order, each once' })),
    }),
  ]),
)

export type MeterState = z.infer<typeof meterState>

/** The requests of one owner in an hour (§8). Instants in Unix milliseconds. */
export interface Meter {
  readonly state: MeterState
  used(nowMs: number): number
  add(nowMs: number): void
  /** When the window resets, on a whole second; a sliding window resets when its oldest request leaves it. */
  resetMs(nowMs: number): number
  /** Opens a window with a number of requests. @param resetMs when it resets (when a new window would) */
  set(used: number, nowMs: number, resetMs?: number): void
}

/** True if a meter has ever counted. */
export const hasCounted = (state: MeterState): boolean =>
  state.window === 'sliding' ? state.seconds.length > 0 : state.endMs > 0

const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000

/** The whole second at which a window ends. It never lies after the full length, so that an hour on the clock is always enough. */
export function endOf(nowMs: number, lengthMs: number): number {
  const endMs = wholeSecond(nowMs + lengthMs)
  return endMs > nowMs ? endMs : endMs + 1000
}

type FixedState = Extract<MeterState, { used: number }>

/** A window that starts with a request or with the hour. It ends an hour later, or when the clock is set back before it. */
class FixedMeter implements Meter {
  #state: FixedState

  constructor(state: FixedState) {
    this.#state = { ...state }
  }

  get state(): FixedState {
    return { ...this.#state }
  }

  used(nowMs: number): number {
    return this.#isOpen(nowMs) ? this.#state.used : 0
  }

  add(nowMs: number): void {
    if (!this.#isOpen(nowMs)) {
      const endMs = this.#endOfNew(nowMs)
      const startMs = this.#isOnTheHour ? endMs - rateWindowMs : nowMs
      this.#state = { ...this.#state, startMs, endMs, used: 0 }
    }
    this.#state.used += 1
  }

  resetMs(nowMs: number): number {
    return this.#isOpen(nowMs) ? this.#state.endMs : this.#endOfNew(nowMs)
  }

  set(used: number, nowMs: number, resetMs = this.#endOfNew(nowMs)): void {
    this.#state = { ...this.#state, startMs: nowMs, endMs: resetMs, used }
  }

  get #isOnTheHour(): boolean {
    return this.#state.window === 'clock_hour'
  }

  #endOfNew(nowMs: number): number {
    if (!this.#isOnTheHour) return endOf(nowMs, rateWindowMs)
    return (Math.floor(nowMs / rateWindowMs) + 1) * rateWindowMs
  }

  #isOpen(nowMs: number): boolean {
    return nowMs >= this.#state.startMs && nowMs < this.#state.endMs
  }
}

type SlidingState = Extract<MeterState, { window: 'sliding' }>

/** The hour before every instant, as a count for each second: its size is bounded, however many requests come. */
class SlidingMeter implements Meter {
  readonly #owner: string
  #seconds: [ms: number, requests: number][]
  #used: number

  constructor({ owner, seconds }: SlidingState) {
    this.#owner = owner
    this.#seconds = seconds.map(([ms, requests]) => [ms, requests])
    this.#used = seconds.reduce((sum, [, requests]) => sum + requests, 0)
  }

  get state(): SlidingState {
    return {
      window: 'sliding',
      owner: this.#owner,
      seconds: this.#seconds.map(([ms, requests]) => [ms, requests]),
    }
  }

  used(nowMs: number): number {
    this.#forget(nowMs)
    return this.#used
  }

  add(nowMs: number): void {
    this.#forget(nowMs)
    const second = wholeSecond(nowMs)
    const newest = this.#seconds.at(-1)
    if (newest?.[0] === second) newest[1] += 1
    else this.#seconds.push([second, 1])
    this.#used += 1
  }

  resetMs(nowMs: number): number {
    this.#forget(nowMs)
    return (this.#seconds[0]?.[0] ?? wholeSecond(nowMs)) + rateWindowMs
  }

  set(used: number, nowMs: number, resetMs = endOf(nowMs, rateWindowMs)): void {
    this.#seconds = used > 0 ? [[resetMs - rateWindowMs, used]] : []
    this.#used = used
  }

  /** Drops the requests that have left the window, and those that lie in the future since the clock was set back. */
  #forget(nowMs: number): void {
    const second = wholeSecond(nowMs)
    const isIn = ([ms]: readonly [ms: number, requests: number]): boolean => ms + rateWindowMs > nowMs && ms <= second
    const [oldest, newest] = [this.#seconds[0], this.#seconds.at(-1)]
    if (oldest === undefined || newest === undefined || (isIn(oldest) && isIn(newest))) return
    this.#seconds = this.#seconds.filter(isIn)
    this.#used = this.#seconds.reduce((sum, [, requests]) => sum + requests, 0)
  }
}

export const openMeter = (state: MeterState): Meter =>
  state.window === 'sliding' ? new SlidingMeter(state) : new FixedMeter(state)

export const newMeter = (window: Window, owner: string): Meter =>
  openMeter(window === 'sliding' ? { window, owner, seconds: [] } : { window, owner, startMs: 0, endMs: 0, used: 0 })
