import type { Written } from '../lib/body.ts'
import { notKept } from '../lib/snapshot-part.ts'
import { AnswerCache } from '../sandbox/response-cache.ts'
import { definePart, type Part } from '../sandbox/sandbox.ts'
import type { Operation } from './operation.ts'
import { basePathHeader } from './page-url.ts'
import { type Exchange, nothingNoted } from './request-context.ts'

/**
 * Has an operation that changes nothing give an answer again from its bytes, as long as nothing has changed that it
 * follows from: the records of a collection, the choices of the register, and the clock as far as it was asked.
 * @param id of the operation
 * @param prepare validates a request, and gives back what serves it; may ask nothing of the sandbox but that
 */
export function givenAgain(
  id: string,
  collection: Part<{ readonly version: number }>,
  prepare: (exchange: Exchange) => () => Written,
): Operation['prepare'] {
  const cacheOf = definePart(
    `answers of ${id}`,
    notKept('they are made again from the records'),
    ({ answers }) => new AnswerCache(answers),
  )
  return (exchange) => {
    const { sandbox, settings, address, headers, trace } = exchange
    // Links that a header changes are of that request alone.
    if (headers.get(basePathHeader) !== null) return prepare(exchange)
    const cache = cacheOf(sandbox)
    const source = { version: collection(sandbox).version, profile: settings.profile }
    const known = cache.find(address.target, source, exchange.nowMs)
    if (known !== undefined) {
      trace.merge(known.trace)
      return () => known.body
    }
    const noted = nothingNoted()
    const handle = exchange.noting(noted, () => prepare(exchange))
    return () => {
      const body = exchange.noting(noted, handle)
      cache.keep(address.target, source, { body, ...noted })
      return body
    }
  }
}
