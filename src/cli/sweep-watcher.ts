import { mostTraced } from '../app/swept.ts'
import type { Watcher } from '../sweep/engine.ts'
import { operationsIn } from '../sweep/trace.ts'
import type { Io } from './io.ts'

/** The bounds of a sweep, as far as its progress shows them. */
interface Bounds {
  /** Infinity for no bound. */
  readonly budget: number
  readonly jobs: number
}

/** Shows on stderr what a sweep is about to do, and a line for each tenth of it. */
export function watchSweep(io: Io, { budget, jobs }: Bounds): Watcher {
  const startMs = performance.now()
  let done = 0
  let tenth = 0
  return {
    planned: ({ trace, durationMs, both }, variants) => {
      const rows = variants.flatMap((variant) => (variant.kind === 'assumption' ? [variant.row] : []))
      const faults = variants.length - rows.length
      const [requests, operations] = [trace.entries.length, operationsIn(both).size]
      const lines = [
        `The command passes twice, in ${inWords(durationMs)}, with ${counted(requests, 'request')} to ${counted(operations, 'operation')}.`,
        `${counted(variants.length, 'more run')} ${variants.length === 1 ? 'is' : 'are'} planned: ` +
          `${rows.length} for the other options of ${counted(new Set(rows).size, 'row')}, ${faults} for ${counted(faults, 'fault')}. ` +
          `That takes about ${inWords((durationMs * variants.length) / jobs)}; others follow where something breaks.`,
        ...(requests < mostTraced ? [] : [`Only the first ${mostTraced} requests to each fake are compared.`]),
        ...(Number.isFinite(budget) ? [`The budget is ${counted(budget, 'run')} in all.`] : []),
      ]
      io.err(`${lines.join('\n')}\n`)
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
