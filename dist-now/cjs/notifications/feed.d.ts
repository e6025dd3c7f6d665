import type { Delivery } from './delivery.ts';
/** The fields that a delivery must have; a field that is left out matches all. */
export interface DeliveryFilter {
    readonly kind?: Delivery['kind'] | undefined;
    readonly state?: Delivery['state'] | undefined;
    readonly group?: string | undefined;
}
/** True if a delivery has the fields of a filter. */
export declare function matchesFilter(delivery: Delivery, { kind, state, group }: DeliveryFilter): boolean;
/** Numbers deliveries as they are settled, and hands them to the callers that wait for one. */
export declare class Feed {
    #private;
    constructor(last: number);
    /** The number of the delivery that was settled last; 0 where none was. */
    get last(): number;
    /** Gives a delivery the next number, from 1, and hands it to the callers that wait for it. */
    settle(delivery: Delivery): void;
    /**
     * Waits for the delivery that is settled next after a number.
     * @param all the deliveries so far
     * @param after that number; 0 for the very first
     * @returns undefined once the signal is aborted, `closed` once no more can come
     */
    next(all: readonly Delivery[], after: number, filter: DeliveryFilter, signal: AbortSignal): Promise<Delivery | 'closed' | undefined>;
    /** Ends the waiting of all callers: no more deliveries can come. */
    close(): void;
}
