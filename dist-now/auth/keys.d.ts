import * as z from 'zod/mini';
/** An API key (§5), without its secret. */
export interface ApiKey {
    readonly id: string;
    readonly name: string;
    readonly permissions: ReadonlySet<string>;
    /** Requests an hour (null: the quota of the register). */
    readonly quota: number | null;
    readonly revoked: boolean;
    /** Unix milliseconds; null for a key of the fixtures. */
    readonly createdAt: number | null;
    /** SHA-256 of the secret, hexadecimal. */
    readonly secretHash: string;
}
/** The SHA-256 of a secret, hexadecimal. */
export declare const hashSecret: (secret: string) => string;
/** A hash in a file. */
export declare const hashForm: z.ZodMiniString<string>;
/** A secret that a person chose. */
export declare const secretForm: z.ZodMiniString<string>;
/** The keys of a dataset: a record has either `secret` or `secret_sha256`. */
export declare const keyTable: import("../store/dataset.ts").Table<ApiKey>;
/** The first secret of a key file that belongs to a key with full access. @param isFull true if a key may do everything */
export declare function readySecret(content: unknown, isFull: (key: ApiKey) => boolean): string | undefined;
