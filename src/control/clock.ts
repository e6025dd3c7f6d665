import type { Clock, ClockMode } from '../engine/clock.ts'
import { formatInstant, parseInstant } from '../engine/instant.ts'
import { parseDuration } from '../lib/duration.ts'

/** What a sandbox's clock says. */
export interface ClockState {
  /** The instant it is, ISO 8601 with milliseconds. */
  readonly now: string
  readonly mode: ClockMode
}

/** The clock of one sandbox, for programs. */
export interface ClockControl {
  /** What it says. */
  show(): Promise<ClockState>
  /** Moves it forward by a duration (`1h`, `250ms`, `PT1H`). @throws InputError */
  advance(by: string): Promise<ClockState>
  /** Moves it to an ISO 8601 date-time; it goes on in the mode it is in. @throws InputError */
  set(at: string): Promise<ClockState>
  /** Stops it at the instant it is. */
  freeze(): Promise<ClockState>
  /** Lets it go on from the instant it is. */
  run(): Promise<ClockState>
}

/** The control of a clock in this process. @param current the clock of the sandbox as it is now */
export function createClockControl(current: () => Clock): ClockControl {
  const show = async (): Promise<ClockState> => {
    const clock = current()
    return { now: formatInstant(clock.now(), 'milliseconds'), mode: clock.mode }
  }
  return {
    show,
    advance: async (by) => {
      current().advance(parseDuration(by, 'advance'))
      return show()
    },
    set: async (at) => {
      current().set(parseInstant(at, 'set'))
      return show()
    },
    freeze: async () => {
      current().switchTo('frozen')
      return show()
    },
    run: async () => {
      current().switchTo('real')
      return show()
    },
  }
}
