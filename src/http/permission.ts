import type { Assume } from '../assumptions/register.ts'
import type { ApiKey } from '../engine/keys.ts'

const areas = ['security', 'cloud', 'analysis'] as const
const actions = ['read', 'write'] as const

/** What an operation needs (§5): an area of the service and what is done there. */
export interface Permission {
  readonly area: (typeof areas)[number]
  readonly action: (typeof actions)[number]
}

const finest = (permission: Permission): string => `${permission.area}:${permission.action}`

/** The permissions that full access consists of: no operation needs `cloud:write`. */
export const allPermissions: readonly string[] = areas
  .flatMap((area) => actions.map((action) => finest({ area, action })))
  .filter((name) => name !== 'cloud:write')

/** The name of the permission that is needed, under the chosen model. */
export function permissionName(assume: Assume, permission: Permission): string {
  switch (assume('permissionModel')) {
    case 'area_read_write':
      return finest(permission)
    case 'read_write':
      return permission.action
    case 'area':
      return permission.area
  }
}

/** Whether a key has a permission: by its name, or by all of the finer ones that it stands for (`read` for every `…:read`). */
export function holds(key: ApiKey, name: string): boolean {
  if (key.permissions.has(name)) return true
  const parts = allPermissions.filter((finer) => finer.startsWith(`${name}:`) || finer.endsWith(`:${name}`))
  return parts.length > 0 && parts.every((finer) => key.permissions.has(finer))
}
