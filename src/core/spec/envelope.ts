import * as z from 'zod/mini'

import { type ErrorCode, errorSchema } from './errors.ts'
import { maxPageSize } from './limits.ts'

const link = z.optional(z.nullable(z.string()))

/** The pagination object of a collection (§2.1). */
const paginationSchema = z.strictObject({
  total_items: z.int().check(z.gte(0)),
  total_pages: z.int().check(z.gte(0)),
  current_page: z.int().check(z.gte(1)),
  items_per_page: z.int().check(z.gte(1), z.lte(maxPageSize)),
  next_page: link,
  prev_page: link,
})

export function paginationWith(link: z.ZodMiniType, minPages: number) {
  const total_pages = z.int().check(z.gte(minPages))
  return z.strictObject({ ...paginationSchema.shape, total_pages, next_page: link, prev_page: link })
}

/** The envelope of an error (§2.1). */
export const errorEnvelopeSchema = z.strictObject({ status: z.literal('error'), error: errorSchema })

export function errorEnvelopeOf(codes: readonly ErrorCode[]) {
  const error = z.strictObject({ ...errorSchema.shape, code: z.enum(codes) })
  return z.strictObject({ ...errorEnvelopeSchema.shape, error })
}

/** The envelope around one record (§2.1). */
export function itemEnvelope<T extends z.ZodMiniType>(data: T) {
  return z.strictObject({ status: z.literal('success'), data })
}

/** The envelope around a page of a collection (§2.1). */
export const listEnvelope = <T extends z.ZodMiniType>(item: T) => listEnvelopeWith(item, paginationSchema)

export function listEnvelopeWith<T extends z.ZodMiniType, P extends z.ZodMiniType>(item: T, pagination: P) {
  return z.strictObject({ status: z.literal('success'), data: z.array(item), pagination })
}
