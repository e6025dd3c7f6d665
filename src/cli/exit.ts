/** Exit codes. Those from 126 are for the command that `exec` runs, as in a shell; `ofSignal` is added to the number of a signal. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  differences: 3,
  notRun: 126,
  notFound: 127,
  ofSignal: 128,
} as const

/** Ends a command with an exit code and no further message. */
export class Ended extends Error {
  readonly code: number

  constructor(code: number) {
    super(`ends with ${code}`)
    this.code = code
  }
}
