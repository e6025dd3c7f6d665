import * as z from 'zod/mini';
import type { Restored, Sandbox } from './sandbox.ts';
/** The name of a sandbox in a saved document. */
export declare const savedName: z.ZodMiniString<string>;
/** The incarnation of a sandbox in a saved document. */
export declare const savedIncarnation: z.ZodMiniInt;
/** The fields of a saved document that say which fake can load it. */
export declare const headFields: {
    readonly format: z.ZodMiniString<string>;
    /** Version of this form of document. */
    readonly version: z.ZodMiniInt;
    /** Version of the package. */
    readonly package: z.ZodMiniString<string>;
    readonly seed: z.ZodMiniInt;
    /** Fingerprint of the fixtures. */
    readonly dataset: z.ZodMiniString<string>;
};
/** A sandbox that an earlier fake saved. */
export interface SavedSandbox extends Required<Omit<Restored, 'replaced'>> {
    readonly name: string;
    readonly incarnation: number;
    /** When it was made and last used, in Unix milliseconds of the wall clock. */
    readonly createdMs: number;
    readonly usedMs: number;
}
/** A kind of saved document. */
export interface SavedKind {
    /** The kind, for messages (`snapshot`). */
    readonly noun: string;
    readonly format: string;
    /** Increases when older documents can no longer be loaded. */
    readonly version: number;
}
declare const headSchema: z.ZodMiniObject<{
    format: z.ZodMiniString<string>;
    version: z.ZodMiniInt;
    package: z.ZodMiniString<string>;
    seed: z.ZodMiniInt;
    dataset: z.ZodMiniString<string>;
}, z.core.$strict>;
type Head = z.infer<typeof headSchema>;
/** The fake that a sandbox is in. */
type Of = Pick<Sandbox, 'seed' | 'dataset'>;
/** The head of a document. @param version of the package */
export declare function headOf({ format, version: formatVersion }: SavedKind, { seed, dataset }: Of, version: string): Head;
/**
 * Reads a document that this fake can load.
 * @param version of the package
 * @throws InputError with the reason for one that it cannot load
 */
export declare function readSaved<T extends Head>(schema: z.ZodMiniType<T>, content: unknown, { noun, ...kind }: SavedKind, { seed, dataset }: Of, version: string): T;
export {};
