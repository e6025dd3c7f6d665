/** A command line that cannot be carried out: `message` is the one line that says why. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Exit codes: done, failed, wrong usage. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const
