import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { nodeTime } from './node-time.ts'

const clockModes = ['real', 'frozen'] as const

/** A real clock moves by itself; a frozen one moves only when a client moves it. */
export type ClockMode = (typeof clockModes)[number]

/** A change of a clock; omitted fields stay. */
export interface ClockChange {
  readonly mode?: ClockMode | undefined
  readonly nowMs?: number | undefined
  /** Seconds that pass in one second of the wall clock. */
  readonly rate?: number | undefined
}

/** The start of a clock: by default the current time, at the rate 1. */
export interface ClockStart extends ClockChange {
  readonly mode: ClockMode
}

/** 9900-01-01T00:00:00Z: an instant a hundred years later still has a year of four digits. */
const endMs = 250_246_627_200_000

/** The fastest rate: a day in each second. */
const maxRate = 86_400

const timePhrase = 'a time from 1970 to 9899'
const ratePhrase = `a number above 0, at most ${maxRate}`

const isShown = (nowMs: number): boolean => nowMs >= 0 && nowMs < endMs
const isRate = (rate: number): boolean => rate > 0 && rate <= maxRate

/** The state of a clock in a snapshot: a real clock continues from its instant. */
export const clockState = z.lazy(() =>
  z.strictObject({
    nowMs: z.int().check(z.refine(isShown, { error: timePhrase })),
    mode: z.enum(clockModes),
    rate: z.number().check(z.refine(isRate, { error: ratePhrase })),
  }),
)

/** @throws InputError for an instant that no clock can show */
function requireShown(nowMs: number, { field, value }: ClockInput): number {
  if (isShown(nowMs)) return nowMs
  throw new InputError(`expected ${timePhrase}, got ${quote(value)}`, { field })
}

/** The input that sets a clock, for error messages. */
export interface ClockInput {
  readonly field: string
  readonly value: unknown
}

/** The only source of time of a sandbox, in Unix milliseconds. */
export class Clock {
  #mode: ClockMode
  #rate: number
  /** The instants of this clock and of the wall clock at the last change. */
  #setMs: number
  #wallMs: number
  #alarm: { readonly atMs: number; readonly ring: () => void } | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param wallMs the wall clock at its start (now). @throws InputError for an instant outside the years 1970 to 9899 */
  constructor(start: ClockStart, wallMs = Date.now()) {
    // A wall clock that was set back since then does not move this clock back.
    this.#wallMs = Math.min(wallMs, Date.now())
    const nowMs = start.nowMs ?? wallMs
    this.#setMs = requireShown(nowMs, { field: 'clock', value: nowMs })
    this.#mode = start.mode
    this.#rate = start.rate ?? 1
  }

  get state(): z.infer<typeof clockState> {
    return { nowMs: this.now(), mode: this.#mode, rate: this.#rate }
  }

  get mode(): ClockMode {
    return this.#mode
  }

  /** Seconds that pass in one second of the wall clock while the clock is real. */
  get rate(): number {
    return this.#rate
  }

  now(): number {
    if (this.#mode === 'frozen') return this.#setMs
    const passedMs = Date.now() - this.#wallMs
    return Math.min(endMs - 1, this.#setMs + Math.floor(passedMs * this.#rate))
  }

  /** Checks a change without making it. @throws InputError as `change` does */
  check(
    { nowMs = this.now(), rate = this.#rate }: ClockChange,
    written: ClockInput = { field: 'clock', value: nowMs },
  ) {
    if (!isRate(rate)) throw new InputError(`expected ${ratePhrase}, got ${quote(rate)}`, { field: 'rate' })
    requireShown(nowMs, written)
  }

  /** Sets the only alarm: it rings once, when a real clock reaches the instant. */
  alarm(atMs: number, ring: () => void = () => {}): void {
    this.#alarm = Number.isFinite(atMs) ? { atMs, ring } : undefined
    this.#arm()
  }

  #arm(): void {
    nodeTime.clearTimeout(this.#timer)
    const alarm = this.#alarm
    if (alarm === undefined || this.#mode === 'frozen') return
    const leftMs = Math.max(0, Math.ceil((alarm.atMs - this.now()) / this.#rate))
    // The timer does not keep the process alive.
    this.#timer = nodeTime.setTimeout(() => this.#ring(), Math.min(leftMs, maxTimerMs)).unref()
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
   * Changes instant, mode and rate at once.
   * @throws InputError for an instant outside the years 1970 to 9899, or a rate that is not above 0 and at most 86,400; then nothing changes
   */
  change(change: ClockChange, written?: ClockInput): void {
    this.check(change, written)
    const { mode = this.#mode, nowMs = this.now(), rate = this.#rate } = change
    this.#setMs = nowMs
    this.#wallMs = Date.now()
    this.#mode = mode
    this.#rate = rate
    this.#arm()
  }
}

const maxTimerMs = 2_147_483_647

/**
 * Waits in real time, independent of any sandbox's clock, which no sandbox's clock controls.
 * @param ms at most 24 days; infinity waits for the signal, or 24 days
 * @param signal cancels the wait (none)
 * @throws the reason of the signal once it is aborted
 */
export function waitOnWall(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.reject(signal.reason)
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      nodeTime.clearTimeout(timer)
      reject(signal?.reason)
    }
    const end = (): void => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    const timer = nodeTime.setTimeout(end, Math.min(ms, maxTimerMs))
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Repeats a task by the wall clock until the signal is aborted, without keeping the process alive. */
export function repeatOnWall(everyMs: number, signal: AbortSignal, task: () => void): void {
  if (signal.aborted) return
  const timer = nodeTime.setInterval(task, everyMs).unref()
  signal.addEventListener('abort', () => nodeTime.clearInterval(timer), { once: true })
}

/** The instant of the wall clock, for signatures, and for when a sandbox was last used or saved. */
export function wallNow(): number {
  return Date.now()
}

/** Monotonic milliseconds, for durations. */
export function steadyNow(): number {
  return nodeTime.performance.now()
}

/** Runs a task in a later turn of the event loop. */
export function later(task: () => void): void {
  nodeTime.setImmediate(task)
}
