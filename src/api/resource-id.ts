import type { Choice } from '../assumptions/register.ts'
import type { IdKind } from '../random/ids.ts'

/** How a resource id is written (§2.3, §7), under a choice of `resourceIdFormat`: both areas that show one read it here. */
export function resourceIdKind(format: Choice<'resourceIdFormat'>): IdKind {
  return { format, prefix: 'res' }
}
