import { keysOf } from '../lib/keys-of.ts'
import type { Choice } from './register.ts'

/** Permissions (§5) in the finest division that the register has: an area, and reading or writing. */
export const permissions = ['security:read', 'security:write', 'cloud:read', 'analysis:read', 'analysis:write'] as const

/** One of `permissions`. */
export type Permission = (typeof permissions)[number]

/** The name of a permission under each model. */
export const permissionNames: Readonly<Record<Choice<'permissionModel'>, (permission: Permission) => string>> = {
  area_read_write: (permission) => permission,
  read_write: (permission) => permission.slice(permission.indexOf(':') + 1),
  area: (permission) => permission.slice(0, permission.indexOf(':')),
}

/** All names of permissions under all models. */
export const knownPermissionNames: readonly string[] = [
  ...new Set(keysOf(permissionNames).flatMap((model) => permissions.map(permissionNames[model]))),
]
