import * as z from 'zod/mini'

import { readBy } from '../../lib/read-by.ts'
import type { RecordAdmin } from '../../sandbox/record-admin.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Clock } from '../../time/clock.ts'
import { parseDuration } from '../../time/duration.ts'
import { formatInstant, parseInstant } from '../../time/instant.ts'
import { clockEndpoints, type ClockState } from '../endpoints/clock.ts'
import { toRoutes } from '../route.ts'
import { usedQuotas } from './keys.ts'

export function toClock(clock: Clock, nowMs = clock.now()): ClockState {
  return { now: formatInstant(nowMs, 'milliseconds'), mode: clock.mode, rate: clock.rate }
}

/** The status changes of records; the instant is null for never. */
function changesOf(admin: RecordAdmin, sandbox: Sandbox) {
  return admin.timed(sandbox).flatMap(({ id, lifecycle: { startedAt, finishedAt, pinned }, rowAt }) => {
    if (pinned !== null) return []
    const change = { kind: admin.name, id, event: (atMs: number) => String(rowAt(atMs)['status']) }
    const isStarted = startedAt !== null && (finishedAt === null || startedAt < finishedAt)
    return [...(isStarted ? [{ ...change, atMs: startedAt }] : []), { ...change, atMs: finishedAt }]
  })
}

export const clockRoutes = toRoutes(clockEndpoints, {
  listDue: ({ sandbox, service: { recordAdmins }, query }) => {
    const kinds = z.enum([...recordAdmins.map(({ name }) => name), 'outbox', 'quota'])
    readBy(z.strictObject({ kind: z.optional(kinds) }), { kind: query.kind }, 'the query')
    const nowMs = sandbox.clock.now()
    const all = [
      ...recordAdmins.flatMap((admin) => changesOf(admin, sandbox)),
      ...sandbox.outbox.deliveries.firsts.map(({ id, nextMs: atMs }) => ({
        kind: 'outbox',
        id,
        atMs,
        event: () => 'attempt',
      })),
      ...usedQuotas(sandbox, nowMs).map(({ id, resetMs: atMs }) => ({ kind: 'quota', id, atMs, event: () => 'reset' })),
    ]
    // Overdue events already happen.
    const next = all
      .flatMap((due) => (due.atMs === null || due.atMs <= nowMs ? [] : [{ ...due, atMs: due.atMs }]))
      .filter(({ kind, id }) => (query.kind ?? kind) === kind && (query.id ?? id) === id)
      .toSorted((a, b) => a.atMs - b.atMs)
    const items = next.slice(0, query.limit).map(({ atMs, event, ...due }) => {
      return { at: formatInstant(Math.ceil(atMs), 'milliseconds'), ...due, event: event(atMs) }
    })
    return { items }
  },
  showClock: ({ sandbox }) => toClock(sandbox.clock),
  changeClock: ({ sandbox: { clock, scheduler }, body: { now, mode, rate } }) => {
    const nowMs = now === undefined ? undefined : parseInstant(now, 'now')
    return scheduler.change({ nowMs, mode, rate }, { field: 'now', value: now }).then(() => toClock(clock))
  },
  advanceClock: ({ sandbox: { clock, scheduler }, body: { by } }) =>
    scheduler.advance(parseDuration(by, 'by'), { field: 'by', value: by }).then(() => toClock(clock)),
})
