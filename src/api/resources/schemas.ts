import * as z from 'zod/mini'

import { resourceIdKind } from '../../http/resource-id.ts'
import type { Shaping } from '../../http/schema-context.ts'
import { idShape } from '../../random/ids.ts'
import { instantShape } from '../../time/instant.ts'
import { statuses } from './factory.ts'
import { resourceItemSchema, resources, resourceSchema } from './resource.ts'

/** The fields of a resource that depend on the register. */
function chosen(shaping: Shaping) {
  const { assume } = shaping
  return {
    id: idShape(resourceIdKind(assume('resourceIdFormat'))),
    status: z.enum([...statusesOf(shaping)]),
    created_at: instantShape(assume('timestampPrecision')),
  }
}

/** The statuses that resources have: those that are drawn, and those that records have now. */
function statusesOf({ assume, sandbox }: Shaping): ReadonlySet<string> {
  if (assume('resourceStatusValues') === 'running') return new Set(['running'])
  return new Set([...statuses.map(({ value }) => value), ...resources(sandbox).values('status')])
}

/** An item of the resource list under the choices of a sandbox. */
export function resourceItemShape(shaping: Shaping): z.ZodMiniType {
  return shaping.named('ResourceItem', () => z.extend(resourceItemSchema, chosen(shaping)))
}

/** A whole resource under the choices of a sandbox. */
export function resourceShape(shaping: Shaping): z.ZodMiniType {
  return shaping.named('Resource', () =>
    z.extend(resourceSchema, { ...chosen(shaping), updated_at: instantShape(shaping.assume('timestampPrecision')) }),
  )
}
