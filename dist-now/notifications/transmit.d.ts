import type { ByteUsage } from '../lib/byte-limit.ts';
import type { Settings } from '../scenarios/settings.ts';
import { type Clock } from '../time/clock.ts';
import type { Scheduler } from '../time/scheduler.ts';
import { type Delivery, type Outcome } from './delivery.ts';
import type { NotificationTransport } from './transport.ts';
/** The parts of a sandbox that its outbox uses. */
export interface OutboxSandbox {
    readonly seed: number;
    readonly seedName: string;
    /** The label that the id of a delivery is drawn by. */
    readonly label: (kind: string, number: number) => string;
    readonly clock: Clock;
    readonly scheduler: Scheduler;
    readonly scenarios: {
        readonly settings: Settings;
    };
    readonly transport: NotificationTransport;
    /** The bytes of pending deliveries. */
    readonly notifications: ByteUsage;
    /** Counts the attempts, by kind and result. */
    readonly attempts: Map<string, number>;
}
/** Sends a delivery once. @param secret signs a webhook @param begin called when the request goes out */
export declare function transmit(sandbox: OutboxSandbox, delivery: Delivery, secret: string, begin: () => void): Promise<Outcome>;
