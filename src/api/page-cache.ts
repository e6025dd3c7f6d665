import type { Profile } from '../assumptions/register.ts'
import { UsedAssumptions } from '../assumptions/used.ts'
import type { RequestContext } from '../http/request-context.ts'
import { inOnePiece, type Written } from '../lib/body.ts'

/** Most pages of one list that are kept. One more discards all of them. */
const mostPages = 64

const noRows = new UsedAssumptions()

interface Page {
  readonly profile: Profile
  /** In one piece from the second time on: most pages are asked once. */
  body: Written
  readonly used: UsedAssumptions
}

/**
 * Keeps whole pages of a list. A page is kept only if no sandbox and no lifecycle can change its records. It then depends on
 * its address and the choices of the register alone, on the same rows as when it was made.
 */
export function keepPages(make: (ctx: RequestContext) => Written): (ctx: RequestContext, dataset: object) => Written {
  const kept = new WeakMap<object, Map<string, Page>>()
  return (ctx, dataset) => {
    const { address, profile, used } = ctx
    const pages = kept.get(dataset) ?? new Map<string, Page>()
    const key = `${address.prefix}?${address.query}`
    const known = pages.get(key)
    if (known?.profile === profile) {
      used.addAll(known.used)
      known.body = inOnePiece(known.body)
      return known.body
    }
    const before = used.copy()
    used.restore(noRows)
    try {
      const body = make(ctx)
      if (pages.size >= mostPages) pages.clear()
      kept.set(dataset, pages.set(key, { profile, body, used: used.copy() }))
      return body
    } finally {
      used.addAll(before)
    }
  }
}
