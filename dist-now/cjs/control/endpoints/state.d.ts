import * as z from 'zod/mini';
import type { Call } from '../client/call.ts';
export declare const summary: () => z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    version: z.ZodMiniString<string>;
    apiKey: z.ZodMiniNullable<z.ZodMiniString<string>>;
    httpsOrigin: z.ZodMiniOptional<z.ZodMiniString<string>>;
    clock: z.ZodMiniObject<{
        now: z.ZodMiniISODateTime;
        mode: z.ZodMiniEnum<{
            real: 'real';
            frozen: 'frozen';
        }>;
        rate: z.ZodMiniNumber<number>;
    }, z.core.$strict>;
    scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
    assumptions: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>>;
    quotas: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        limit: z.ZodMiniNumber<number>;
        remaining: z.ZodMiniNumber<number>;
        reset: z.ZodMiniISODateTime;
    }, z.core.$strict>>;
    counts: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniNumber<number>>;
}, z.core.$strict>;
/** A sandbox at a glance. */
export type Summary = z.infer<ReturnType<typeof summary>>;
export declare const stateEndpoints: {
    readonly health: {
        readonly method: "GET";
        readonly path: "/health";
        readonly summary: "Says that the fake is alive";
        readonly answer: () => z.ZodMiniObject<{
            status: z.ZodMiniString<string>;
        }, z.core.$strict>;
        readonly open: true;
    };
    readonly ready: {
        readonly method: "GET";
        readonly path: "/ready";
        readonly summary: "Says whether the fake takes requests, and whether its state is saved";
        readonly answer: () => z.ZodMiniObject<{
            status: z.ZodMiniString<string>;
            state: z.ZodMiniOptional<z.ZodMiniObject<{
                saved: z.ZodMiniBoolean<boolean>;
                reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
                lastSaveAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
            }, z.core.$strict>>;
        }, z.core.$strict>;
        readonly open: true;
    };
    readonly showSummary: {
        readonly method: "GET";
        readonly path: "";
        readonly summary: "Shows the sandbox at a glance, and lists what the control plane can be asked";
        readonly answer: () => z.ZodMiniObject<{
            name: z.ZodMiniString<string>;
            version: z.ZodMiniString<string>;
            apiKey: z.ZodMiniNullable<z.ZodMiniString<string>>;
            httpsOrigin: z.ZodMiniOptional<z.ZodMiniString<string>>;
            clock: z.ZodMiniObject<{
                now: z.ZodMiniISODateTime;
                mode: z.ZodMiniEnum<{
                    real: 'real';
                    frozen: 'frozen';
                }>;
                rate: z.ZodMiniNumber<number>;
            }, z.core.$strict>;
            scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
            assumptions: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>>;
            quotas: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                name: z.ZodMiniString<string>;
                limit: z.ZodMiniNumber<number>;
                remaining: z.ZodMiniNumber<number>;
                reset: z.ZodMiniISODateTime;
            }, z.core.$strict>>;
            counts: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniNumber<number>>;
            links: z.ZodMiniArray<z.ZodMiniObject<{
                method: z.ZodMiniString<string>;
                path: z.ZodMiniString<string>;
                summary: z.ZodMiniString<string>;
            }, z.core.$strict>>;
        }, z.core.$strict>;
    };
    readonly resetSandbox: {
        readonly method: "POST";
        readonly path: "/reset";
        readonly summary: "Resets the sandbox to the dataset, in every part";
        readonly answer: () => z.ZodMiniObject<{
            name: z.ZodMiniString<string>;
            version: z.ZodMiniString<string>;
            apiKey: z.ZodMiniNullable<z.ZodMiniString<string>>;
            httpsOrigin: z.ZodMiniOptional<z.ZodMiniString<string>>;
            clock: z.ZodMiniObject<{
                now: z.ZodMiniISODateTime;
                mode: z.ZodMiniEnum<{
                    real: 'real';
                    frozen: 'frozen';
                }>;
                rate: z.ZodMiniNumber<number>;
            }, z.core.$strict>;
            scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
            assumptions: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>>;
            quotas: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                name: z.ZodMiniString<string>;
                limit: z.ZodMiniNumber<number>;
                remaining: z.ZodMiniNumber<number>;
                reset: z.ZodMiniISODateTime;
            }, z.core.$strict>>;
            counts: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniNumber<number>>;
        }, z.core.$strict>;
    };
};
/** Creates the control of a sandbox as a whole. */
export declare function createStateControl(call: Call): {
    /** Shows the sandbox at a glance. */
    summary(): Promise<Summary>;
    /** Resets the sandbox to its state at the start, in every part. */
    reset(): Promise<void>;
};
/** One sandbox as a whole. */
export interface StateControl extends ReturnType<typeof createStateControl> {
}
