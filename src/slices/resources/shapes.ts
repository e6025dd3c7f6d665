import * as z from 'zod/mini'

import { idShape } from '../../engine/ids.ts'
import { instantShape } from '../../engine/instant.ts'
import { resourceIdKind } from '../../http/resource-id.ts'
import type { Shaping } from '../../http/shaping.ts'
import { resourceItemSchema, resourceSchema } from './resource.ts'

/** The fields of a resource that depend on the register. */
function chosen({ assume }: Shaping) {
  return {
    id: idShape(resourceIdKind(assume('resourceIdFormat'))),
    status: assume('resourceStatusValues') === 'running' ? z.enum(['running']) : z.string(),
    created_at: instantShape(assume('timestampPrecision')),
  }
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
