import * as z from 'zod/mini'

import { DecidedBy, type Deciding } from '../../assumptions/decided-by.ts'
import type { SchemaContext } from '../../http/types.ts'
import { formatId, idSchema } from '../../random/ids.ts'
import { formatInstant, instantFormat } from '../../time/instant.ts'
import { cacheTexts } from '../define-area.ts'
import { extendedSchema } from '../extended-schema.ts'
import { type Resource, resourceIdKind, resourceItemSchema, resources, resourceSchema, statuses } from './resource.ts'

function chosen(context: SchemaContext) {
  const { choices } = context
  return {
    id: idSchema(resourceIdKind(choices.resourceIdFormat)),
    status: z.enum([...statusesOf(context)]),
    created_at: instantFormat(choices.timestampPrecision),
  }
}

function statusesOf({ choices, sandbox }: SchemaContext): ReadonlySet<string> {
  if (choices.resourceStatusValues === 'running') return new Set(['running'])
  return new Set([...statuses, ...resources(sandbox).values('status')])
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

const commonRows = DecidedBy.of('resourceIdFormat', 'timestampPrecision')

/** Creates writers for the choices of a request. All options of the row about status values agree on a running resource. */
function toWriter(isWhole: boolean): (ctx: Deciding) => (resource: Resource) => string {
  const texts = textsOf(isWhole)
  return ({ choices, decidedBy }) => {
    decidedBy.addAll(commonRows)
    const write = texts(choices)
    return (resource) => {
      if (resource.status !== 'running') decidedBy.add('resourceStatusValues')
      return write(resource)
    }
  }
}

export const itemWriter = toWriter(false)

export const recordWriter = toWriter(true)
