import type { Watcher } from '../sweep/engine.ts'
import type { Selection } from '../sweep/selection.ts'
import { operationsIn } from '../sweep/trace.ts'
import type { Variant } from '../sweep/variants.ts'
import { noLine, progressLine } from './format/progress.ts'
import type { Io } from './io.ts'

/** The bounds of a sweep, as far as its progress shows them. */
interface Bounds {
  readonly selection: Selection
  readonly budget: number
  readonly jobs: number
  /** Runs that are known from an earlier sweep. */
  readonly resumed: number
}

/** Shows on stderr what a sweep is about to do, and how far it is: in one line of a terminal, elsewhere in a line for each tenth. */
export function watchSweep(io: Io, { budget, jobs, resumed }: Bounds): Watcher & { readonly end: () => void } {
  const startMs = performance.now()
  let done = 0
  let tenth = 0
  const leftOf = (runs: number): string => {
    const made = Math.max(1, done - resumed)
    return `about ${inWords(((performance.now() - startMs) / made) * runs)} left`
  }
  if (io.isTerminal) io.err('The baseline runs twice…')
  return {
    planned: ({ trace, durationMs, both }, variants) => {
      if (io.isTerminal) io.err(noLine)
      const kinds = { assumption: new Set<string>(), fault: new Set<string>() }
      for (const variant of variants) kinds[variant.kind].add(nameOf(variant))
      const options = variants.filter(({ kind }) => kind === 'assumption').length
      const known = resumed === 0 ? '' : ` ${resumed} runs are known from before.`
      const bound = Number.isFinite(budget) ? ` The budget is ${budget} runs.` : ''
      const seconds = inWords((durationMs * variants.length) / jobs)
      io.err(
        `The command passes twice in ${inWords(durationMs)}, with ${trace.entries.length} requests to ${operationsIn(both).size} operations.\n` +
          `${variants.length} runs are planned: ${options} for the other options of ${kinds.assumption.size} rows, ` +
          `${kinds.fault.size} for faults; more follow to confirm a failure and to find its operation (about ${seconds} without them).${bound}${known}\n`,
      )
    },
    ran: (id, left) => {
      done += 1
      if (id === 'baseline') return
      const all = done + left
      if (io.isTerminal) io.err(progressLine(done, all, `${id}, ${leftOf(left)}`))
      else if (Math.floor((done / all) * 10) > tenth) {
        tenth = Math.floor((done / all) * 10)
        io.err(`${done} of ${all} runs, ${leftOf(left)}\n`)
      }
    },
    end: () => {
      if (io.isTerminal) io.err(noLine)
    },
  }
}

const nameOf = (variant: Variant): string => (variant.kind === 'fault' ? variant.fault.id : variant.row)

function inWords(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}
