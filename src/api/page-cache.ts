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
 * The whole pages of a list that clients asked before. A page is kept only if no sandbox and no lifecycle can change its records.
 * It then depends on its address and the choices of the register alone.
 */
export class PageCache {
  readonly #pages = new WeakMap<object, Map<string, Page>>()

  /** The body of a page; the answer depends on the same rows of the register as when it was made. @param make makes a new one */
  get(dataset: object, ctx: RequestContext, make: (ctx: RequestContext) => Written): Written {
    const { address, profile, used } = ctx
    const key = `${address.prefix}?${address.query}`
    const pages = this.#pages.get(dataset) ?? this.#open(dataset)
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
      pages.set(key, { profile, body, used: used.copy() })
      return body
    } finally {
      used.addAll(before)
    }
  }

  #open(dataset: object): Map<string, Page> {
    const pages = new Map<string, Page>()
    this.#pages.set(dataset, pages)
    return pages
  }
}
