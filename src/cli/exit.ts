/** Exit codes: done, failed, wrong usage, differences found; of a command that was to be run, as a shell has them: not run, not found, and what a signal's number is added to. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  differences: 3,
  notRun: 126,
  notFound: 127,
  ofSignal: 128,
} as const

/** That a command ends with an exit code, and has told all that there is to tell. */
export class Ended extends Error {
  readonly code: number

  constructor(code: number) {
    super(`ends with ${code}`)
    this.code = code
  }
}
