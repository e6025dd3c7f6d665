import type { Trace } from './trace.ts'

/** A thing that a client did in a run, and a well-behaved one does not. */
export interface RunVerdict {
  readonly id: string
  readonly severity: 'error' | 'warning'
  readonly title: string
  readonly advice: string
  readonly detail: string
  /** The rules that fired at its requests. */
  readonly fired: readonly string[]
}

/** Judges the client of a run by its requests. */
export function judgeTrace(_trace: Trace): Promise<readonly RunVerdict[]> {
  return Promise.resolve([])
}
