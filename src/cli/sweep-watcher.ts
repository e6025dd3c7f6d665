import type { Watcher } from '../sweep/engine.ts'
import { operationsIn } from '../sweep/trace.ts'
import type { Io } from './io.ts'

/** Shows on stderr what a sweep is about to do, and a line for each tenth of it. @param jobs runs at once */
export function watchSweep(io: Io, jobs: number): Watcher {
  const startMs = performance.now()
  let done = 0
  let tenth = 0
  return {
    planned: ({ trace, durationMs, both }, variants) => {
      const faults = variants.filter(({ kind }) => kind === 'fault').length
      const plan = `${variants.length - faults} for other options, ${faults} for faults`
      const asked = `${counted(trace.entries.length, 'request')} to ${counted(operationsIn(both).size, 'operation')}`
      io.err(`The command passes twice, in ${inWords(durationMs)}, with ${asked}.
${counted(variants.length, 'more run')}: ${plan}. That takes about ${inWords((durationMs * variants.length) / jobs)}; others follow where something breaks.
`)
    },
    ran: (id, left) => {
      done += 1
      if (id === 'baseline') return
      const now = Math.floor((done / (done + left)) * 10)
      const leftMs = ((performance.now() - startMs) / done) * left
      if (now > tenth && left > 0) io.err(`${done} of ${done + left} runs, about ${inWords(leftMs)} left\n`)
      tenth = Math.max(tenth, now)
    },
  }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

function inWords(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}
