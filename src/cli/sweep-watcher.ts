import type { Watcher } from '../sweep/engine.ts'
import { counted } from '../sweep/text.ts'
import type { Io } from './io.ts'

/** A line on stderr comes after so many runs. */
const runsPerLine = 10

/** Shows on stderr what a sweep is about to do, and how far it came. @param jobs runs at once */
export function watchSweep(io: Io, jobs: number): Watcher {
  let done = 0
  return {
    planned: ({ durationMs }, variants, groups) => {
      const tried = `${counted(variants, 'variant')} to try, in ${counted(groups, 'group')}`
      const seconds = Math.ceil((durationMs * groups) / jobs / 1000)
      io.err(`The command passes twice. ${tried}: about ${seconds} s, and longer where something breaks.\n`)
    },
    ran: () => {
      done += 1
      if (done % runsPerLine === 0) io.err(`${done} more runs are done\n`)
    },
  }
}
