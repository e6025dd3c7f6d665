import * as z from 'zod/mini';
import type { Call } from '../client/call.ts';
import type { DeliveryCursors } from '../client/delivery-cursors.ts';
declare const deliveryInfo: () => z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    kind: z.ZodMiniEnum<{
        email: "email";
        webhook: "webhook";
    }>;
    job: z.ZodMiniString<string>;
    event: z.ZodMiniString<string>;
    to: z.ZodMiniString<string>;
    state: z.ZodMiniEnum<{
        delivered: "delivered";
        failed: "failed";
        kept: "kept";
        pending: "pending";
        refused: "refused";
    }>;
    reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
    createdAt: z.ZodMiniISODateTime;
    nextAttemptAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
    settled: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
    attempts: z.ZodMiniArray<z.ZodMiniObject<{
        at: z.ZodMiniISODateTime;
        status: z.ZodMiniNullable<z.ZodMiniInt>;
        durationMs: z.ZodMiniNumber<number>;
        reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
        response: z.ZodMiniString<string>;
    }, z.core.$strict>>;
    body: z.ZodMiniString<string>;
    headers: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>>;
    subject: z.ZodMiniOptional<z.ZodMiniString<string>>;
    message: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
}, z.core.$strict>;
/** An e-mail or a webhook, with every attempt to deliver it. */
export type DeliveryInfo = z.infer<ReturnType<typeof deliveryInfo>>;
/** A selection of deliveries (all). */
export interface DeliveryQuery {
    readonly kind?: DeliveryInfo['kind'];
    readonly state?: DeliveryInfo['state'];
    /** Id of the job. */
    readonly job?: string;
}
export declare const outboxEndpoints: {
    readonly listOutbox: {
        readonly method: "GET";
        readonly path: "/outbox";
        readonly summary: "Lists e-mails and webhooks, the newest last";
        readonly query: {
            readonly kind: {
                description: string;
                schema: () => z.ZodMiniEnum<{
                    email: "email";
                    webhook: "webhook";
                }>;
            };
            readonly state: {
                description: string;
                schema: () => z.ZodMiniEnum<{
                    delivered: "delivered";
                    failed: "failed";
                    kept: "kept";
                    pending: "pending";
                    refused: "refused";
                }>;
            };
            readonly job: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
            readonly limit: {
                description: string;
                schema: () => z.ZodMiniInt;
            };
        };
        readonly answer: () => z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                kind: z.ZodMiniEnum<{
                    email: "email";
                    webhook: "webhook";
                }>;
                job: z.ZodMiniString<string>;
                event: z.ZodMiniString<string>;
                to: z.ZodMiniString<string>;
                state: z.ZodMiniEnum<{
                    delivered: "delivered";
                    failed: "failed";
                    kept: "kept";
                    pending: "pending";
                    refused: "refused";
                }>;
                reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
                createdAt: z.ZodMiniISODateTime;
                nextAttemptAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
                settled: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
                attempts: z.ZodMiniArray<z.ZodMiniObject<{
                    at: z.ZodMiniISODateTime;
                    status: z.ZodMiniNullable<z.ZodMiniInt>;
                    durationMs: z.ZodMiniNumber<number>;
                    reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
                    response: z.ZodMiniString<string>;
                }, z.core.$strict>>;
                body: z.ZodMiniString<string>;
                headers: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>>;
                subject: z.ZodMiniOptional<z.ZodMiniString<string>>;
                message: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
            }, z.core.$strict>>;
        }, z.core.$strict>;
    };
    readonly nextOfOutbox: {
        readonly method: "GET";
        readonly path: "/outbox/next";
        readonly summary: "Waits for the next delivery that ends; `item` is null when the time is up, `cursor` goes into the next request";
        readonly query: {
            readonly kind: {
                description: string;
                schema: () => z.ZodMiniEnum<{
                    email: "email";
                    webhook: "webhook";
                }>;
            };
            readonly state: {
                description: string;
                schema: () => z.ZodMiniEnum<{
                    delivered: "delivered";
                    failed: "failed";
                    kept: "kept";
                    pending: "pending";
                    refused: "refused";
                }>;
            };
            readonly job: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
            readonly after: {
                readonly description: "The cursor of an earlier answer (the beginning).";
                readonly schema: () => z.ZodMiniString<string>;
            };
            readonly timeout: {
                readonly description: "How long to wait: a duration of at most 10m (30s).";
                readonly schema: () => z.ZodMiniString<string>;
            };
        };
        readonly answer: () => z.ZodMiniObject<{
            item: z.ZodMiniNullable<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                kind: z.ZodMiniEnum<{
                    email: "email";
                    webhook: "webhook";
                }>;
                job: z.ZodMiniString<string>;
                event: z.ZodMiniString<string>;
                to: z.ZodMiniString<string>;
                state: z.ZodMiniEnum<{
                    delivered: "delivered";
                    failed: "failed";
                    kept: "kept";
                    pending: "pending";
                    refused: "refused";
                }>;
                reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
                createdAt: z.ZodMiniISODateTime;
                nextAttemptAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
                settled: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
                attempts: z.ZodMiniArray<z.ZodMiniObject<{
                    at: z.ZodMiniISODateTime;
                    status: z.ZodMiniNullable<z.ZodMiniInt>;
                    durationMs: z.ZodMiniNumber<number>;
                    reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
                    response: z.ZodMiniString<string>;
                }, z.core.$strict>>;
                body: z.ZodMiniString<string>;
                headers: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>>;
                subject: z.ZodMiniOptional<z.ZodMiniString<string>>;
                message: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
            }, z.core.$strict>>;
            cursor: z.ZodMiniString<string>;
        }, z.core.$strict>;
    };
    readonly showDelivery: {
        readonly method: "GET";
        readonly path: "/outbox/{name}";
        readonly summary: "Shows a delivery";
        readonly answer: () => z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            kind: z.ZodMiniEnum<{
                email: "email";
                webhook: "webhook";
            }>;
            job: z.ZodMiniString<string>;
            event: z.ZodMiniString<string>;
            to: z.ZodMiniString<string>;
            state: z.ZodMiniEnum<{
                delivered: "delivered";
                failed: "failed";
                kept: "kept";
                pending: "pending";
                refused: "refused";
            }>;
            reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
            createdAt: z.ZodMiniISODateTime;
            nextAttemptAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
            settled: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
            attempts: z.ZodMiniArray<z.ZodMiniObject<{
                at: z.ZodMiniISODateTime;
                status: z.ZodMiniNullable<z.ZodMiniInt>;
                durationMs: z.ZodMiniNumber<number>;
                reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
                response: z.ZodMiniString<string>;
            }, z.core.$strict>>;
            body: z.ZodMiniString<string>;
            headers: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>>;
            subject: z.ZodMiniOptional<z.ZodMiniString<string>>;
            message: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        }, z.core.$strict>;
    };
    readonly redeliver: {
        readonly method: "POST";
        readonly path: "/outbox/{name}/redeliver";
        readonly summary: "Tries a delivery again and answers after the attempt";
        readonly answer: () => z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            kind: z.ZodMiniEnum<{
                email: "email";
                webhook: "webhook";
            }>;
            job: z.ZodMiniString<string>;
            event: z.ZodMiniString<string>;
            to: z.ZodMiniString<string>;
            state: z.ZodMiniEnum<{
                delivered: "delivered";
                failed: "failed";
                kept: "kept";
                pending: "pending";
                refused: "refused";
            }>;
            reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
            createdAt: z.ZodMiniISODateTime;
            nextAttemptAt: z.ZodMiniNullable<z.ZodMiniISODateTime>;
            settled: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
            attempts: z.ZodMiniArray<z.ZodMiniObject<{
                at: z.ZodMiniISODateTime;
                status: z.ZodMiniNullable<z.ZodMiniInt>;
                durationMs: z.ZodMiniNumber<number>;
                reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
                response: z.ZodMiniString<string>;
            }, z.core.$strict>>;
            body: z.ZodMiniString<string>;
            headers: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>>;
            subject: z.ZodMiniOptional<z.ZodMiniString<string>>;
            message: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        }, z.core.$strict>;
        readonly isAside: true;
    };
    readonly showSigningSecret: {
        readonly method: "GET";
        readonly path: "/signing-secret";
        readonly summary: "Shows the secret that signs webhooks";
        readonly isSecret: true;
        readonly answer: () => z.ZodMiniObject<{
            secret: z.ZodMiniString<string>;
        }, z.core.$strict>;
    };
    readonly setSigningSecret: {
        readonly method: "PUT";
        readonly path: "/signing-secret";
        readonly summary: "Sets the secret that signs webhooks";
        readonly body: () => z.ZodMiniObject<{
            secret: z.ZodMiniString<string>;
        }, z.core.$strict>;
        readonly answer: () => z.ZodMiniObject<{
            secret: z.ZodMiniString<string>;
        }, z.core.$strict>;
    };
};
/** Creates the control of the outbox. @param cursors the position of the client in it */
export declare function createOutboxControl(call: Call, cursors: DeliveryCursors): {
    /**
     * Lists deliveries, the newest last.
     * @param query a selection (all); `limit` keeps the newest
     */
    list(query?: DeliveryQuery & {
        readonly limit?: number;
    }): Promise<readonly DeliveryInfo[]>;
    /**
     * Shows a delivery.
     * @throws InputError where none has the id
     */
    show(id: string): Promise<DeliveryInfo>;
    /**
     * Waits for the next delivery that ends: delivered, failed, refused or kept. Each call with the same selection returns another one.
     * @param query a selection (all), and how long to wait in real time (`30s`)
     * @throws ControlError when the time is up
     * @example
     * ```ts
     * const { body } = await fake.outbox.next({ kind: 'webhook', timeout: '5s' })
     * ```
     */
    next(query?: DeliveryQuery & {
        readonly timeout?: string;
    }): Promise<DeliveryInfo>;
    /**
     * Tries a delivery again, and resolves after the attempt.
     * @throws InputError where none has the id
     */
    redeliver(id: string): Promise<DeliveryInfo>;
    /** Shows the secret that signs webhooks. */
    signingSecret(): Promise<string>;
    /**
     * Sets the secret that signs webhooks.
     * @param secret `whsec_` and 24 to 64 bytes in base64
     * @throws InputError for anything else
     */
    setSigningSecret(secret: string): Promise<void>;
};
/** The e-mails and webhooks that one sandbox sends. */
export interface OutboxControl extends ReturnType<typeof createOutboxControl> {
}
export {};
