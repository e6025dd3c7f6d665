import type { Written } from '../lib/body.ts'
import type { SandboxState } from '../sandbox/area-state.ts'
import { ResponseCache } from '../sandbox/response-cache.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { OperationDefinition } from './operation.ts'
import { basePathHeader } from './page-url.ts'
import { type RequestContext, nothingNoted } from './request-context.ts'

/**
 * Has an operation that changes nothing give an answer again from its bytes, as long as nothing has changed that it
 * follows from: the records of a collection, the choices of the register, and the clock as far as it was asked.
 * @param prepare validates a request, and gives back what serves it; may ask nothing of the sandbox but that
 */
export function cached(
  collection: SandboxState<{ readonly version: number }>,
  prepare: (ctx: RequestContext) => () => Written,
): OperationDefinition['prepare'] {
  const caches = new WeakMap<Sandbox, ResponseCache>()
  return (ctx) => {
    const { sandbox, settings, address, headers, used } = ctx
    // Links that a header changes are of that request alone.
    if (headers.get(basePathHeader) !== null) return prepare(ctx)
    const cache = caches.get(sandbox) ?? new ResponseCache(sandbox.answers)
    caches.set(sandbox, cache)
    const source = { version: collection(sandbox).version, profile: settings.profile }
    const known = cache.find(address.target, source, ctx.nowMs)
    if (known !== undefined) {
      used.merge(known.trace)
      return () => known.body
    }
    const noted = nothingNoted()
    const handle = ctx.noting(noted, () => prepare(ctx))
    return () => {
      const body = ctx.noting(noted, handle)
      cache.keep(address.target, source, { body, ...noted })
      return body
    }
  }
}
