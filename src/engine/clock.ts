import { InputError } from '../lib/input-error.ts'

/** How a clock moves: with the wall clock, or only when it is told to. */
export type ClockMode = 'real' | 'frozen'

/** Where a clock starts. */
export interface ClockStart {
  readonly mode: ClockMode
  /** Unix time in milliseconds (the wall clock's when left out). */
  readonly nowMs?: number
}

/** 9900-01-01T00:00:00Z: what lies a hundred years ahead still has a year of four digits. */
const endMs = 250_246_627_200_000

function bounded(nowMs: number): number {
  if (nowMs >= 0 && nowMs < endMs) return nowMs
  throw new InputError('clock: expected a time from 1970 to 9899')
}

/** The one source of time of a sandbox, in Unix milliseconds. */
export class Clock {
  #mode: ClockMode
  /** Frozen: the instant itself. Real: what is added to the wall clock. */
  #base: number

  /** @throws InputError for an instant outside the years 1970 to 9899 */
  constructor(start: ClockStart) {
    const wall = Date.now()
    const nowMs = bounded(start.nowMs ?? wall)
    this.#mode = start.mode
    this.#base = start.mode === 'frozen' ? nowMs : nowMs - wall
  }

  /** Whether the clock moves by itself. */
  get mode(): ClockMode {
    return this.#mode
  }

  /** The instant it is, in Unix milliseconds. */
  now(): number {
    return this.#mode === 'frozen' ? this.#base : Date.now() + this.#base
  }

  /** Moves the clock to an instant; it goes on in the mode it is in. @throws InputError for one outside the years 1970 to 9899 */
  set(nowMs: number): void {
    this.#base = bounded(nowMs) - (this.#mode === 'frozen' ? 0 : Date.now())
  }

  /** Moves the clock forward. @throws InputError for an instant outside the years 1970 to 9899 */
  advance(byMs: number): void {
    this.set(this.now() + byMs)
  }

  /** Stops the clock at the instant it is, or lets it go on from there. */
  switchTo(mode: ClockMode): void {
    const now = this.now()
    this.#mode = mode
    this.set(now)
  }
}
