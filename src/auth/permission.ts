import { type Permission, permissionNames as names, permissions } from '../assumptions/permissions.ts'
import type { Assume, Choice } from '../assumptions/register.ts'
import { keysOf } from '../lib/keys-of.ts'
import type { ApiKey } from './keys.ts'

/** Whether a key has a permission of a model: by its name, or by all of the finer ones that it stands for (`read` for every `…:read`). */
function holds(key: ApiKey, permission: Permission, model: Choice<'permissionModel'>): boolean {
  const nameOf = names[model]
  const name = nameOf(permission)
  if (key.permissions.has(name)) return true
  return permissions.filter((finer) => nameOf(finer) === name).every((finer) => key.permissions.has(finer))
}

const known = new WeakMap<ApiKey, ReadonlySet<Permission>>()

/** The permissions that a key has whatever the model. */
function undisputed(key: ApiKey): ReadonlySet<Permission> {
  const held =
    known.get(key) ??
    new Set(permissions.filter((permission) => keysOf(names).every((model) => holds(key, permission, model))))
  known.set(key, held)
  return held
}

/** The name of the permission that a key lacks; undefined where it may. The register is asked only where the models differ. */
export function lackedPermission(assume: Assume, key: ApiKey, permission: Permission): string | undefined {
  if (undisputed(key).has(permission)) return undefined
  const model = assume('permissionModel')
  return holds(key, permission, model) ? undefined : names[model](permission)
}

/** Whether a key may do everything under a model. */
export function isFull(key: ApiKey, model: Choice<'permissionModel'>): boolean {
  return permissions.every((permission) => holds(key, permission, model))
}
