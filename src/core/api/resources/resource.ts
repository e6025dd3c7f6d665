import * as z from 'zod/mini'

import { DecidedBy, type Deciding } from '../../assumptions/decided-by.ts'
import type { Choice, Profile } from '../../assumptions/register.ts'
import type { SchemaContext } from '../../http/types.ts'
import { anyIdSchema, formatId, type IdKind, idRule, idSchema } from '../../random/ids.ts'
import { defineCollection } from '../../sandbox/area-state.ts'
import { defineTable } from '../../store/dataset.ts'
import { extraFields } from '../../store/extra.ts'
import { formatInstant, instantFormat, instantMs, instantSchema } from '../../time/instant.ts'
import { cacheTexts } from '../define-area.ts'
import { extendedSchema } from '../extended-schema.ts'

const tagSchema = z.strictObject({ key: z.string(), value: z.string() })

const ipAddress = z.union([z.ipv4(), z.ipv6()])

const detailsSchema = z.strictObject({
  instance_type: z.string(),
  vpc_id: z.string(),
  subnet_id: z.string(),
  public_ip: ipAddress,
  private_ip: ipAddress,
  security_groups: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  volumes: z.array(z.strictObject({ id: z.string(), size_gb: z.int().check(z.gte(0)), type: z.string() })),
})

const textFields = {
  name: z.string(),
  type: z.string(),
  provider: z.string(),
  region: z.string(),
  status: z.string(),
}

export const resourceItemSchema = z.strictObject({
  id: z.string(),
  ...textFields,
  created_at: z.iso.datetime(),
  tags: z.array(tagSchema),
})

export const resourceSchema = z.strictObject({
  ...resourceItemSchema.shape,
  updated_at: z.iso.datetime(),
  details: detailsSchema,
})

export const resourceCodec = z.strictObject({
  id: anyIdSchema,
  ...textFields,
  created_at: instantSchema,
  updated_at: instantSchema,
  tags: z.array(tagSchema),
  details: detailsSchema,
  ...extraFields,
})

const recordSchema = z.extend(resourceCodec, { created_at: instantMs, updated_at: instantMs })

/** A resource of the inventory (§2.3). Instants are Unix milliseconds, and a UUID is in lower case. */
export type Resource = Readonly<z.infer<typeof recordSchema>>

/** A unique text for a tag: the value of the field `tag`. */
export const tagText = (key: string, value: string): string => `${key.length} ${key} ${value}`

/** The ids of resources in fixtures. */
export const resourceIds = { kind: (profile: Profile) => resourceIdKind(profile.resourceIdFormat), rule: idRule }

export const resourceTable = defineTable<Resource>({
  file: 'resources.json',
  record: resourceCodec,
  documented: resourceSchema,
  id: (resource) => resource.id,
  ids: { id: resourceIds },
  createdAt: (resource) => resource.created_at,
  fields: {
    type: (resource) => [resource.type],
    provider: (resource) => [resource.provider],
    region: (resource) => [resource.region],
    status: (resource) => [resource.status],
    tag: (resource) => resource.tags.map(({ key, value }) => tagText(key, value)),
    tagKey: (resource) => resource.tags.map(({ key }) => key),
  },
})

export const resources = defineCollection('resources', resourceTable, recordSchema)

export function resourceIdKind(format: Choice<'resourceIdFormat'>): IdKind {
  return { format, prefix: 'res' }
}

function chosen({ choices, sandbox }: SchemaContext) {
  const several = ['stopped', 'terminated', 'provisioning', ...resources(sandbox).values('status')]
  const others = choices.resourceStatusValues === 'running' ? [] : several
  return {
    id: idSchema(resourceIdKind(choices.resourceIdFormat)),
    status: z.enum([...new Set(['running', ...others])]),
    created_at: instantFormat(choices.timestampPrecision),
  }
}

export function resourceItemResponse(context: SchemaContext): z.ZodMiniType {
  return context.component('ResourceItem', () =>
    extendedSchema(resources(context.sandbox), z.extend(resourceItemSchema, chosen(context)), true),
  )
}

export function resourceResponse(context: SchemaContext): z.ZodMiniType {
  const updated_at = instantFormat(context.choices.timestampPrecision)
  return context.component('Resource', () =>
    extendedSchema(resources(context.sandbox), z.extend(resourceSchema, { ...chosen(context), updated_at })),
  )
}

const textsOf = (isWhole: boolean) =>
  cacheTexts(resources, (resource, choices) => {
    const { id, name, type, provider, region, status, tags, details, created_at, updated_at } = resource
    const instant = (atMs: number) => formatInstant(atMs, choices.timestampPrecision)
    const head = {
      id: formatId(id, resourceIdKind(choices.resourceIdFormat)),
      name,
      type,
      provider,
      region,
      status: choices.resourceStatusValues === 'running' ? 'running' : status,
      created_at: instant(created_at),
    }
    return isWhole ? { ...head, updated_at: instant(updated_at), tags, details } : { ...head, tags }
  })

const itemTexts = textsOf(false)
const recordTexts = textsOf(true)

const commonRows = DecidedBy.of('resourceIdFormat', 'timestampPrecision')

function textOf({ choices, decidedBy }: Deciding, resource: Resource, texts: typeof itemTexts): string {
  decidedBy.addAll(commonRows)
  // All options agree on a running resource.
  if (resource.status !== 'running') decidedBy.add('resourceStatusValues')
  return texts(choices)(resource)
}

export const itemText = (ctx: Deciding, resource: Resource) => textOf(ctx, resource, itemTexts)

export const recordText = (ctx: Deciding, resource: Resource) => textOf(ctx, resource, recordTexts)
