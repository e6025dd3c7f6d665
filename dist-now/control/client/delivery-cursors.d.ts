import { type DeliveryInfo, type DeliveryQuery } from '../endpoints/outbox.ts';
import { type Call } from './call.ts';
/** The positions up to which one client has read the outbox of a sandbox: a cursor for each selection of deliveries. */
export declare class DeliveryCursors {
    #private;
    constructor(call: Call);
    /** Waits for a delivery that no earlier call for the same selection got. @throws ControlError when the time is up */
    next(query: DeliveryQuery, timeout: string): Promise<DeliveryInfo>;
    /** Puts cursors back that are beyond the end of the outbox, after a snapshot has replaced it. */
    catchUp(): Promise<void>;
}
