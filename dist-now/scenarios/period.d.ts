import * as z from 'zod/mini';
/** The fields of a rule's conditions that say in which time it holds. */
export declare const periodFields: {
    from: z.ZodMiniOptional<z.ZodMiniString<string>>;
    for: z.ZodMiniOptional<z.ZodMiniString<string>>;
};
/** The time in which a rule holds, in Unix milliseconds. */
export interface Period {
    readonly fromMs: number;
    /** The first instant at which it no longer holds; undefined for no end. */
    readonly endMs: number | undefined;
}
/** The fields of a rule that say when it holds. */
export interface TimeFields {
    readonly from?: string | undefined;
    readonly for?: string | undefined;
}
/** The time in which a rule holds; undefined for always. @param sinceMs the instant at which its scenario was switched on */
export declare function periodOf({ from, for: length }: TimeFields, sinceMs: number): Period | undefined;
/** True if an instant lies in a period. */
export declare function isIn({ fromMs, endMs }: Period, nowMs: number): boolean;
