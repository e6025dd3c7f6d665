import * as z from 'zod/mini';
/** The state of the scenarios in a snapshot. It is complete, so that the options of the fake that loads it do not matter. */
export declare const managerState: z.ZodMiniLazy<z.ZodMiniObject<{
    choices: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>>;
    lifecycles: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniLazy<z.ZodMiniObject<{
        completeAfterMs: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
        estimateMs: z.ZodMiniNumber<number>;
        outcome: z.ZodMiniEnum<{
            completed: "completed";
            failed: "failed";
        }>;
    }, z.core.$strict>>>;
    delay: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
        min: z.ZodMiniString<string>;
        max: z.ZodMiniString<string>;
    }, z.core.$strict>, z.ZodMiniObject<{
        median: z.ZodMiniString<string>;
        p99: z.ZodMiniString<string>;
    }, z.core.$strict>]>>>;
    draws: z.ZodMiniOptional<z.ZodMiniInt>;
    quotas: z.ZodMiniLazy<z.ZodMiniObject<{
        sinceMs: z.ZodMiniNumber<number>;
        limits: z.ZodMiniArray<z.ZodMiniTuple<readonly [z.ZodMiniString<string>, z.ZodMiniInt], null>>;
        meters: z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniDiscriminatedUnion<[z.ZodMiniObject<{
            window: z.ZodMiniEnum<{
                clock_hour: "clock_hour";
                first_request: "first_request";
            }>;
            owner: z.ZodMiniString<string>;
            startMs: z.ZodMiniNumber<number>;
            endMs: z.ZodMiniNumber<number>;
            used: z.ZodMiniInt;
        }, z.core.$strict>, z.ZodMiniObject<{
            window: z.ZodMiniLiteral<"sliding">;
            owner: z.ZodMiniString<string>;
            seconds: z.ZodMiniArray<z.ZodMiniTuple<readonly [z.ZodMiniNumber<number>, z.ZodMiniInt], null>>;
        }, z.core.$strict>], "window">>>;
    }, z.core.$strict>>;
    inline: z.ZodMiniArray<z.ZodMiniUnknown>;
    active: z.ZodMiniArray<z.ZodMiniObject<{
        name: z.ZodMiniString<string>;
        definition: z.ZodMiniString<string>;
        inactive: z.ZodMiniBoolean<boolean>;
        sinceMs: z.ZodMiniNumber<number>;
        rules: z.ZodMiniArray<z.ZodMiniObject<{
            matches: z.ZodMiniInt;
            hits: z.ZodMiniInt;
        }, z.core.$strict>>;
        quotas: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniObject<{
            sinceMs: z.ZodMiniNumber<number>;
            limits: z.ZodMiniArray<z.ZodMiniTuple<readonly [z.ZodMiniString<string>, z.ZodMiniInt], null>>;
            meters: z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniDiscriminatedUnion<[z.ZodMiniObject<{
                window: z.ZodMiniEnum<{
                    clock_hour: "clock_hour";
                    first_request: "first_request";
                }>;
                owner: z.ZodMiniString<string>;
                startMs: z.ZodMiniNumber<number>;
                endMs: z.ZodMiniNumber<number>;
                used: z.ZodMiniInt;
            }, z.core.$strict>, z.ZodMiniObject<{
                window: z.ZodMiniLiteral<"sliding">;
                owner: z.ZodMiniString<string>;
                seconds: z.ZodMiniArray<z.ZodMiniTuple<readonly [z.ZodMiniNumber<number>, z.ZodMiniInt], null>>;
            }, z.core.$strict>], "window">>>;
        }, z.core.$strict>>>;
    }, z.core.$strict>>;
    on: z.ZodMiniArray<z.ZodMiniString<string>>;
}, z.core.$strict>>;
/** The state of the scenarios in a snapshot. */
export type ManagerState = z.infer<typeof managerState>;
