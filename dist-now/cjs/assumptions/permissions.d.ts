import type { Choice } from './register.ts';
/** Every name that a permission (`cloud:read`) has under some model. */
export type PermissionName<Permission extends string> = Permission | (Permission extends `${infer Part}:${infer Access}` ? Part | Access : never);
/** The name of a permission (`cloud:read`: a part of the API, and an access to it) under each model. */
export declare const permissionNames: Readonly<Record<Choice<'permissionModel'>, (permission: string) => string>>;
/** Every name that some permissions have under some model. */
export declare function permissionNamesOf(permissions: readonly string[]): readonly string[];
