import * as z from 'zod/mini';
/** The state of an outbox in a snapshot. */
export declare const outboxState: z.ZodMiniLazy<z.ZodMiniObject<{
    made: z.ZodMiniInt;
    lastSettled: z.ZodMiniInt;
    secretHash: z.ZodMiniOptional<z.ZodMiniString<string>>;
    deliveries: z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniObject<{
        group: z.ZodMiniString<string>;
        about: z.ZodMiniString<string>;
        event: z.ZodMiniString<string>;
        isLast: z.ZodMiniBoolean<boolean>;
        subject: z.ZodMiniString<string>;
        kind: z.ZodMiniEnum<{
            email: "email";
            webhook: "webhook";
        }>;
        to: z.ZodMiniString<string>;
        body: z.ZodMiniString<string>;
        id: z.ZodMiniString<string>;
        number: z.ZodMiniInt;
        createdMs: z.ZodMiniNumber<number>;
        state: z.ZodMiniEnum<{
            delivered: "delivered";
            failed: "failed";
            kept: "kept";
            pending: "pending";
            refused: "refused";
        }>;
        reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
        nextMs: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
        tries: z.ZodMiniInt;
        resends: z.ZodMiniInt;
        held: z.ZodMiniBoolean<boolean>;
        attempts: z.ZodMiniArray<z.ZodMiniObject<{
            atMs: z.ZodMiniNumber<number>;
            status: z.ZodMiniNullable<z.ZodMiniInt>;
            durationMs: z.ZodMiniNumber<number>;
            reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
            response: z.ZodMiniString<string>;
            tampered: z.ZodMiniOptional<z.ZodMiniLiteral<true>>;
        }, z.core.$strict>>;
        sent: z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>]>>;
        settled: z.ZodMiniNullable<z.ZodMiniInt>;
    }, z.core.$strict>>>;
    turns: z.ZodMiniArray<z.ZodMiniTuple<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>], null>>;
}, z.core.$strict>>;
/** The state of an outbox in a snapshot. */
export type OutboxState = z.infer<typeof outboxState>;
