import * as z from 'zod/mini';
import type { Call } from '../client/call.ts';
import { type KnownForms } from './endpoint.ts';
declare const keyInfo: () => z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    permissions: z.ZodMiniArray<z.ZodMiniString<string>>;
    quota: z.ZodMiniNullable<z.ZodMiniInt>;
    revoked: z.ZodMiniBoolean<boolean>;
    createdAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
}, z.core.$strict>;
declare const createdKey: () => z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    permissions: z.ZodMiniArray<z.ZodMiniString<string>>;
    quota: z.ZodMiniNullable<z.ZodMiniInt>;
    createdAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
    secret: z.ZodMiniString<string>;
}, z.core.$strict>;
declare const newKey: <Permission extends string>({ permission }: Pick<KnownForms<Permission>, 'permission'>) => z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    permissions: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniType<Permission, unknown, z.core.$ZodTypeInternals<Permission, unknown>>>>;
    quota: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
    secret: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strict>;
export declare const quotaInfo: () => z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    limit: z.ZodMiniNumber<number>;
    remaining: z.ZodMiniNumber<number>;
    reset: z.ZodMiniISODateTime;
}, z.core.$strict>;
declare const quotaPatch: () => z.ZodMiniObject<{
    limit: z.ZodMiniOptional<z.ZodMiniInt>;
    remaining: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
    resetsIn: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strict>;
/** An API key without its secret. */
export type KeyInfo = z.infer<ReturnType<typeof keyInfo>>;
/** A key to create. It gets all permissions, the usual quota and a drawn secret, unless the fields say otherwise. */
export type NewKey<Permission extends string = string> = z.infer<ReturnType<typeof newKey<Permission>>>;
/** A key that was just created, with its secret: no other answer has it. */
export type CreatedKey = z.infer<ReturnType<typeof createdKey>>;
/** The quota of an API key. */
export type QuotaInfo = z.infer<ReturnType<typeof quotaInfo>>;
/** Changes to a quota. A field that is left out stays as it is. */
export type QuotaPatch = z.input<ReturnType<typeof quotaPatch>>;
export declare const keyEndpoints: {
    readonly listKeys: {
        readonly method: "GET";
        readonly path: "/keys";
        readonly summary: "Lists all keys, without their secrets";
        readonly answer: () => z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                name: z.ZodMiniString<string>;
                permissions: z.ZodMiniArray<z.ZodMiniString<string>>;
                quota: z.ZodMiniNullable<z.ZodMiniInt>;
                revoked: z.ZodMiniBoolean<boolean>;
                createdAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
            }, z.core.$strict>>;
        }, z.core.$strict>;
    };
    readonly showKey: {
        readonly method: "GET";
        readonly path: "/keys/{name}";
        readonly summary: "Shows a key, without its secret";
        readonly answer: () => z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            permissions: z.ZodMiniArray<z.ZodMiniString<string>>;
            quota: z.ZodMiniNullable<z.ZodMiniInt>;
            revoked: z.ZodMiniBoolean<boolean>;
            createdAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
        }, z.core.$strict>;
    };
    readonly createKey: {
        readonly method: "POST";
        readonly path: "/keys";
        readonly summary: "Creates a key; only this answer has its secret";
        readonly body: typeof newKey;
        readonly answer: () => z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            permissions: z.ZodMiniArray<z.ZodMiniString<string>>;
            quota: z.ZodMiniNullable<z.ZodMiniInt>;
            createdAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
            secret: z.ZodMiniString<string>;
        }, z.core.$strict>;
        readonly status: 201;
    };
    readonly revokeKey: {
        readonly method: "DELETE";
        readonly path: "/keys/{name}";
        readonly summary: "Revokes a key";
        readonly answer: () => z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            permissions: z.ZodMiniArray<z.ZodMiniString<string>>;
            quota: z.ZodMiniNullable<z.ZodMiniInt>;
            revoked: z.ZodMiniBoolean<boolean>;
            createdAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
        }, z.core.$strict>;
    };
    readonly listQuotas: {
        readonly method: "GET";
        readonly path: "/quota";
        readonly summary: "Lists limit, remaining requests and reset of each key";
        readonly answer: () => z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                name: z.ZodMiniString<string>;
                limit: z.ZodMiniNumber<number>;
                remaining: z.ZodMiniNumber<number>;
                reset: z.ZodMiniISODateTime;
            }, z.core.$strict>>;
        }, z.core.$strict>;
    };
    readonly showQuota: {
        readonly method: "GET";
        readonly path: "/quota/{name}";
        readonly summary: "Shows limit, remaining requests and reset of a key";
        readonly answer: () => z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            limit: z.ZodMiniNumber<number>;
            remaining: z.ZodMiniNumber<number>;
            reset: z.ZodMiniISODateTime;
        }, z.core.$strict>;
    };
    readonly changeQuota: {
        readonly method: "PUT";
        readonly path: "/quota/{name}";
        readonly summary: "Sets the quota of a key";
        readonly body: () => z.ZodMiniObject<{
            limit: z.ZodMiniOptional<z.ZodMiniInt>;
            remaining: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
            resetsIn: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strict>;
        readonly answer: () => z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            limit: z.ZodMiniNumber<number>;
            remaining: z.ZodMiniNumber<number>;
            reset: z.ZodMiniISODateTime;
        }, z.core.$strict>;
    };
};
/** Creates the control of API keys. */
export declare function createKeyControl(call: Call): {
    /** Lists all keys, without their secrets. */
    list(): Promise<readonly KeyInfo[]>;
    create(key: NewKey): Promise<CreatedKey>;
    /**
     * Revokes a key for good.
     * @throws InputError where no key has the id
     */
    revoke(id: string): Promise<KeyInfo>;
};
/** The API keys of one sandbox. */
export interface KeyControl<Permission extends string> extends Omit<ReturnType<typeof createKeyControl>, 'create'> {
    /**
     * Creates a key. Only this answer has its secret.
     * @throws InputError for a key that cannot be used, and for a secret that another key has
     * @example
     * ```ts
     * const { secret } = await fake.keys.create({ name: 'reader', permissions: ['security:read'], quota: 10 })
     * ```
     */
    create(key: NewKey<Permission>): Promise<CreatedKey>;
}
/** Creates the control of quotas. */
export declare function createQuotaControl(call: Call): {
    /** Lists the quota of each key that is not revoked. */
    list(): Promise<readonly QuotaInfo[]>;
    /**
     * Shows the quota of a key.
     * @throws InputError where no key has the id
     * @example
     * ```ts
     * const { remaining } = await fake.quota.show('full-access')
     * ```
     */
    show(keyId: string): Promise<QuotaInfo>;
    /**
     * Changes the quota of a key.
     * @throws InputError where no key has the id, and for a value that cannot be used; then nothing changes
     * @example
     * ```ts
     * await fake.quota.set('full-access', { remaining: 1, resetsIn: '30s' })
     * ```
     */
    set(keyId: string, change: QuotaPatch): Promise<QuotaInfo>;
};
/** The quotas of one sandbox, by key. */
export interface QuotaControl extends ReturnType<typeof createQuotaControl> {
}
export {};
