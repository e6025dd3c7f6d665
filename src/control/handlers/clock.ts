import type { Clock } from '../../time/clock.ts'
import { parseDuration } from '../../time/duration.ts'
import { formatInstant, parseInstant } from '../../time/instant.ts'
import { dueKinds, listDue } from '../due.ts'
import { clockEndpoints, type ClockState, dueLimits } from '../endpoints/clock.ts'
import { oneOf, readCount } from '../read-query.ts'
import { toRoutes } from '../route.ts'

export function toClock(clock: Clock, nowMs = clock.now()): ClockState {
  return { now: formatInstant(nowMs, 'milliseconds'), mode: clock.mode, rate: clock.rate }
}

export const clockRoutes = toRoutes(clockEndpoints, {
  listDue: ({ sandbox, service: { recordAdmins }, query: { limit, kind, id } }) => ({
    items: listDue(sandbox, recordAdmins, {
      kind: oneOf('kind', dueKinds(recordAdmins), kind),
      id,
      limit: readCount('limit', limit, 1, dueLimits.most) ?? dueLimits.usual,
    }),
  }),
  showClock: ({ sandbox }) => toClock(sandbox.clock),
  changeClock: ({ sandbox: { clock, scheduler }, body: { now, mode, rate } }) => {
    const nowMs = now === undefined ? undefined : parseInstant(now, 'now')
    return scheduler.change({ nowMs, mode, rate }, { field: 'now', value: now }).then(() => toClock(clock))
  },
  advanceClock: ({ sandbox: { clock, scheduler }, body: { by } }) =>
    scheduler.advance(parseDuration(by, 'by'), { field: 'by', value: by }).then(() => toClock(clock)),
})
