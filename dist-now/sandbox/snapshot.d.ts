import * as z from 'zod/mini';
import type { Sandbox } from './sandbox.ts';
import type { Sandboxes } from './sandboxes.ts';
/** A whole sandbox as one document: the fake that can load it, the identity of the sandbox, and the differences from the dataset. */
export declare const snapshotSchema: z.ZodMiniObject<{
    format: z.ZodMiniString<string>;
    version: z.ZodMiniInt;
    package: z.ZodMiniString<string>;
    seed: z.ZodMiniInt;
    dataset: z.ZodMiniString<string>;
    sandbox: z.ZodMiniObject<{
        name: z.ZodMiniString<string>;
        incarnation: z.ZodMiniInt;
    }, z.core.$strict>;
    parts: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
}, z.core.$strict>;
/** A whole sandbox as one document. */
export type Snapshot = z.infer<typeof snapshotSchema>;
/** Takes a snapshot of a sandbox. @param version of the package */
export declare function takeSnapshot(taken: Sandbox, version: string): Snapshot;
/**
 * Puts the sandbox of a snapshot in the place of another, under the name of that one.
 * @param version of the package
 * @throws InputError with the reason for a snapshot that cannot be used here; then nothing changes
 */
export declare function loadSnapshot(sandboxes: Sandboxes, replaced: Sandbox, content: unknown, version: string): void;
