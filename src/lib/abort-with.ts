/**
 * Aborts a controller with the first of some signals, and lets go of them once it is aborted.
 * On Node 20, a signal of `AbortSignal.any` never does that, and `addEventListener` with a `signal` does it only as long as
 * no garbage collection comes between: each then leaves a listener on a signal that lives longer.
 */
export function abortWith(over: AbortController, given: readonly AbortSignal[]): void {
  const end = (): void => over.abort()
  const letGo = (): void => {
    for (const signal of given) signal.removeEventListener('abort', end)
  }
  over.signal.addEventListener('abort', letGo, { once: true })
  for (const signal of given) signal.addEventListener('abort', end, { once: true })
  if (given.some(({ aborted }) => aborted)) end()
}
