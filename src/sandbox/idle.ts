import type { Log } from '../lib/log.ts'
import { repeatOnWall } from '../time/clock.ts'
import type { Sandboxes } from './sandboxes.ts'

/** How often it is looked, in a limit: what is idle goes at most a tenth of the limit late. */
const looks = 10

/** The shortest and the longest time between two looks. */
const pauseMs = { least: 10, most: 60_000 } as const

/**
 * Drops sandboxes that nobody used for so long by the wall clock, and tells the log of each.
 * @param given ends it once aborted
 */
export function deleteIdle(sandboxes: Sandboxes, idleMs: number, log: Log, given: AbortSignal): void {
  const everyMs = Math.min(pauseMs.most, Math.max(pauseMs.least, idleMs / looks))
  repeatOnWall(everyMs, given, () => {
    for (const name of sandboxes.deleteIdle(idleMs)) {
      log.info(`the sandbox ${name} was dropped: nobody used it for ${idleMs} ms (sandboxIdle)`)
    }
  })
}
