import type { RecordAdmin } from '../sandbox/record-admin.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { formatInstant } from '../time/instant.ts'
import type { DueInfo } from './endpoints/clock.ts'
import { usedQuotas } from './handlers/keys.ts'

/** Something that comes due at an instant; null for never. */
interface Due extends Pick<DueInfo, 'kind' | 'id'> {
  readonly atMs: number | null
  readonly event: (atMs: number) => string
}

interface DueSelection {
  readonly kind: string | undefined
  readonly id: string | undefined
  /** The most items to list. */
  readonly limit: number
}

function changesOf(admin: RecordAdmin, sandbox: Sandbox): readonly Due[] {
  return admin.timed(sandbox).flatMap(({ id, lifecycle: { startedAt, finishedAt, pinned }, rowAt }) => {
    if (pinned !== null) return []
    const change = { kind: admin.name, id, event: (atMs: number) => String(rowAt(atMs)['status']) }
    const isStarted = startedAt !== null && (finishedAt === null || startedAt < finishedAt)
    return [...(isStarted ? [{ ...change, atMs: startedAt }] : []), { ...change, atMs: finishedAt }]
  })
}

export const dueKinds = (admins: readonly RecordAdmin[]): readonly string[] => [
  ...admins.map(({ name }) => name),
  'outbox',
  'quota',
]

/** Lists what time brings next in a sandbox, the soonest first. What is due already happens by itself. */
export function listDue(sandbox: Sandbox, admins: readonly RecordAdmin[], selection: DueSelection): readonly DueInfo[] {
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
    .flatMap(({ atMs, ...due }) => {
      const { kind = due.kind, id = due.id } = selection
      return atMs === null || atMs <= nowMs || kind !== due.kind || id !== due.id ? [] : [{ atMs, ...due }]
    })
    .toSorted((a, b) => a.atMs - b.atMs)
    .slice(0, selection.limit)
    .map(({ atMs, kind, id, event }) => ({
      at: formatInstant(Math.ceil(atMs), 'milliseconds'),
      kind,
      id,
      event: event(atMs),
    }))
}
