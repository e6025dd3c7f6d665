/**
 * A controller that is aborted with the first of some signals, and for its reason. It lets go of the signals once it is
 * aborted. On Node 20, `AbortSignal.any` never does that, and `addEventListener` with a `signal` forgets it after a garbage
 * collection: both leave listeners on signals that live longer.
 */
export function abortWith(given: readonly AbortSignal[]): AbortController {
  const over = new AbortController()
  const end = (event: Event): void => {
    over.abort(event.target instanceof AbortSignal ? event.target.reason : undefined)
  }
  const letGo = (): void => {
    for (const signal of given) signal.removeEventListener('abort', end)
  }
  over.signal.addEventListener('abort', letGo, { once: true })
  for (const signal of given) signal.addEventListener('abort', end, { once: true })
  const aborted = given.find((signal) => signal.aborted)
  if (aborted !== undefined) over.abort(aborted.reason)
  return over
}
