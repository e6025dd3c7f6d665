import { InputError, quote, shorten } from '../lib/input-error.ts'
import { didYouMean, orKnown } from '../lib/nearest.ts'
import { formsAt, namesIn } from '../lib/schema-fields.ts'
import type { KnownForms } from './endpoints/endpoint.ts'
import { pretty } from './respond.ts'
import type { ControlRoute } from './route.ts'

/** Reads the query of a request. @throws InputError for a parameter that the route does not have */
export function readQuery(route: ControlRoute, forms: KnownForms, text: string): Readonly<Record<string, string>> {
  const { query = {}, filters = {} } = route
  const known = [...Object.keys(query), ...Object.keys(filters), pretty]
  const { [pretty]: form = '', ...sent } = Object.fromEntries(new URLSearchParams(text))
  for (const name of Object.keys(sent)) {
    if (known.includes(name)) continue
    const body = route.partOf ?? (route.documentedBody ?? route.body)?.(forms)
    const isInBody = body !== undefined && namesIn(formsAt(body, [])).includes(name)
    const why = isInBody ? ', but a field of the body' : orKnown([name], known)
    throw new InputError(`not a query parameter of this path${why}`, { field: shorten(name) })
  }
  if (['', 'true', 'false'].includes(form)) return sent
  throw new InputError(`expected true, false or no value, got ${quote(form)}`, { field: pretty })
}

/** The whole number in a query parameter; undefined where it is missing. @throws InputError */
export function readCount(field: string, text: string | undefined, min: number, max?: number): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (count >= min && count <= (max ?? Number.MAX_SAFE_INTEGER)) return count
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`
  throw new InputError(`expected a whole number ${range}, got ${quote(text)}`, { field })
}

/** The newest items of a list. @param limit their number, as a query has it (all) @throws InputError */
export function newest<T>(items: readonly T[], limit: string | undefined): readonly T[] {
  const count = readCount('limit', limit, 1)
  return count === undefined ? items : items.slice(-count)
}

/** The value of a query parameter that has one of some values; undefined where it is missing. @throws InputError */
export function oneOf<T extends string>(field: string, known: readonly T[], text: string | undefined): T | undefined {
  if (text === undefined) return undefined
  const found = known.find((value) => value === text)
  if (found !== undefined) return found
  const expected = known.length === 1 ? known[0] : `one of ${known.join(', ')}`
  throw new InputError(`expected ${expected}, got ${quote(text)}.${didYouMean(text, known)}`, { field })
}
