import type { Log } from '../lib/log.ts'
import { repeatOnWall, wallNow } from '../time/clock.ts'
import type { Sandboxes } from './sandboxes.ts'

/** Checks in the time of the limit: an idle sandbox is deleted at most a tenth of it late. */
const checks = 10

/** The shortest and the longest time between two checks. */
const pauseMs = { least: 10, most: 60_000 } as const

/**
 * Deletes sandboxes that are unused for a time of the wall clock and have no work to do, and logs each.
 * @param signal ends it once aborted
 */
export function deleteIdle(sandboxes: Sandboxes, idleMs: number, log: Log, signal: AbortSignal): void {
  const everyMs = Math.min(pauseMs.most, Math.max(pauseMs.least, idleMs / checks))
  repeatOnWall(everyMs, signal, () => {
    const nowMs = wallNow()
    for (const { name, lastUsed, scheduler } of sandboxes.list()) {
      if (lastUsed.isHeld || scheduler.isBusy) lastUsed.touch()
      if (lastUsed.idleMs(nowMs) < idleMs || !sandboxes.delete(name)) continue
      log.info(`the sandbox ${name} was deleted: it was unused for ${idleMs} ms (sandboxIdle)`)
    }
  })
}
