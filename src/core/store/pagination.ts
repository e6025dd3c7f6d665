import * as z from 'zod/mini'

import { decide, type Deciding } from '../assumptions/decided-by.ts'
import type { Profile } from '../assumptions/register.ts'
import { quote } from '../lib/input-error.ts'
import { quoted } from '../lib/json-text.ts'
import { ApiError } from '../spec/api-error.ts'
import { paginationWith } from '../spec/envelope.ts'
import { defaultPageSize, maxPageSize } from '../spec/limits.ts'
import type { List } from './query.ts'

export type Paging = Readonly<ReturnType<typeof readPaging>>

/** Reads `page` and `limit` (1 to 100) of a query (§8). @throws ApiError invalid_request, if the profile rejects them */
export function readPaging(ctx: Deciding, page: string | undefined, limit: string | undefined) {
  const size = readCount(ctx, 'limit', limit) ?? defaultPageSize
  const number = readCount(ctx, 'page', page) ?? 1
  if (size > maxPageSize && decide(ctx, 'limitAboveMax') === 'reject') {
    throw new ApiError('invalid_request', `limit: expected at most ${maxPageSize}, got ${size}`)
  }
  return { page: number, limit: Math.min(size, maxPageSize) }
}

/** The maximum of `page` and `limit`: every JSON parser reads integers up to it exactly, so that a response can repeat it. */
const maxCount = Number.MAX_SAFE_INTEGER

function readCount(ctx: Deciding, name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d+$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= maxCount) return count
  if (decide(ctx, 'pagingInvalid') === 'default') return undefined
  const bound = count < 1 ? 'at least 1' : `at most ${maxCount}`
  throw new ApiError('invalid_request', `${name}: expected a whole number of ${bound}, got ${quote(text)}`)
}

/** Takes a page of a query result (§2.1). @throws ApiError for a page after the last, if the register rejects it */
export function toPage<R>(
  ctx: Deciding,
  found: List<R>,
  { page, limit }: Paging,
  pageUrl: (page: number, limit: number) => string,
) {
  const lastPage = found.total === 0 ? Number(decide(ctx, 'emptyListPages')) : Math.ceil(found.total / limit)
  const end = Math.max(1, lastPage)
  const beyondEnd = page > end ? decide(ctx, 'pageBeyondEnd') : 'empty'
  if (beyondEnd !== 'empty') throw new ApiError(beyondEnd, `page: expected at most ${end}, got ${page}`)
  const isNear = page - 1 <= lastPage || decide(ctx, 'prevBeyondEnd') === 'page_before'
  const previous = isNear ? page - 1 : lastPage
  const next = linkText(ctx, 'next_page', page < lastPage ? pageUrl(page + 1, limit) : undefined)
  const prev = linkText(ctx, 'prev_page', previous >= 1 ? pageUrl(previous, limit) : undefined)
  const counts = `"total_items":${found.total},"total_pages":${lastPage},"current_page":${page},"items_per_page":${limit}`
  const items = found.slice((page - 1) * limit, page * limit)
  // The order matters only if more than one record could come first.
  return { items, pagination: `{${counts}${next}${prev}}`, orderDecided: items.length > 0 && found.total > 1 }
}

function linkText(ctx: Deciding, name: 'next_page' | 'prev_page', url: string | undefined): string {
  if (url !== undefined) return `,"${name}":${quoted(url)}`
  const edge = decide(ctx, 'pageLinksAtEdge')
  if (edge === 'absent') return ''
  return `,"${name}":${edge === 'null' ? 'null' : '""'}`
}

export function paginationSchema(choices: Profile): z.ZodMiniType {
  const url = z.string().check(z.minLength(1))
  const links = { absent: z.optional(url), null: z.nullable(url), empty_string: z.string() }
  return paginationWith(links[choices.pageLinksAtEdge], Number(choices.emptyListPages))
}

/** The schemas of `page` and `limit`, by the choices of the register. They allow any integer if an invalid value counts as absent. */
export function pagingSchemas(choices: Profile): { readonly page: z.ZodMiniType; readonly limit: z.ZodMiniType } {
  const count = choices.pagingInvalid === 'reject' ? z.int().check(z.gte(1)) : z.int()
  const size = choices.limitAboveMax === 'reject' ? count.check(z.lte(maxPageSize)) : count
  return { page: z._default(count, 1), limit: z._default(size, defaultPageSize) }
}
