import * as z from 'zod/mini'

import type { Assume } from '../assumptions/register.ts'
import { quote } from '../lib/input-error.ts'
import { ApiError } from '../spec/api-error.ts'
import { type Paging, readPaging } from '../store/pagination.ts'

/** The query parameters of an operation, by name: an optional string, or an optional array for a parameter that may be repeated. */
export type QueryFields = Readonly<
  Record<string, z.ZodMiniOptional<z.ZodMiniType<string> | z.ZodMiniArray<z.ZodMiniType<string>>>>
>

/** A declared query. */
export interface QueryDeclaration<Fields extends QueryFields> {
  readonly schema: z.ZodMiniObject<Fields, z.core.$strict>
  /** The names of the parameters. */
  readonly names: ReadonlySet<string>
  /** The parameters that may be repeated. */
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

/** The query of an operation that has no parameters. */
export const noQuery = defineQuery({})

/** One parameter of a query. */
interface Parameter {
  readonly name: string
  readonly value: string
  readonly sent: string
}

/** The values of a query, by its fields. */
export type QueryValues<Fields extends QueryFields> = z.infer<z.ZodMiniObject<Fields, z.core.$strict>>

/** The query of a list that was read. */
export interface ListQuery<Fields extends QueryFields> {
  readonly values: QueryValues<Fields>
  readonly paging: Paging
  /** The parameters except `page` and `limit`, as sent, for the links to other pages. */
  readonly filters: string
}

type Collected = Record<string, string | readonly string[]>

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
    else values[name] = typeof earlier === 'string' ? singleValue(assume, name, earlier, value) : value
  }
  return values
}

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
): ListQuery<Fields>
export function readListQuery(
  assume: Assume,
  declaration: QueryDeclaration<QueryFields>,
  query: string,
): Omit<ListQuery<QueryFields>, 'values'> & { readonly values: Collected } {
  const parameters = splitQuery(query)
  const collected = collect(assume, declaration, parameters)
  const values = parameters.some(isEmpty) ? withoutEmpty(assume, collected) : collected
  let filters = ''
  for (const { name, sent } of parameters) {
    if (!Object.hasOwn(pagingQuery, name) && declaration.names.has(name)) filters += `${sent}&`
  }
  const { page, limit } = values
  return { values, paging: readPaging(assume, page?.toString(), limit?.toString()), filters }
}

const isEmpty = ({ value }: Parameter): boolean => value === ''

/**
 * The values of a query without filters that are empty, where the register says that these do not count. An empty page or
 * limit is a bad one.
 * @throws ApiError invalid_request, where the register says so
 */
function withoutEmpty(assume: Assume, collected: Collected): Collected {
  const filters = Object.entries(collected).filter(([name]) => !Object.hasOwn(pagingQuery, name))
  const empty = filters.find(([, value]) => value === '' || (typeof value !== 'string' && value.includes('')))
  if (empty === undefined) return collected
  switch (assume('emptyFilter')) {
    case 'value':
      return collected
    case 'reject':
      throw new ApiError('invalid_request', `${empty[0]}: expected a value, got ${quote('')}`, empty[0])
    case 'ignore': {
      const values = { ...collected }
      for (const [name, value] of filters) {
        if (value === '') delete values[name]
        else if (typeof value !== 'string') values[name] = value.filter((one) => one !== '')
      }
      return values
    }
  }
}

/** The one value of a parameter that is given more than once. @throws ApiError invalid_request, where the register says so */
function singleValue(assume: Assume, name: string, earlier: string, later: string): string {
  const choice = assume('duplicateQuery')
  if (choice === 'reject') {
    throw new ApiError('invalid_request', `${name}: given more than once, expected one value`, name)
  }
  return choice === 'first' ? earlier : later
}

/** The parameters of a query, decoded, in order. @throws ApiError invalid_request where the encoding does not decode */
function splitQuery(query: string): readonly Parameter[] {
  if (query === '') return []
  const parameters: Parameter[] = []
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
