import * as z from 'zod/mini'

import { remembered } from '../../lib/lazily.ts'
import { uuidSchema } from '../../random/ids.ts'
import { defineCollection } from '../../sandbox/area-state.ts'
import { defineTable } from '../../store/dataset.ts'
import { instantSchema, keptInstant } from '../../time/instant.ts'

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

const component = {
  name: z.string(),
  type: z.string(),
  provider: z.string(),
  region: z.string(),
  status: z.string(),
}

/** An item of the resource list (§2.3). */
export const resourceItemSchema = z.strictObject({
  id: z.string(),
  ...component,
  created_at: z.iso.datetime(),
  tags: z.array(tagSchema),
})

/** A resource as a get answers it (§2.3). */
export const resourceSchema = z.strictObject({
  ...resourceItemSchema.shape,
  updated_at: z.iso.datetime(),
  details: detailsSchema,
})

/** A resource of the inventory (§2.3). Instants in Unix milliseconds. */
export interface Resource {
  /** A UUID in lower case. */
  readonly id: string
  readonly name: string
  readonly type: string
  readonly provider: string
  readonly region: string
  readonly status: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly tags: readonly { readonly key: string; readonly value: string }[]
  readonly details: z.infer<typeof detailsSchema>
}

const fixtureSchema = z.pipe(
  z.strictObject({
    id: uuidSchema,
    ...component,
    created_at: instantSchema,
    updated_at: instantSchema,
    tags: z.array(tagSchema),
    details: detailsSchema,
  }),
  z.transform(({ created_at, updated_at, ...rest }): Resource => ({
    ...rest,
    createdAt: created_at,
    updatedAt: updated_at,
  })),
)

/** Texts of tags that are kept, for each key, and keys of which any are. */
const [textsKept, keysKept] = [1024, 64]

const tagTexts = remembered(
  (key: string) => remembered((value: string) => JSON.stringify([key, value]), textsKept),
  keysKept,
)

/** A tag as one text that no other tag has: the value of the field `tag`. */
export const tagText = (key: string, value: string): string => tagTexts(key)(value)

/** The resources of a dataset: a record is what a get answers. */
export const resourceTable = defineTable<Resource>({
  file: 'resources.json',
  record: fixtureSchema,
  id: (resource) => resource.id,
  createdAt: (resource) => resource.createdAt,
  fields: {
    type: (resource) => [resource.type],
    provider: (resource) => [resource.provider],
    region: (resource) => [resource.region],
    status: (resource) => [resource.status],
    tag: (resource) => resource.tags.map(({ key, value }) => tagText(key, value)),
    tagKey: (resource) => resource.tags.map(({ key }) => key),
  },
})

/** A resource in a snapshot. */
const keptResource = z.strictObject({
  id: uuidSchema,
  ...component,
  tags: z.array(tagSchema),
  details: detailsSchema,
  createdAt: keptInstant,
  updatedAt: keptInstant,
})

/** The inventory of each sandbox. */
export const resources = defineCollection('resources', resourceTable, keptResource)
