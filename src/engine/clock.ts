import { InputError } from '../lib/input-error.ts'

/** How a clock moves: with the wall clock, or only when it is told to. */
export type ClockMode = 'real' | 'frozen'

/** Where a clock starts. */
export interface ClockStart {
  readonly mode: ClockMode
  /** Unix time in milliseconds (the wall clock's when left out). */
  readonly nowMs?: number
}

/** 9999-12-31T23:59:59Z. */
const lastMs = 253_402_300_799_000

/** The one source of time of a sandbox, in Unix milliseconds. */
export class Clock {
  #mode: ClockMode
  /** Frozen: the instant itself. Real: what is added to the wall clock. */
  #base: number

  constructor(start: ClockStart) {
    const wall = Date.now()
    this.#mode = start.mode
    this.#base = start.mode === 'frozen' ? (start.nowMs ?? wall) : (start.nowMs ?? wall) - wall
  }

  /** Whether the clock moves by itself. */
  get mode(): ClockMode {
    return this.#mode
  }

  /** The instant it is, in Unix milliseconds. */
  now(): number {
    return this.#mode === 'frozen' ? this.#base : Date.now() + this.#base
  }

  /** Moves the clock to an instant; it goes on in the mode it is in. */
  set(nowMs: number): void {
    this.#base = this.#mode === 'frozen' ? nowMs : nowMs - Date.now()
  }

  /** Moves the clock forward. @throws InputError past the year 9999, the last that a date-time of four digits can name */
  advance(byMs: number): void {
    if (this.now() + byMs > lastMs) throw new InputError('advance: expected a time before the year 10000')
    this.#base += byMs
  }

  /** Stops the clock at the instant it is, or lets it go on from there. */
  switchTo(mode: ClockMode): void {
    const now = this.now()
    this.#mode = mode
    this.set(now)
  }
}
