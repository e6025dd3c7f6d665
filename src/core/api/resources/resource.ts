import * as z from 'zod/mini'

import type { Choice, Profile } from '../../assumptions/register.ts'
import { anyIdSchema, type IdKind, idRule } from '../../random/ids.ts'
import { defineCollection } from '../../sandbox/area-state.ts'
import { defineTable } from '../../store/dataset.ts'
import { extraFields } from '../../store/extra.ts'
import { instantSchema, instantMs } from '../../time/instant.ts'

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

export const statuses: readonly string[] = ['running', 'stopped', 'terminated', 'provisioning']
