import * as util from 'node:util'

// jsdom and happy-dom replace the global class by one whose signals Node refuses. Bun has only the global class.
const { constructor: NodeController } =
  'transferableAbortController' in util ? util.transferableAbortController() : new AbortController()

/**
 * Creates a controller of Node that aborts with the first of the given signals (none), for the same reason. Once aborted, it
 * removes its listeners. On Node 20 `AbortSignal.any` never does so, and `addEventListener` with a `signal` forgets it after a
 * garbage collection: both leave listeners on longer-lived signals.
 */
export function abortWith(given: readonly AbortSignal[] = []): AbortController {
  const over: AbortController = Reflect.construct(NodeController, [])
  const end = (): void => over.abort(given.find(({ aborted }) => aborted)?.reason)
  const release = (): void => {
    for (const signal of given) signal.removeEventListener('abort', end)
  }
  over.signal.addEventListener('abort', release, { once: true })
  for (const signal of given) signal.addEventListener('abort', end, { once: true })
  if (given.some(({ aborted }) => aborted)) end()
  return over
}
