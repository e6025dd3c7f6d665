import * as z from 'zod/mini';
import type { DatasetIndex } from '../store/dataset-index.ts';
import type { KeyOwnership } from './key-index.ts';
import { type ApiKey } from './keys.ts';
/** The state of the keys in a snapshot: the differences from the dataset, without any secret. */
export declare const keyringState: z.ZodMiniLazy<z.ZodMiniObject<{
    made: z.ZodMiniInt;
    own: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        permissions: z.ZodMiniArray<z.ZodMiniString<string>>;
        quota: z.ZodMiniNullable<z.ZodMiniInt>;
        revoked: z.ZodMiniBoolean<boolean>;
        createdAt: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
        secretHash: z.ZodMiniString<string>;
    }, z.core.$strict>>;
}, z.core.$strict>>;
/** The state of the keys, as the keyring reads and gives it. */
interface KeyringState {
    readonly made: number;
    readonly own: readonly (Omit<ApiKey, 'permissions'> & {
        readonly permissions: readonly string[];
    })[];
}
/** A key to be made. */
interface KeyRequest {
    readonly name: string;
    readonly permissions: readonly string[];
    /** Requests an hour (null: the quota of the register). */
    readonly quota: number | null;
    /** 8 to 200 characters of ASCII without a space (drawn). */
    readonly secret?: string | undefined;
}
interface MadeKey {
    readonly key: ApiKey;
    readonly secret: string;
    /** Names of the sandboxes that have made a key with this secret. */
    readonly makers: readonly string[];
}
interface KeyringOptions {
    /** The keys of the dataset, read when they are first asked for. */
    readonly base: () => DatasetIndex<ApiKey>;
    readonly ownership: KeyOwnership;
    /** It is in the secrets, so that a balancer can lead requests by their key. */
    readonly seedName: string;
    /** The label that the id and the secret of a key are drawn by. @param number of the key, from 0 */
    readonly label: (number: number) => string;
}
/** The keys of a sandbox: the keys of the dataset, and the differences from them. */
export declare class Keyring {
    #private;
    /** @throws InputError for a state with two keys of one id or secret */
    constructor({ base, ownership, seedName, label }: KeyringOptions, { made, own }?: KeyringState);
    /** Undefined where nothing differs from the dataset. */
    get state(): KeyringState | undefined;
    /** The key with a secret, revoked or not. */
    find(secret: string): ApiKey | undefined;
    /** The key with the hash of a secret, revoked or not. */
    findByHash(secretHash: string): ApiKey | undefined;
    /** All keys, those of the dataset first. */
    list(): readonly ApiKey[];
    get(id: string): ApiKey | undefined;
    /** Makes a key. @returns it with its secret, which is stored nowhere; undefined where another key of this sandbox has that secret */
    create({ secret: wanted, name, permissions, quota }: KeyRequest, createdAt: number): MadeKey | undefined;
    /** Revokes a key for good. @returns it, undefined where none has the id */
    revoke(id: string): ApiKey | undefined;
}
export {};
