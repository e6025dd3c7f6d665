import * as z from 'zod/mini'

import { readBy } from '../../lib/read-by.ts'
import type { RecordAdmin } from '../../sandbox/record-admin.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Clock } from '../../time/clock.ts'
import { parseDuration } from '../../time/duration.ts'
import { formatInstant, parseInstant } from '../../time/instant.ts'
import { clockEndpoints, type ClockState, type DueInfo } from '../endpoints/clock.ts'
import { toRoutes } from '../route.ts'
import { usedQuotas } from './keys.ts'

export function toClock(clock: Clock, nowMs = clock.now()): ClockState {
  return { now: formatInstant(nowMs, 'milliseconds'), mode: clock.mode, rate: clock.rate }
}

/** Something that comes due at an instant; null for never. */
interface Due extends Pick<DueInfo, 'kind' | 'id'> {
  readonly atMs: number | null
  readonly event: (atMs: number) => string
}

function changesOf(admin: RecordAdmin, sandbox: Sandbox): readonly Due[] {
  return admin.timed(sandbox).flatMap(({ id, lifecycle: { startedAt, finishedAt, pinned }, rowAt }) => {
    if (pinned !== null) return []
    const change = { kind: admin.name, id, event: (atMs: number) => String(rowAt(atMs)['status']) }
    const isStarted = startedAt !== null && (finishedAt === null || startedAt < finishedAt)
    return [...(isStarted ? [{ ...change, atMs: startedAt }] : []), { ...change, atMs: finishedAt }]
  })
}

/** What time brings next in a sandbox, the soonest first. What is due already happens by itself. */
function listDue(sandbox: Sandbox, admins: readonly RecordAdmin[], matches: (due: Due) => boolean) {
  const nowMs = sandbox.clock.now()
  const all: readonly Due[] = [
    ...admins.flatMap((admin) => changesOf(admin, sandbox)),
    ...sandbox.outbox.heads.map(({ id, nextMs }) => ({ kind: 'outbox', id, atMs: nextMs, event: () => 'attempt' })),
    ...usedQuotas(sandbox, nowMs).map(({ id, resetMs }) => ({
      kind: 'quota',
      id,
      atMs: resetMs,
      event: () => 'reset',
    })),
  ]
  return all
    .flatMap((due) => (due.atMs === null || due.atMs <= nowMs || !matches(due) ? [] : [{ ...due, atMs: due.atMs }]))
    .toSorted((a, b) => a.atMs - b.atMs)
}

export const clockRoutes = toRoutes(clockEndpoints, {
  listDue: ({ sandbox, service: { recordAdmins }, query: { kind, id, limit } }) => {
    const kinds = z.enum([...recordAdmins.map(({ name }) => name), 'outbox', 'quota'])
    readBy(z.strictObject({ kind: z.optional(kinds) }), { kind }, 'the query')
    const matches = (due: Due): boolean => (kind ?? due.kind) === due.kind && (id ?? due.id) === due.id
    const items = listDue(sandbox, recordAdmins, matches).slice(0, limit)
    return {
      items: items.map(({ atMs, event, ...due }) => ({
        at: formatInstant(Math.ceil(atMs), 'milliseconds'),
        ...due,
        event: event(atMs),
      })),
    }
  },
  showClock: ({ sandbox }) => toClock(sandbox.clock),
  changeClock: ({ sandbox: { clock, scheduler }, body: { now, mode, rate } }) => {
    const nowMs = now === undefined ? undefined : parseInstant(now, 'now')
    return scheduler.change({ nowMs, mode, rate }, { field: 'now', value: now }).then(() => toClock(clock))
  },
  advanceClock: ({ sandbox: { clock, scheduler }, body: { by } }) =>
    scheduler.advance(parseDuration(by, 'by'), { field: 'by', value: by }).then(() => toClock(clock)),
})
