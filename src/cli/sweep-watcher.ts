import type { Watcher } from '../sweep/engine.ts'
import { counted } from '../sweep/text.ts'
import { operationsIn } from '../sweep/trace.ts'
import type { Io } from './io.ts'

/** A line on stderr comes after so many runs. */
const runsPerLine = 5

/** Shows on stderr what a sweep is about to do, and how far it came. @param jobs runs at once */
export function watchSweep(io: Io, jobs: number): Watcher {
  let done = 0
  return {
    planned: ({ trace, durationMs, both }, variants, groups) => {
      const asked = `${counted(trace.entries.length, 'request')} to ${counted(operationsIn(both).size, 'operation')}`
      const about = inWords((durationMs * groups) / jobs)
      io.err(`The command passes twice, in ${inWords(durationMs)}, with ${asked}.
${counted(variants, 'variant')} to try, in ${counted(groups, 'group')}: that takes about ${about}, and longer where something breaks.
`)
    },
    ran: () => {
      done += 1
      if (done % runsPerLine === 0) io.err(`${done} more runs are done\n`)
    },
  }
}

function inWords(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}
