import { BodyTooLarge, isJson, readBytes } from '../http/body.ts'
import { InputError, quote, shorten } from '../lib/input-error.ts'
import { didYouMean, orKnown } from '../lib/nearest.ts'
import { parseJson, whyNoJson } from '../lib/parse-json.ts'
import { ApiError } from '../spec/api-error.ts'
import { jsonType } from '../spec/headers.ts'
import { Problem } from './problem.ts'
import type { ControlRoute } from './route.ts'

/** True if the method of a request changes nothing. */
export const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

/**
 * Reads the body of a change: JSON, or none. @param most bytes that it may have (1 MiB)
 * The content type is the second defence against foreign pages, after the guard: the form of a page can send any type but this
 * one. A request that has neither a body nor a type does not come from a form.
 */
export async function readJson(request: Request, most: number | undefined): Promise<unknown> {
  // Even a look at the body starts a stream, and a stream without a reader holds up its connection.
  if (isReading(request)) return undefined
  const type = request.headers.get('Content-Type')
  if (type !== null && !isJson(type)) throw wrongType(request.method, type)
  const bytes = await readBytes(request, most).catch((error: unknown) => {
    if (error instanceof BodyTooLarge) throw new Problem('tooLarge', error.details)
    throw error instanceof ApiError ? new InputError(error.details) : error
  })
  if (bytes.length === 0) return undefined
  if (type === null) throw wrongType(request.method, type)
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`the body: not valid JSON (${whyNoJson(error)})`)
  }
}

function wrongType(method: string, type: string | null): Problem {
  const curl = `curl ${method === 'POST' ? '' : `-X ${method} `}--json '{}'`
  const got = type === null ? 'none' : quote(type)
  return new Problem('mediaType', `Content-Type: expected ${jsonType}, as ${curl} sends it, got ${got}`)
}

/** Reads the query of a request. @throws InputError for a parameter that the route does not have */
export function readQuery({ query = {}, filters = {} }: ControlRoute, text: string): Readonly<Record<string, string>> {
  const known = [...Object.keys(query), ...Object.keys(filters)]
  const sent = Object.fromEntries(new URLSearchParams(text))
  const unknown = Object.keys(sent).find((name) => !known.includes(name))
  if (unknown === undefined) return sent
  throw new InputError(`not a query parameter of this path${orKnown([unknown], known)}`, { field: shorten(unknown) })
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
  const found = known.find((value) => value === text)
  if (text === undefined || found !== undefined) return found
  const expected = known.length === 1 ? known[0] : `one of ${known.join(', ')}`
  throw new InputError(`expected ${expected}, got ${quote(text)}.${didYouMean(text, known)}`, { field })
}
