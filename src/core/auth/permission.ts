import { decide, type Deciding } from '../assumptions/decided-by.ts'
import { permissionNames } from '../assumptions/permissions.ts'
import type { Choice } from '../assumptions/register.ts'
import { keysOf } from '../lib/keys-of.ts'
import { memoizeByObject } from '../lib/lazily.ts'
import type { ApiKey } from './keys.ts'

const models = keysOf(permissionNames)

export class Permissions {
  /** The permissions of the finest model. */
  readonly all: readonly string[]
  /** Their names under all models. */
  readonly names: readonly string[]
  /** The permissions that a key has under every model. */
  readonly #undisputedOf = memoizeByObject((key: ApiKey): ReadonlySet<string> => {
    const isHeld = (permission: string): boolean => models.every((model) => this.#holds(key, permission, model))
    return new Set(this.all.filter(isHeld))
  })

  constructor(all: readonly string[]) {
    this.all = all
    this.names = [...new Set(models.flatMap((model) => all.map(permissionNames[model])))]
  }

  /** The name of the permission that a key lacks; undefined for none. It reads the register only if the models differ. */
  missingPermission(ctx: Deciding, key: ApiKey, permission: string): string | undefined {
    if (this.#undisputedOf(key).has(permission)) return undefined
    const model = decide(ctx, 'permissionModel')
    return this.#holds(key, permission, model) ? undefined : permissionNames[model](permission)
  }

  isFull(key: ApiKey, model: Choice<'permissionModel'>): boolean {
    return this.all.every((permission) => this.#holds(key, permission, model))
  }

  /** True if a key has a permission of a model, or all finer ones (for `read`, every `…:read`). */
  #holds(key: ApiKey, permission: string, model: Choice<'permissionModel'>): boolean {
    const nameOf = permissionNames[model]
    const name = nameOf(permission)
    if (key.permissions.has(name)) return true
    return this.all.filter((finer) => nameOf(finer) === name).every((finer) => key.permissions.has(finer))
  }
}
