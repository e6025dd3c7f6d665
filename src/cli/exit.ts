/** Exit codes: done, failed, wrong usage, differences found. */
export const exitCodes = { done: 0, failed: 1, usage: 2, differences: 3 } as const

/** That a command did its work, and found differences, which it has told of. */
export class DifferencesFound extends Error {}
