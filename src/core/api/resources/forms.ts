import * as z from 'zod/mini'

import { DecidedBy, type Deciding } from '../../assumptions/decided-by.ts'
import type { Profile } from '../../assumptions/register.ts'
import type { SchemaContext } from '../../http/types.ts'
import { cacheJson } from '../../lib/json-text.ts'
import { memoizeByObject } from '../../lib/lazily.ts'
import { formatId, idSchema } from '../../random/ids.ts'
import { formatInstant, instantFormat } from '../../time/instant.ts'
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

type Writer = (resource: Resource) => string

/** Creates a writer for the choices of a profile. @param isRunning shows every status as running */
function writerOf(choices: Profile, isWhole: boolean, isRunning: boolean): Writer {
  const [idKind, precision] = [resourceIdKind(choices.resourceIdFormat), choices.timestampPrecision]
  return cacheJson((resource) => {
    const { id, name, type, provider, region, status, tags, details, created_at, updated_at } = resource
    const words = { id: formatId(id, idKind), name, type, provider, region, status: isRunning ? 'running' : status }
    const head = { ...words, created_at: formatInstant(created_at, precision) }
    const whole = { ...head, updated_at: formatInstant(updated_at, precision), tags, details }
    return resources.table.text(resource, isWhole ? whole : { ...head, tags })
  })
}

const commonRows = DecidedBy.of('resourceIdFormat', 'timestampPrecision')

/** Creates writers for the choices of a request. All options of the row about status values agree on a running resource. */
function toWriter(isWhole: boolean): (ctx: Deciding) => Writer {
  const writers = memoizeByObject((choices: Profile) =>
    writerOf(choices, isWhole, choices.resourceStatusValues === 'running'),
  )
  return ({ choices, decidedBy }) => {
    decidedBy.addAll(commonRows)
    const write = writers(choices)
    return (resource) => {
      if (resource.status !== 'running') decidedBy.add('resourceStatusValues')
      return write(resource)
    }
  }
}

export const itemWriter = toWriter(false)

export const recordWriter = toWriter(true)
