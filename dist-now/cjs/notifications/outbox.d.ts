import { type Delivery, type Notification } from './delivery.ts';
import { type DeliveryFilter } from './feed.ts';
import type { OutboxState } from './outbox-state.ts';
import { type OutboxSandbox } from './transmit.ts';
/** The webhooks and e-mails of one sandbox, sent or not. */
export declare class Outbox {
    #private;
    /**
     * @param replaced the outbox of the sandbox that is replaced: it must have the secret of the state, or have lost it (none: a
     * secret that a client set is lost)
     * @throws InputError for a state that cannot be used
     */
    constructor(sandbox: OutboxSandbox, state?: OutboxState, replaced?: Outbox);
    /** The signing secret (`whsec_…`, 24 bytes in base64). */
    get secret(): string;
    set secret(secret: string);
    /** The number of the delivery that was settled last; 0 where none was. */
    get lastSettled(): number;
    /** Undefined where nothing differs from a new outbox. An attempt under way is made again. */
    get state(): OutboxState | undefined;
    /** Sends a notification: its first attempt is due at once. */
    send(notification: Notification, nowMs: number): void;
    /** The deliveries that match, the newest last. */
    list(filter: DeliveryFilter): readonly Delivery[];
    /** The deliveries with the next attempt of each group. */
    get heads(): readonly Delivery[];
    /** @throws UnknownError */
    get(id: string): Delivery;
    /** Sends the deliveries of a group that wait for a later one which will not come. */
    release(group: string): void;
    /** Tries a delivery again, in any state, after the attempt of its group that is under way. @throws UnknownError */
    redeliver(id: string): Promise<Delivery>;
    /** The delivery that was settled next after a number, as `Feed.next` says. */
    next(after: number, filter: DeliveryFilter, signal: AbortSignal): Promise<Delivery | 'closed' | undefined>;
}
