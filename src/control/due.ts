import { firstIndex } from '../lib/first-index.ts'
import type { RecordAdmin } from '../sandbox/record-admin.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { formatInstant } from '../time/instant.ts'
import type { DueInfo } from './endpoints/clock.ts'
import { usedQuotas } from './handlers/keys.ts'

/** Something that comes due. */
interface Due {
  readonly atMs: number
  readonly describe: (atMs: number) => Omit<DueInfo, 'at'>
}

/** Keeps the soonest of what comes due after an instant, in order. */
class Soonest {
  readonly #kept: Due[] = []
  readonly #nowMs: number
  readonly #most: number

  constructor(nowMs: number, most: number) {
    this.#nowMs = nowMs
    this.#most = most
  }

  /** @param atMs null for never */
  add(atMs: number | null, describe: Due['describe']): void {
    if (atMs === null || atMs <= this.#nowMs) return
    const kept = this.#kept
    const position = firstIndex(kept.length, (at) => (kept[at]?.atMs ?? 0) > atMs)
    if (position === this.#most) return
    kept.splice(position, 0, { atMs, describe })
    if (kept.length > this.#most) kept.pop()
  }

  list(): readonly DueInfo[] {
    return this.#kept.map(({ atMs, describe }) => ({
      at: formatInstant(Math.ceil(atMs), 'milliseconds'),
      ...describe(atMs),
    }))
  }
}

/** Adds the changes of status of the records of an area. */
function addChanges(soonest: Soonest, admin: RecordAdmin, sandbox: Sandbox): void {
  for (const { lifecycle, rowAt } of admin.timed(sandbox)) {
    const { startedAt, finishedAt, pinned } = lifecycle
    if (pinned !== null) continue
    const describe: Due['describe'] = (atMs) => {
      const { id, status } = rowAt(atMs)
      return { kind: admin.name, id: String(id), event: String(status) }
    }
    if (startedAt !== null && (finishedAt === null || startedAt < finishedAt)) soonest.add(startedAt, describe)
    soonest.add(finishedAt, describe)
  }
}

/** Lists what time brings next in a sandbox, the soonest first. What is due already happens by itself. @param most items to list */
export function listDue(sandbox: Sandbox, admins: readonly RecordAdmin[], most: number): readonly DueInfo[] {
  const nowMs = sandbox.clock.now()
  const soonest = new Soonest(nowMs, most)
  for (const admin of admins) addChanges(soonest, admin, sandbox)
  for (const { id, nextMs } of sandbox.outbox.heads) {
    soonest.add(nextMs, () => ({ kind: 'outbox', id, event: 'attempt' }))
  }
  for (const { id, resetMs } of usedQuotas(sandbox, nowMs)) {
    soonest.add(resetMs, () => ({ kind: 'quota', id, event: 'reset' }))
  }
  return soonest.list()
}
