import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { defineSnapshotPart } from '../lib/snapshot-part.ts'

/** How a clock moves: by itself, or only when it is told to. */
export type ClockMode = 'real' | 'frozen'

/** Where a clock starts. */
export interface ClockStart {
  readonly mode: ClockMode
  /** Unix time in milliseconds (the wall clock's when left out). */
  readonly nowMs?: number
}

/** What rings when a clock shows an instant. */
interface Alarm {
  readonly atMs: number
  readonly ring: () => void
}

/** What is to change of a clock; what is left out stays. */
export interface ClockChange {
  readonly mode?: ClockMode | undefined
  /** Unix time in milliseconds. */
  readonly nowMs?: number | undefined
  /** Seconds that pass in one second of the wall clock. */
  readonly rate?: number | undefined
}

/** 9900-01-01T00:00:00Z: what lies a hundred years ahead still has a year of four digits. */
const endMs = 250_246_627_200_000

/** The fastest that a clock runs: a day in each second. */
const maxRate = 86_400

/**
 * Holds an instant to what a clock can show.
 * @param written what was written, and where, for the message
 * @throws InputError for one outside the years 1970 to 9899
 */
function bounded(nowMs: number, { field, value }: Written): number {
  if (nowMs >= 0 && nowMs < endMs) return nowMs
  throw new InputError(`expected a time from 1970 to 9899, got ${quote(value)}`, { field })
}

/** What somebody wrote that a clock is set by. */
export interface Written {
  readonly field: string
  readonly value: unknown
}

/** The one source of time of a sandbox, in Unix milliseconds. */
export class Clock {
  #mode: ClockMode
  #rate = 1
  /** The instant that the clock showed when it was last changed, and the wall clock then. */
  #setMs: number
  #wallMs: number
  #alarm: Alarm | undefined
  #timer: NodeJS.Timeout | undefined

  /** @throws InputError for an instant outside the years 1970 to 9899 */
  constructor(start: ClockStart) {
    this.#wallMs = Date.now()
    const nowMs = start.nowMs ?? this.#wallMs
    this.#setMs = bounded(nowMs, { field: 'clock', value: nowMs })
    this.#mode = start.mode
  }

  /** Whether the clock moves by itself. */
  get mode(): ClockMode {
    return this.#mode
  }

  /** Seconds that pass in one second of the wall clock, while the clock moves by itself (1). */
  get rate(): number {
    return this.#rate
  }

  /** The instant it is, in Unix milliseconds. */
  now(): number {
    if (this.#mode === 'frozen') return this.#setMs
    const passedMs = Date.now() - this.#wallMs
    return Math.min(endMs - 1, this.#setMs + Math.floor(passedMs * this.#rate))
  }

  /** Holds a change to what a clock can show. @throws InputError as `change` does */
  check(
    { nowMs = this.now(), rate = this.#rate }: ClockChange,
    written: Written = { field: 'clock', value: nowMs },
  ): void {
    if (!(rate > 0 && rate <= maxRate)) {
      throw new InputError(`expected a number above 0, at most ${maxRate}, got ${quote(rate)}`, { field: 'rate' })
    }
    bounded(nowMs, written)
  }

  /** Rings once, when the clock shows an instant by itself; a frozen one never does. There is one alarm, which the next call replaces. */
  alarm(atMs: number | undefined, ring: () => void = () => {}): void {
    this.#alarm = atMs === undefined ? undefined : { atMs, ring }
    this.#arm()
  }

  #arm(): void {
    clearTimeout(this.#timer)
    const alarm = this.#alarm
    if (alarm === undefined || this.#mode === 'frozen') return
    const leftMs = Math.max(0, Math.ceil((alarm.atMs - this.now()) / this.#rate))
    // It keeps no process alive: whoever waits for what it does, does.
    this.#timer = setTimeout(() => this.#ring(), Math.min(leftMs, longestTimerMs)).unref()
  }

  #ring(): void {
    const alarm = this.#alarm
    if (alarm === undefined || this.now() < alarm.atMs) {
      this.#arm()
      return
    }
    this.#alarm = undefined
    alarm.ring()
  }

  /**
   * Changes instant, mode and rate at once; without an instant the clock goes on from where it is.
   * @param written where the instant comes from, for the message
   * @throws InputError for an instant outside the years 1970 to 9899 or a rate that is not above 0 and at most 86,400; then nothing changes
   */
  change(change: ClockChange, written?: Written): void {
    this.check(change, written)
    const { mode = this.#mode, nowMs = this.now(), rate = this.#rate } = change
    this.#setMs = nowMs
    this.#wallMs = Date.now()
    this.#mode = mode
    this.#rate = rate
    this.#arm()
  }
}

/** Keeps what a clock says: a running one goes on from there. */
export const clockKeeper = defineSnapshotPart(
  z.strictObject({ nowMs: z.int(), mode: z.enum(['real', 'frozen']), rate: z.number() }),
  (clock: Clock) => ({ nowMs: clock.now(), mode: clock.mode, rate: clock.rate }),
  (clock, saved) => clock.change(saved, { field: 'nowMs', value: saved.nowMs }),
)

/** The longest that one timer of Node waits. */
const longestTimerMs = 2_147_483_647

/**
 * Waits by the wall clock: for what a client sees on the wire, which no sandbox's clock moves.
 * @param ms infinity waits for the signal alone
 * @throws the signal's reason once it is aborted
 */
export async function waitOnWall(ms: number, signal: AbortSignal): Promise<void> {
  let leftMs = ms
  while (leftMs > 0) {
    const stepMs = Math.min(leftMs, longestTimerMs)
    await waitOnce(stepMs, signal)
    leftMs -= stepMs
  }
}

function waitOnce(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

/** Does something again and again by the wall clock, until the signal is aborted; it keeps no process alive. */
export function repeatOnWall(everyMs: number, given: AbortSignal, task: () => void): void {
  if (given.aborted) return
  const timer = setInterval(task, everyMs).unref()
  given.addEventListener('abort', () => clearInterval(timer), { once: true })
}

/** The instant of the wall clock: for what proves to others that a message is fresh, for how long nobody used a sandbox, and for nothing else. */
export function wallNow(): number {
  return Date.now()
}

/** Does something in a later turn of the event loop. */
export function later(task: () => void): void {
  setImmediate(task)
}

/** Waits for a later turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise(later)
}
