import * as z from 'zod/mini'

import type { SchemaContext } from '../../http/schema-context.ts'
import { idSchema } from '../../random/ids.ts'
import { instantFormat } from '../../time/instant.ts'
import { resourceIdKind } from '../resource-id.ts'
import { resourceItemSchema, resources, resourceSchema } from './resource.ts'
import { statuses } from './statuses.ts'

function chosen(context: SchemaContext) {
  const { assume } = context
  return {
    id: idSchema(resourceIdKind(assume('resourceIdFormat'))),
    status: z.enum([...statusesOf(context)]),
    created_at: instantFormat(assume('timestampPrecision')),
  }
}

/** The statuses that resources have: those that are drawn, and those that records have now. */
function statusesOf({ assume, sandbox }: SchemaContext): ReadonlySet<string> {
  if (assume('resourceStatusValues') === 'running') return new Set(['running'])
  return new Set([...statuses, ...resources(sandbox).values('status')])
}

export function resourceItemResponse(context: SchemaContext): z.ZodMiniType {
  return context.component('ResourceItem', () => z.extend(resourceItemSchema, chosen(context)))
}

export function resourceResponse(context: SchemaContext): z.ZodMiniType {
  return context.component('Resource', () =>
    z.extend(resourceSchema, { ...chosen(context), updated_at: instantFormat(context.assume('timestampPrecision')) }),
  )
}
