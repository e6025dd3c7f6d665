import * as z from 'zod/mini'

import type { Assume } from '../../assumptions/register.ts'
import { cachedPerProfile, type ChoiceReader } from '../../assumptions/used.ts'
import type { SchemaContext } from '../../http/operation.ts'
import { cacheJson } from '../../lib/json-text.ts'
import { formatId, idSchema } from '../../random/ids.ts'
import { formatInstant, instantFormat } from '../../time/instant.ts'
import { extendedSchema } from '../extended-schema.ts'
import { type Resource, resourceIdKind, resourceItemSchema, resources, resourceSchema, statuses } from './resource.ts'

function chosen(context: SchemaContext) {
  const { assume } = context
  return {
    id: idSchema(resourceIdKind(assume('resourceIdFormat'))),
    status: z.enum([...statusesOf(context)]),
    created_at: instantFormat(assume('timestampPrecision')),
  }
}

function statusesOf({ assume, sandbox }: SchemaContext): ReadonlySet<string> {
  if (assume('resourceStatusValues') === 'running') return new Set(['running'])
  return new Set([...statuses, ...resources(sandbox).values('status')])
}

export function resourceItemResponse(context: SchemaContext): z.ZodMiniType {
  return context.component('ResourceItem', () =>
    extendedSchema(resources(context.sandbox), z.extend(resourceItemSchema, chosen(context)), true),
  )
}

export function resourceResponse(context: SchemaContext): z.ZodMiniType {
  const updated_at = instantFormat(context.assume('timestampPrecision'))
  return context.component('Resource', () =>
    extendedSchema(resources(context.sandbox), z.extend(resourceSchema, { ...chosen(context), updated_at })),
  )
}

type Writer = (resource: Resource) => string

/** Creates a writer for the choices of a profile. @param isRunning shows every status as running */
function writerOf(assume: Assume, isWhole: boolean, isRunning: boolean): Writer {
  const [idKind, precision] = [resourceIdKind(assume('resourceIdFormat')), assume('timestampPrecision')]
  return cacheJson((resource) => {
    const { id, name, type, provider, region, status, tags, details, created_at, updated_at } = resource
    const words = { id: formatId(id, idKind), name, type, provider, region, status: isRunning ? 'running' : status }
    const head = { ...words, created_at: formatInstant(created_at, precision) }
    const whole = { ...head, updated_at: formatInstant(updated_at, precision), tags, details }
    return resources.table.text(resource, isWhole ? whole : { ...head, tags })
  })
}

/**
 * Creates writers for the choices of a request. They read the row about status values only for a resource that is not
 * running, since all options agree on a running one.
 */
function toWriter(isWhole: boolean): (reading: ChoiceReader) => Writer {
  const running = cachedPerProfile((assume) => writerOf(assume, isWhole, false))
  const other = cachedPerProfile((assume) => writerOf(assume, isWhole, assume('resourceStatusValues') === 'running'))
  return (reading) => {
    const writeRunning = running(reading)
    return (resource) => (resource.status === 'running' ? writeRunning : other(reading))(resource)
  }
}

export const itemWriter = toWriter(false)

export const recordWriter = toWriter(true)
