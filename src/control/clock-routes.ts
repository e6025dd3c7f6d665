import type * as z from 'zod/mini'

import type { Clock } from '../engine/clock.ts'
import { formatInstant, parseInstant } from '../engine/instant.ts'
import { parseDuration } from '../lib/duration.ts'
import { defineBodyRoute, defineRoute } from './route.ts'
import { clockAdvance, clockChange, clockShape } from './shapes.ts'

/** What a clock says. */
export function toClock(clock: Clock): z.infer<typeof clockShape> {
  return { now: formatInstant(clock.now(), 'milliseconds'), mode: clock.mode, rate: clock.rate }
}

/** The clock of a sandbox. State follows from the instant, so whatever came due has happened, in order, once the instant is set. */
export const clockRoutes = [
  defineRoute({
    id: 'showClock',
    method: 'GET',
    path: '/clock',
    summary: 'what the clock says',
    answer: clockShape,
    handle: ({ sandbox }) => toClock(sandbox.clock),
  }),
  defineBodyRoute({
    id: 'changeClock',
    method: 'PATCH',
    path: '/clock',
    summary: 'changes instant, mode and rate',
    body: clockChange,
    answer: clockShape,
    handle: ({ sandbox: { clock }, body: { now, mode, rate } }) => {
      const nowMs = now === undefined ? undefined : parseInstant(now, 'now')
      clock.change({ nowMs, mode, rate }, { field: 'now', value: now })
      return toClock(clock)
    },
  }),
  defineBodyRoute({
    id: 'advanceClock',
    method: 'POST',
    path: '/clock/advance',
    summary: 'moves the clock forward by a duration',
    body: clockAdvance,
    answer: clockShape,
    handle: ({ sandbox: { clock }, body: { by } }) => {
      clock.advance(parseDuration(by, 'by'), { field: 'by', value: by })
      return toClock(clock)
    },
  }),
]
