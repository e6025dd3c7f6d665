import { firstIndex } from '../lib/first-index.ts'
import type { RecordAdmin } from '../sandbox/define-record-admin.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { formatInstant } from '../time/instant.ts'
import type { DueInfo } from './endpoints/clock.ts'
import { usedQuotas } from './handlers/keys.ts'

/** Something that comes due. */
interface Due extends Pick<DueInfo, 'kind' | 'id'> {
  readonly event: (atMs: number) => string
}

/** A selection of what comes due. */
interface DueSelection {
  readonly kind: string | undefined
  readonly id: string | undefined
  /** The most items to list. */
  readonly limit: number
}

/** Keeps the soonest of what is selected and comes due after an instant, in order. */
class Soonest {
  readonly #kept: { readonly atMs: number; readonly due: Due }[] = []
  readonly #nowMs: number
  readonly #selection: DueSelection

  constructor(nowMs: number, selection: DueSelection) {
    this.#nowMs = nowMs
    this.#selection = selection
  }

  /** @param atMs null for never */
  add(atMs: number | null, due: Due): void {
    const { kind = due.kind, id = due.id, limit } = this.#selection
    if (atMs === null || atMs <= this.#nowMs || kind !== due.kind || id !== due.id) return
    const kept = this.#kept
    const position = firstIndex(kept.length, (at) => (kept[at]?.atMs ?? 0) > atMs)
    if (position === limit) return
    kept.splice(position, 0, { atMs, due })
    if (kept.length > limit) kept.pop()
  }

  list(): readonly DueInfo[] {
    return this.#kept.map(({ atMs, due: { kind, id, event } }) => ({
      at: formatInstant(Math.ceil(atMs), 'milliseconds'),
      kind,
      id,
      event: event(atMs),
    }))
  }
}

/** Adds the changes of status of the records of an area. */
function addChanges(soonest: Soonest, admin: RecordAdmin, sandbox: Sandbox): void {
  for (const { id, lifecycle, rowAt } of admin.timed(sandbox)) {
    const { startedAt, finishedAt, pinned } = lifecycle
    if (pinned !== null) continue
    const due: Due = { kind: admin.name, id, event: (atMs) => String(rowAt(atMs)['status']) }
    if (startedAt !== null && (finishedAt === null || startedAt < finishedAt)) soonest.add(startedAt, due)
    soonest.add(finishedAt, due)
  }
}

/** The kinds that something can come due of. */
export const dueKinds = (admins: readonly RecordAdmin[]): readonly string[] => [
  ...admins.map(({ name }) => name),
  'outbox',
  'quota',
]

/** Lists what time brings next in a sandbox, the soonest first. What is due already happens by itself. */
export function listDue(sandbox: Sandbox, admins: readonly RecordAdmin[], selection: DueSelection): readonly DueInfo[] {
  const nowMs = sandbox.clock.now()
  const soonest = new Soonest(nowMs, selection)
  for (const admin of admins) addChanges(soonest, admin, sandbox)
  for (const { id, nextMs } of sandbox.outbox.heads) {
    soonest.add(nextMs, { kind: 'outbox', id, event: () => 'attempt' })
  }
  for (const { id, resetMs } of usedQuotas(sandbox, nowMs)) {
    soonest.add(resetMs, { kind: 'quota', id, event: () => 'reset' })
  }
  return soonest.list()
}
