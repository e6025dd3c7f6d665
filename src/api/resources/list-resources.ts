import * as z from 'zod/mini'

import type { Assume, Choice } from '../../assumptions/register.ts'
import { openValueSchema } from '../../http/enums.ts'
import { toFilters } from '../../http/filters.ts'
import { defineQuery, pagingQuery } from '../../http/query.ts'
import { filterText, type SchemaFor } from '../../http/schema-context.ts'
import { quote } from '../../lib/input-error.ts'
import { listed } from '../../lib/listed.ts'
import { ApiError } from '../../spec/api-error.ts'
import type { Term } from '../../store/dataset-index.ts'
import { defineList } from '../define-list.ts'
import { resources, tagText } from './resource.ts'
import { resourceItemResponse } from './schemas.ts'
import { itemWriter } from './serialize.ts'

export const resourceQuery = defineQuery(
  {
    type: z.optional(z.string()),
    provider: z.optional(z.string()),
    region: z.optional(z.string()),
    tag: z.optional(z.array(z.string())),
    ...pagingQuery,
  },
  ['tag'],
)

/** The values that occur, where the register refuses others. */
const filterOf =
  (field: string): SchemaFor =>
  ({ assume, sandbox }) =>
    assume('resourceValues') === 'reject'
      ? openValueSchema('reject', resources(sandbox).values(field))
      : filterText({ assume })

const fields = ['type', 'provider', 'region'] as const

function filterBy(assume: Assume, inventory: ReturnType<typeof resources>, field: string, value: string): Term[] {
  const wrong = () => {
    const known = listed([...inventory.dataset.values(field)].toSorted(), ', ', String)
    return new ApiError('invalid_request', `${field}: expected one of ${known}, got ${quote(value)}`, field)
  }
  return toFilters(inventory, field, value, () => assume('resourceValues'), wrong)
}

/** `GET /cloud/resources` (§4.2). */
export const listResources = defineList({
  id: 'listResources',
  path: '/cloud/resources',
  permission: 'cloud:read',
  summary: 'Lists the resources of the inventory',
  query: resourceQuery,
  filters: {
    type: { description: 'Filter by resource type.', schema: filterOf('type') },
    provider: { description: 'Filter by cloud provider.', schema: filterOf('provider') },
    region: { description: 'Filter by region.', schema: filterOf('region') },
    tag: { description: 'Filter by tag; may be repeated.', schema: ({ assume }) => z.array(tagSchema(assume)) },
  },
  schema: resourceItemResponse,
  collection: resources,
  select: ({ assume, sandbox }, values) => {
    const inventory = resources(sandbox)
    const terms: Term[] = []
    for (const field of fields) {
      const value = values[field]
      if (value !== undefined) terms.push(...filterBy(assume, inventory, field, value))
    }
    if (values.tag !== undefined) terms.push(...tagTerms(assume, values.tag))
    return { terms }
  },
  writer: itemWriter,
})

function tagTerms(assume: Assume, filters: readonly string[]): Term[] {
  const [first, ...more] = filters.map((filter) => tagTerm(assume, filter))
  if (first === undefined) return []
  if (more.length === 0 || assume('tagRepeat') === 'all') return [first, ...more]
  return [{ field: first.field, anyOf: [first, ...more].flatMap((term) => term.anyOf) }]
}

/** The sign between key and value of a tag filter, and the form of the whole. */
const tagForms = {
  colon: { sign: ':', form: 'key:value' },
  equals: { sign: '=', form: 'key=value' },
} as const satisfies Record<Exclude<Choice<'tagFormat'>, 'key'>, object>

function tagSchema(assume: Assume): z.ZodMiniType {
  const format = assume('tagFormat')
  if (format === 'key' || assume('tagMalformed') === 'empty') return filterText({ assume })
  const { sign } = tagForms[format]
  return z.string().check(z.regex(new RegExp(`^[^${sign}]+${sign}`)))
}

function tagTerm(assume: Assume, filter: string): Term {
  const format = assume('tagFormat')
  if (format === 'key') return { field: 'tagKey', anyOf: [filter] }
  const { sign, form } = tagForms[format]
  const at = filter.indexOf(sign)
  if (at > 0) return { field: 'tag', anyOf: [tagText(filter.slice(0, at), filter.slice(at + 1))] }
  if (assume('tagMalformed') === 'empty') return { field: 'tag', anyOf: [] }
  throw new ApiError('invalid_request', `tag: expected ${form}, got ${quote(filter)}`, 'tag')
}
