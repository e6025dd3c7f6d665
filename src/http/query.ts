import * as z from 'zod/mini'

import type { Assume } from '../assumptions/register.ts'
import { quote } from '../lib/input-error.ts'
import { ApiError } from '../spec/api-error.ts'
import { type Paging, readPaging } from '../store/pagination.ts'

/** The query parameters of an operation, by name: an optional string, or an optional array for a parameter that may be repeated. */
export type QueryFields = Readonly<
  Record<string, z.ZodMiniOptional<z.ZodMiniType<string> | z.ZodMiniArray<z.ZodMiniType<string>>>>
>

export interface QueryDeclaration<Fields extends QueryFields> {
  readonly schema: z.ZodMiniObject<Fields, z.core.$strict>
  readonly names: ReadonlySet<string>
  readonly repeated: ReadonlySet<string>
}

/** `page` and `limit` of every list. They are text here, because the register says what a bad value means. */
export const pagingQuery = { page: z.optional(z.string()), limit: z.optional(z.string()) }

/** Declares the query parameters of an operation. @param repeated those that may be repeated (none) */
export function defineQuery<Fields extends QueryFields>(
  fields: Fields,
  repeated: readonly (keyof Fields & string)[] = [],
): QueryDeclaration<Fields> {
  return { schema: z.strictObject(fields), names: new Set(Object.keys(fields)), repeated: new Set<string>(repeated) }
}

export const noQuery = defineQuery({})

/** One parameter of a query, decoded; `sent` is the whole as sent. */
interface Parameter {
  readonly name: string
  readonly value: string
  readonly sent: string
}

export type QueryValues<Fields extends QueryFields> = z.infer<z.ZodMiniObject<Fields, z.core.$strict>>

export interface ListQuery<Values> {
  readonly values: Values
  readonly paging: Paging
  /** The parameters except `page` and `limit`, as sent, for the links to other pages. */
  readonly filters: string
}

type Collected = Record<string, string | readonly string[]>

/** Refuses the query of an operation that declares none. @throws ApiError invalid_request */
export function refuseQuery(assume: Assume, query: string): void {
  if (query !== '') collect(assume, noQuery, splitQuery(query))
}

/**
 * Reads the query of a list by its declaration.
 * @throws ApiError invalid_request for percent-encoding that does not decode, and for an unknown or a repeated parameter
 * or a bad page where the register says so
 */
export function readListQuery<Fields extends QueryFields & typeof pagingQuery>(
  assume: Assume,
  declaration: QueryDeclaration<Fields>,
  query: string,
): ListQuery<QueryValues<Fields>>
export function readListQuery(
  assume: Assume,
  declaration: QueryDeclaration<QueryFields>,
  query: string,
): ListQuery<Collected> {
  const parameters = splitQuery(query)
  const values = collect(assume, declaration, parameters)
  if (parameters.some(({ value }) => value === '')) dropEmpty(assume, values)
  let filters = ''
  for (const { name, sent } of parameters) if (isFilter(name) && declaration.names.has(name)) filters += `${sent}&`
  const { page, limit } = values
  return { values, paging: readPaging(assume, page?.toString(), limit?.toString()), filters }
}

const isFilter = (name: string): boolean => !Object.hasOwn(pagingQuery, name)

/** Collects the values of a query by its declaration. @throws ApiError invalid_request, where the register says so */
function collect<Fields extends QueryFields>(
  assume: Assume,
  { names, repeated }: QueryDeclaration<Fields>,
  parameters: readonly Parameter[],
): Collected {
  const values: Collected = {}
  for (const { name, value } of parameters) {
    if (!names.has(name)) {
      if (assume('unknownQuery') === 'ignore') continue
      throw new ApiError('invalid_request', `${name}: not a query parameter of this operation`)
    }
    const earlier = values[name]
    if (repeated.has(name)) values[name] = [earlier ?? [], value].flat()
    else if (earlier === undefined) values[name] = value
    else if (assume('duplicateQuery') === 'reject') {
      throw new ApiError('invalid_request', `${name}: given more than once, expected one value`, name)
    } else if (assume('duplicateQuery') === 'last') values[name] = value
  }
  return values
}

/**
 * Drops the filters that are empty, where the register says that these do not count. An empty page or limit is a bad one.
 * @throws ApiError invalid_request, where the register says so
 */
function dropEmpty(assume: Assume, values: Collected): void {
  for (const [name, value] of Object.entries(values)) {
    const kept = [value].flat().filter((one) => one !== '')
    if (!isFilter(name) || kept.length === [value].flat().length) continue
    const choice = assume('emptyFilter')
    if (choice === 'value') return
    if (choice === 'reject') throw new ApiError('invalid_request', `${name}: expected a value, got ${quote('')}`, name)
    if (typeof value === 'string') delete values[name]
    else values[name] = kept
  }
}

/** The parameters of a query, in order. @throws ApiError invalid_request where the encoding does not decode */
function splitQuery(query: string): readonly Parameter[] {
  const parameters: Parameter[] = []
  if (query === '') return parameters
  for (const sent of query.split('&')) {
    if (sent === '') continue
    const equals = sent.indexOf('=')
    const name = decode(equals === -1 ? sent : sent.slice(0, equals), sent)
    parameters.push({ name, value: equals === -1 ? '' : decode(sent.slice(equals + 1), sent), sent })
  }
  return parameters
}

// URLSearchParams would put a replacement character where the encoding is broken, and hide the error.
function decode(text: string, sent: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new ApiError('invalid_request', `${quote(sent)}: percent-encoding in the query does not decode as UTF-8`)
  }
}
