import { abortWith } from '../lib/abort-with.ts'
import { waitOnWall } from '../time/clock.ts'
import type { RequestContext } from './request-context.ts'
import type { Service } from './request-handling.ts'

/**
 * Waits as long as rules say, and as the client does.
 * @returns the milliseconds that were left when the client went; 0 where it stayed
 * @throws the reason of the end once the fake has ended
 */
export async function wait({ ended }: Service, ctx: RequestContext, ms: number, request: Request): Promise<number> {
  if (ms === 0) return 0
  ctx.entry.isDelayed = true
  // So that what it has changed is saved meanwhile.
  ctx.sandbox.lastUsed.touch()
  const beginMs = performance.now()
  const over = new AbortController()
  abortWith(over, [request.signal, ended])
  await waitOnWall(ms, over.signal).catch(() => {})
  over.abort()
  ended.throwIfAborted()
  return request.signal.aborted ? Math.max(0, ms - (performance.now() - beginMs)) : 0
}
