import * as z from 'zod/mini'

import { decide, type Deciding } from '../../assumptions/decided-by.ts'
import type { Choice, Profile } from '../../assumptions/register.ts'
import { filterText, openValueSchema, toFilters } from '../../http/parameters.ts'
import type { FilterContext, SchemaContext } from '../../http/types.ts'
import { quote } from '../../lib/input-error.ts'
import { listed } from '../../lib/listed.ts'
import { ApiError } from '../../spec/api-error.ts'
import type { Term } from '../../store/dataset-index.ts'
import { defineArea } from '../define-area.ts'
import { defineList, type Filters } from '../define-list.ts'
import { defineGet } from '../define-operation.ts'
import {
  itemText,
  recordText,
  resourceIdKind,
  resourceItemResponse,
  resourceResponse,
  resources,
  tagText,
} from './resource.ts'

const getResource = defineGet({
  id: 'getResource',
  path: '/cloud/resources/{id}',
  permission: 'cloud:read',
  summary: 'Gets a resource',
  idKind: (ctx) => resourceIdKind(decide(ctx, 'resourceIdFormat')),
  schema: resourceResponse,
  handle: (ctx, id) => {
    const resource = resources(ctx.sandbox).get(id)
    return resource === undefined ? undefined : recordText(ctx, resource)
  },
})

/** A filter by one value of a field. */
const valueFilter = (field: string, description: string) => ({
  description,
  schema: ({ choices, sandbox }: SchemaContext) =>
    choices.resourceValues === 'reject'
      ? openValueSchema('reject', resources(sandbox).values(field))
      : filterText({ choices }),
  select: (ctx: FilterContext, value: string) => {
    const inventory = resources(ctx.sandbox)
    const terms = toFilters(ctx, inventory, 'resourceValues', [field, field], value, (got) => {
      const known = [...inventory.dataset.values(field)].toSorted()
      return `expected one of ${listed(known, ', ', String)}, got ${got}`
    })
    return { terms }
  },
})

export const resourceFilters = {
  type: valueFilter('type', 'Filter by resource type.'),
  provider: valueFilter('provider', 'Filter by cloud provider.'),
  region: valueFilter('region', 'Filter by region.'),
  tag: {
    description: 'Filter by tag; may be repeated.',
    schema: ({ choices }) => z.array(tagSchema(choices)),
    isRepeated: true,
    select: (ctx, tags) => ({ terms: tagTerms(ctx, tags) }),
  },
} satisfies Filters

const listResources = defineList({
  id: 'listResources',
  path: '/cloud/resources',
  permission: 'cloud:read',
  summary: 'Lists resources',
  filters: resourceFilters,
  schema: resourceItemResponse,
  collection: resources,
  write: itemText,
})

function tagTerms(ctx: Deciding, filters: readonly string[]): Term[] {
  const [first, ...more] = filters.map((filter) => tagTerm(ctx, filter))
  if (first === undefined) return []
  if (more.length === 0 || decide(ctx, 'tagRepeat') === 'all') return [first, ...more]
  return [{ field: first.field, anyOf: [first, ...more].flatMap((term) => term.anyOf) }]
}

/** The separator of key and value in a tag filter. */
const separators = { colon: ':', equals: '=' } as const satisfies Record<Exclude<Choice<'tagFormat'>, 'key'>, string>

function tagSchema(choices: Profile): z.ZodMiniType {
  const format = choices.tagFormat
  if (format === 'key' || choices.tagMalformed === 'empty') return filterText({ choices })
  const separator = separators[format]
  return z.string().check(z.regex(new RegExp(`^[^${separator}]+${separator}`)))
}

function tagTerm(ctx: Deciding, filter: string): Term {
  const format = decide(ctx, 'tagFormat')
  if (format === 'key') return { field: 'tagKey', anyOf: [filter] }
  const separator = separators[format]
  const at = filter.indexOf(separator)
  if (at > 0) return { field: 'tag', anyOf: [tagText(filter.slice(0, at), filter.slice(at + 1))] }
  if (decide(ctx, 'tagMalformed') === 'empty') return { field: 'tag', anyOf: [] }
  throw new ApiError('invalid_request', `tag: expected key${separator}value, got ${quote(filter)}`, 'tag')
}

export const resourcesArea = defineArea({
  name: 'resources',
  section: '4.2',
  description: 'Cloud resources: the inventory (§4.2).',
  columns: ['id', 'name', 'type', 'status', 'provider', 'region'],
  operations: [listResources, getResource],
  collection: resources,
  admin: async () => (await import('./admin.ts')).resourceAdmin,
  hasLifecycle: false,
  generate: async (_, seed, count) => (await import('./factory.ts')).generateResources(seed, count),
})
