import type { Assume, Choice } from '../assumptions/register.ts';
import type { ApiKey } from './keys.ts';
/** The permissions that the operations of a fake need (§5). */
export declare class Permissions {
    #private;
    /** In the finest division that the register has. */
    readonly all: readonly string[];
    /** Every name that one of them has under some model. */
    readonly names: readonly string[];
    constructor(all: readonly string[]);
    /** The name of the permission that a key lacks; undefined where it lacks none. It asks the register only where the models differ. */
    lacked(assume: Assume, key: ApiKey, permission: string): string | undefined;
    /** True if a key has every permission under a model. */
    isFull(key: ApiKey, model: Choice<'permissionModel'>): boolean;
}
