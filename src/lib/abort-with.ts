/**
 * Aborts a controller with the first of some signals, and lets go of them once it is aborted.
 * A signal of `AbortSignal.any` never does that on Node 20: each leaves something behind on a signal that outlives it.
 */
export function abortWith(over: AbortController, given: readonly AbortSignal[]): void {
  const end = (): void => over.abort()
  for (const signal of given) {
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true, signal: over.signal })
  }
}
