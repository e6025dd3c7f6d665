import type { Choice } from '../assumptions/register.ts'
import type { IdKind } from '../random/ids.ts'

/** The form of the id of a resource (§2.3, §7), under a choice of `resourceIdFormat`. Two areas show such ids. */
export function resourceIdKind(format: Choice<'resourceIdFormat'>): IdKind {
  return { format, prefix: 'res' }
}
