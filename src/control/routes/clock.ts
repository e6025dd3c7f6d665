import type * as z from 'zod/mini'

import type { Clock } from '../../time/clock.ts'
import { parseDuration } from '../../time/duration.ts'
import { formatInstant, parseInstant } from '../../time/instant.ts'
import { defineBodyRoute, defineRoute } from '../route.ts'
import { clockAdvance, clockChange, clockSchema } from '../schemas.ts'

/** What a clock says. @param nowMs the instant that it shows */
export function toClock(clock: Clock, nowMs = clock.now()): z.infer<typeof clockSchema> {
  return { now: formatInstant(nowMs, 'milliseconds'), mode: clock.mode, rate: clock.rate }
}

/** The clock of a sandbox. What comes due on the way to an instant is done in order before the answer. */
export const clockRoutes = [
  defineRoute({
    id: 'showClock',
    method: 'GET',
    path: '/clock',
    summary: 'what the clock says',
    answer: clockSchema,
    handle: ({ sandbox }) => toClock(sandbox.clock),
  }),
  defineBodyRoute({
    id: 'changeClock',
    method: 'PATCH',
    path: '/clock',
    summary: 'changes instant, mode and rate',
    body: clockChange,
    answer: clockSchema,
    handle: ({ sandbox: { clock, scheduler }, body: { now, mode, rate } }) => {
      const nowMs = now === undefined ? undefined : parseInstant(now, 'now')
      return scheduler.change({ nowMs, mode, rate }, { field: 'now', value: now }).then(() => toClock(clock))
    },
  }),
  defineBodyRoute({
    id: 'advanceClock',
    method: 'POST',
    path: '/clock/advance',
    summary: 'moves the clock forward by a duration',
    body: clockAdvance,
    answer: clockSchema,
    handle: ({ sandbox: { clock, scheduler }, body: { by } }) =>
      scheduler.advance(parseDuration(by, 'by'), { field: 'by', value: by }).then(() => toClock(clock)),
  }),
]
