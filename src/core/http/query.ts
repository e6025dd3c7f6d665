import { decide, type Deciding } from '../assumptions/decided-by.ts'
import { quote } from '../lib/input-error.ts'
import { ApiError } from '../spec/api-error.ts'
import { type Paging, pagingSchemas, readPaging } from '../store/pagination.ts'
import type { QueryParameters } from './types.ts'

export const pagingParameters = {
  page: { description: 'Page number, from 1 (§8).', schema: ({ choices }) => pagingSchemas(choices).page },
  limit: { description: 'Items on a page (§8).', schema: ({ choices }) => pagingSchemas(choices).limit },
} satisfies QueryParameters

/** The values of the parameters in a query: a text, or all texts of a repeatable parameter. */
export type QueryValues<Declared extends QueryParameters> = {
  readonly [Name in keyof Declared]?: Declared[Name] extends { readonly isRepeated: true } ? readonly string[] : string
}

interface Parameter {
  readonly name: string
  readonly value: string
  readonly sent: string
}

interface ListQuery<Values> {
  readonly values: Values
  readonly paging: Paging
  /** The parameters except `page` and `limit`, as sent, for the links to other pages. */
  readonly filters: string
}

type Collected = Record<string, string | readonly string[]>

export function refuseQuery(ctx: Deciding, query: string): void {
  if (query !== '') collect(ctx, {}, splitQuery(query))
}

export function readListQuery<Declared extends QueryParameters>(
  ctx: Deciding,
  declared: Declared,
  query: string,
): ListQuery<QueryValues<Declared>>
export function readListQuery(ctx: Deciding, declared: QueryParameters, query: string): ListQuery<Collected> {
  const parameters = splitQuery(query)
  const values = collect(ctx, declared, parameters)
  if (parameters.some(({ value }) => value === '')) dropEmpty(ctx, values)
  let filters = ''
  for (const { name, sent } of parameters) if (isFilter(name) && Object.hasOwn(declared, name)) filters += `${sent}&`
  const { page, limit } = values
  return { values, paging: readPaging(ctx, page?.toString(), limit?.toString()), filters }
}

const isFilter = (name: string): boolean => !Object.hasOwn(pagingParameters, name)

function collect(ctx: Deciding, declared: QueryParameters, parameters: readonly Parameter[]): Collected {
  const values: Collected = {}
  for (const { name, value } of parameters) {
    if (!Object.hasOwn(declared, name)) {
      if (decide(ctx, 'unknownQuery') === 'ignore') continue
      throw new ApiError('invalid_request', `${name}: not a query parameter of this operation`)
    }
    const earlier = values[name]
    if (declared[name]?.isRepeated === true) values[name] = [earlier ?? [], value].flat()
    else if (earlier === undefined) values[name] = value
    else if (decide(ctx, 'duplicateQuery') === 'reject') {
      throw new ApiError('invalid_request', `${name}: given more than once, expected one value`, name)
    } else if (decide(ctx, 'duplicateQuery') === 'last') values[name] = value
  }
  return values
}

/** Drops empty filters, if the register ignores them. An empty page or limit stays, and is invalid. */
function dropEmpty(ctx: Deciding, values: Collected): void {
  for (const [name, value] of Object.entries(values)) {
    const kept = [value].flat().filter((one) => one !== '')
    if (!isFilter(name) || kept.length === [value].flat().length) continue
    const choice = decide(ctx, 'emptyFilter')
    if (choice === 'value') return
    if (choice === 'reject') throw new ApiError('invalid_request', `${name}: expected a value, got ${quote('')}`, name)
    if (typeof value === 'string') delete values[name]
    else values[name] = kept
  }
}

function splitQuery(query: string): readonly Parameter[] {
  const parameters: Parameter[] = []
  for (const sent of query.split('&')) {
    if (sent === '') continue
    const equals = sent.indexOf('=')
    const name = decode(equals === -1 ? sent : sent.slice(0, equals), sent)
    parameters.push({ name, value: equals === -1 ? '' : decode(sent.slice(equals + 1), sent), sent })
  }
  return parameters
}

// URLSearchParams would hide an invalid encoding behind a replacement character.
function decode(text: string, sent: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new ApiError('invalid_request', `${quote(sent)}: percent-encoding in the query does not decode as UTF-8`)
  }
}
