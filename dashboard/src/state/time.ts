/** The time of the browser, not of a sandbox, whose clock comes from the control plane. */

/** Milliseconds since the page was opened. */
export const elapsedMs = (): number => performance.now()

/** Runs work later. @returns a function that cancels it */
export function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Runs work at an interval. @returns a function that stops it */
export function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

/** Parses a date-time of the control plane. @returns Unix milliseconds */
export const parseInstant = (text: string): number => Date.parse(text)

/** Formats an instant as the control plane does. */
export const toInstant = (ms: number): string => new Date(ms).toISOString()
