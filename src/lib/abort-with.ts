import * as util from 'node:util'

// In a page of jsdom or happy-dom, the global class is another, whose signals Node refuses. Bun has only the global one.
const { constructor: NodeController } =
  'transferableAbortController' in util ? util.transferableAbortController() : new AbortController()

/**
 * A controller of Node that is aborted with the first of some signals (none), and for its reason. It lets go of the signals once
 * it is aborted. On Node 20, `AbortSignal.any` never does that, and `addEventListener` with a `signal` forgets it after a garbage
 * collection: both leave listeners on signals that live longer.
 */
export function abortWith(given: readonly AbortSignal[] = []): AbortController {
  const over: AbortController = Reflect.construct(NodeController, [])
  const end = (): void => over.abort(given.find(({ aborted }) => aborted)?.reason)
  const letGo = (): void => {
    for (const signal of given) signal.removeEventListener('abort', end)
  }
  over.signal.addEventListener('abort', letGo, { once: true })
  for (const signal of given) signal.addEventListener('abort', end, { once: true })
  if (given.some(({ aborted }) => aborted)) end()
  return over
}
