import type { Choice } from './register.ts'

/** The names of a permission (`cloud:read`) under all models. */
export type PermissionName<Permission extends string> =
  | Permission
  | (Permission extends `${infer Part}:${infer Access}` ? Part | Access : never)

/** The name of a permission (`cloud:read`) under each model. */
export const permissionNames: Readonly<Record<Choice<'permissionModel'>, (permission: string) => string>> = {
  area_read_write: (permission) => permission,
  read_write: (permission) => permission.slice(permission.indexOf(':') + 1),
  area: (permission) => permission.slice(0, permission.indexOf(':')),
}
