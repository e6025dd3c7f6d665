import { type Snapshot } from '../../sandbox/snapshot.ts';
import type { Call } from '../client/call.ts';
/** Limit of a snapshot in bytes: 16 MiB, enough for some 20,000 jobs. */
export declare const maxSnapshotBytes = 16777216;
export declare const snapshotEndpoints: {
    readonly saveSnapshot: {
        readonly method: "GET";
        readonly path: "/snapshot";
        readonly summary: "Saves the whole sandbox as one document";
        readonly isSecret: true;
        readonly answer: () => import("zod/mini").ZodMiniObject<{
            format: import("zod/mini").ZodMiniString<string>;
            version: import("zod/mini").ZodMiniInt;
            package: import("zod/mini").ZodMiniString<string>;
            seed: import("zod/mini").ZodMiniInt;
            dataset: import("zod/mini").ZodMiniString<string>;
            sandbox: import("zod/mini").ZodMiniObject<{
                name: import("zod/mini").ZodMiniString<string>;
                incarnation: import("zod/mini").ZodMiniInt;
            }, import("zod/v4/core").$strict>;
            parts: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>;
        }, import("zod/v4/core").$strict>;
    };
    readonly loadSnapshot: {
        readonly method: "PUT";
        readonly path: "/snapshot";
        readonly summary: "Replaces the sandbox by the one in a snapshot";
        readonly body: () => import("zod/mini").ZodMiniUnknown;
        readonly maxBodyBytes: 16777216;
        readonly answer: () => import("zod/mini").ZodMiniObject<{
            name: import("zod/mini").ZodMiniString<string>;
            version: import("zod/mini").ZodMiniString<string>;
            apiKey: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            httpsOrigin: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            clock: import("zod/mini").ZodMiniObject<{
                now: import("zod/mini").ZodMiniISODateTime;
                mode: import("zod/mini").ZodMiniEnum<{
                    real: 'real';
                    frozen: 'frozen';
                }>;
                rate: import("zod/mini").ZodMiniNumber<number>;
            }, import("zod/v4/core").$strict>;
            scenarios: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
            assumptions: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnion<readonly [import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniNumber<number>]>>;
            quotas: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                id: import("zod/mini").ZodMiniString<string>;
                name: import("zod/mini").ZodMiniString<string>;
                limit: import("zod/mini").ZodMiniNumber<number>;
                remaining: import("zod/mini").ZodMiniNumber<number>;
                reset: import("zod/mini").ZodMiniISODateTime;
            }, import("zod/v4/core").$strict>>;
            counts: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniNumber<number>>;
        }, import("zod/v4/core").$strict>;
    };
};
/** Creates the control of snapshots. @param onLoad runs after each load */
export declare function createSnapshotControl(call: Call, onLoad: () => Promise<void>): {
    /** Saves the whole sandbox as it is now: everything that differs from the dataset, as plain data without a secret. */
    save(): Promise<Snapshot>;
    /**
     * Replaces the sandbox by the one in a snapshot: from then on it answers as that one would have.
     * @param document the result of `save`, or the same after a round trip through JSON
     * @throws InputError for a snapshot of another version, seed or dataset, and for anything else; then nothing changes
     * @example
     * ```ts
     * const before = await fake.snapshot.save()
     * await fake.snapshot.load(before)
     * ```
     */
    load(document: unknown): Promise<void>;
};
/** The snapshots of one sandbox. */
export interface SnapshotControl extends ReturnType<typeof createSnapshotControl> {
}
