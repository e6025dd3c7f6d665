import type { Profile } from '../assumptions/register.ts'
import { UsedAssumptions } from '../assumptions/used.ts'
import type { RequestContext } from '../http/request-context.ts'
import { joinBody, type Pieces } from '../lib/body.ts'

/** The limit of cached pages per list. One more page discards all of them. */
const maxPages = 64

const noRows = new UsedAssumptions()

interface Page {
  readonly profile: Profile
  /** In one piece from the second request on: most pages are requested once. */
  body: Pieces
  readonly used: UsedAssumptions
}

/**
 * Caches whole pages of a list. A page is cached only if no sandbox and no lifecycle can change its records. It then depends
 * only on its address and the choices of the register: each use records the rows that its creation read.
 */
export function cachePages(make: (ctx: RequestContext) => Pieces): (ctx: RequestContext, dataset: object) => Pieces {
  const kept = new WeakMap<object, Map<string, Page>>()
  return (ctx, dataset) => {
    const { address, profile, used } = ctx
    const pages = kept.get(dataset) ?? new Map<string, Page>()
    const key = `${address.prefix}?${address.query}`
    const known = pages.get(key)
    if (known?.profile === profile) {
      used.addAll(known.used)
      known.body = joinBody(known.body)
      return known.body
    }
    const before = used.copy()
    used.restore(noRows)
    try {
      const body = make(ctx)
      if (pages.size >= maxPages) pages.clear()
      kept.set(dataset, pages.set(key, { profile, body, used: used.copy() }))
      return body
    } finally {
      used.addAll(before)
    }
  }
}
