import { keysOf } from '../lib/keys-of.ts'
import type { Choice } from './register.ts'

/** What operations need (§5), in the finest division that the register has: an area, and what is done there. */
export const permissions = ['security:read', 'security:write', 'cloud:read', 'analysis:read', 'analysis:write'] as const

/** One of `permissions`. */
export type Permission = (typeof permissions)[number]

/** The name of a permission under each model. */
export const permissionNames: Readonly<Record<Choice<'permissionModel'>, (permission: Permission) => string>> = {
  area_read_write: (permission) => permission,
  read_write: (permission) => permission.slice(permission.indexOf(':') + 1),
  area: (permission) => permission.slice(0, permission.indexOf(':')),
}

/** Every name that a permission has under some model. */
export const knownPermissionNames: readonly string[] = [
  ...new Set(keysOf(permissionNames).flatMap((model) => permissions.map(permissionNames[model]))),
]
