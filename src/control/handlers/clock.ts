import type { RecordAdmin } from '../../sandbox/record-admin.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Clock } from '../../time/clock.ts'
import { parseDuration } from '../../time/duration.ts'
import { formatInstant, parseInstant } from '../../time/instant.ts'
import { type clockEndpoints, type ClockState, type DueInfo, dueLimits } from '../endpoints/clock.ts'
import { readCount } from '../read-count.ts'
import type { Handlers } from '../route.ts'
import { usedQuotas } from './keys.ts'

/** The state of a clock at an instant. */
export function toClock(clock: Clock, nowMs = clock.now()): ClockState {
  return { now: formatInstant(nowMs, 'milliseconds'), mode: clock.mode, rate: clock.rate }
}

/** What time brings next in a sandbox, the soonest first. What is due already happens by itself. */
function listDue(sandbox: Sandbox, admins: readonly RecordAdmin[], most: number): readonly DueInfo[] {
  const nowMs = sandbox.clock.now()
  const changes = admins.flatMap((admin) =>
    admin.due(sandbox, nowMs, most).map(({ atMs, id, status }) => ({ atMs, kind: admin.name, id, event: status })),
  )
  const attempts = sandbox.outbox.due(nowMs).map((due) => ({ ...due, kind: 'outbox', event: 'attempt' }))
  const resets = usedQuotas(sandbox, nowMs).map(({ id, resetMs }) => ({
    atMs: resetMs,
    kind: 'quota',
    id,
    event: 'reset',
  }))
  return [...changes, ...attempts, ...resets]
    .toSorted((a, b) => a.atMs - b.atMs)
    .slice(0, most)
    .map(({ atMs, ...rest }) => ({ at: formatInstant(Math.ceil(atMs), 'milliseconds'), ...rest }))
}

export const clockHandlers: Handlers<typeof clockEndpoints> = {
  listDue: ({ sandbox, service, query: { limit } }) => ({
    items: listDue(sandbox, service.recordAdmins, readCount('limit', limit, 1, dueLimits.most) ?? dueLimits.usual),
  }),
  showClock: ({ sandbox }) => toClock(sandbox.clock),
  changeClock: ({ sandbox: { clock, scheduler }, body: { now, mode, rate } }) => {
    const nowMs = now === undefined ? undefined : parseInstant(now, 'now')
    return scheduler.change({ nowMs, mode, rate }, { field: 'now', value: now }).then(() => toClock(clock))
  },
  advanceClock: ({ sandbox: { clock, scheduler }, body: { by } }) =>
    scheduler.advance(parseDuration(by, 'by'), { field: 'by', value: by }).then(() => toClock(clock)),
}
