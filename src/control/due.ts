import type { RecordAdmin } from '../sandbox/record-admin.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { formatInstant } from '../time/instant.ts'
import type { Lifecycle } from '../time/lifecycle.ts'
import type { DueInfo } from './endpoints/clock.ts'
import { usedQuotas } from './handlers/keys.ts'

/** Something that comes due. */
interface Due {
  readonly atMs: number
  readonly describe: () => Omit<DueInfo, 'at'>
}

/** The instants after a given one at which the status changes, in order. */
function changesAfter({ startedAt, finishedAt, pinned }: Lifecycle, nowMs: number): readonly number[] {
  if (pinned !== null) return []
  const isReached = startedAt !== null && (finishedAt === null || startedAt < finishedAt)
  return [isReached ? startedAt : null, finishedAt].flatMap((atMs) => (atMs !== null && atMs > nowMs ? [atMs] : []))
}

function soonest(found: readonly Due[], most: number): Due[] {
  return found.toSorted((a, b) => a.atMs - b.atMs).slice(0, most)
}

function changesOf(admin: RecordAdmin, sandbox: Sandbox, nowMs: number, most: number): readonly Due[] {
  const describe = (row: Readonly<Record<string, unknown>>) => ({
    kind: admin.name,
    id: String(row['id']),
    event: String(row['status']),
  })
  let found: Due[] = []
  for (const { lifecycle, rowAt } of admin.timed(sandbox)) {
    for (const atMs of changesAfter(lifecycle, nowMs)) found.push({ atMs, describe: () => describe(rowAt(atMs)) })
    // Short sorts on the way take less time than a long one at the end.
    if (found.length > 4 * most) found = soonest(found, most)
  }
  return found
}

function attemptsOf({ outbox }: Sandbox, nowMs: number): readonly Due[] {
  return outbox.heads.flatMap(({ id, nextMs }) =>
    nextMs !== null && nextMs > nowMs
      ? [{ atMs: nextMs, describe: () => ({ kind: 'outbox', id, event: 'attempt' }) }]
      : [],
  )
}

function resetsOf(sandbox: Sandbox, nowMs: number): readonly Due[] {
  return usedQuotas(sandbox, nowMs).map(({ id, resetMs }) => ({
    atMs: resetMs,
    describe: () => ({ kind: 'quota', id, event: 'reset' }),
  }))
}

/** What time brings next in a sandbox, the soonest first. What is due already happens by itself. @param most items to list */
export function listDue(sandbox: Sandbox, admins: readonly RecordAdmin[], most: number): readonly DueInfo[] {
  const nowMs = sandbox.clock.now()
  const changes = admins.flatMap((admin) => changesOf(admin, sandbox, nowMs, most))
  const all = [...changes, ...attemptsOf(sandbox, nowMs), ...resetsOf(sandbox, nowMs)]
  return soonest(all, most).map(({ atMs, describe }) => ({
    at: formatInstant(Math.ceil(atMs), 'milliseconds'),
    ...describe(),
  }))
}
