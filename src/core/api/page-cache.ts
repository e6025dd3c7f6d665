import { DecidedBy } from '../assumptions/decided-by.ts'
import type { Profile } from '../assumptions/register.ts'
import type { RequestContext } from '../http/types.ts'
import { joinBody, type Pieces } from '../lib/body.ts'

/** The limit of cached pages per list. One more page discards all of them. */
const maxPages = 64

interface Page {
  readonly choices: Profile
  /** In one piece from the second request on: most pages are requested once. */
  body: Pieces
  readonly decidedBy: DecidedBy
}

/**
 * Caches whole pages of a list. A page is cached only if no sandbox and no lifecycle can change its records. It then depends
 * only on its address and the choices of the register: each use notes the rows that decided it.
 */
export function cachePages(make: (ctx: RequestContext) => Pieces): (ctx: RequestContext, dataset: object) => Pieces {
  const kept = new WeakMap<object, Map<string, Page>>()
  return (ctx, dataset) => {
    const { address, choices } = ctx
    const pages = kept.get(dataset) ?? new Map<string, Page>()
    const key = `${address.prefix}?${address.query}`
    const known = pages.get(key)
    if (known?.choices === choices) {
      ctx.decidedBy.addAll(known.decidedBy)
      known.body = joinBody(known.body)
      return known.body
    }
    const decidedBy = new DecidedBy()
    try {
      const body = make({ ...ctx, decidedBy })
      if (pages.size >= maxPages) pages.clear()
      kept.set(dataset, pages.set(key, { choices, body, decidedBy }))
      return body
    } finally {
      ctx.decidedBy.addAll(decidedBy)
    }
  }
}
