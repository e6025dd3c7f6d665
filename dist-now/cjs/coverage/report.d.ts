import * as z from 'zod/mini';
/**
 * The kinds of cells of the table: a success, an error of the document, a fault of the network, a state of a record, and a
 * page of a list.
 */
export declare const coverageKinds: readonly ['success', 'error', 'fault', 'state', 'page'];
/** One of `coverageKinds`. */
export type CoverageKind = (typeof coverageKinds)[number];
declare const share: z.ZodMiniObject<{
    met: z.ZodMiniInt;
    of: z.ZodMiniInt;
    percent: z.ZodMiniNumber<number>;
}, z.core.$strict>;
/** The cells that were met, of all. */
export type Share = z.infer<typeof share>;
/** The schema of a report. */
export declare const coverageSchema: () => z.ZodMiniObject<{
    requests: z.ZodMiniInt;
    forgotten: z.ZodMiniInt;
    cut: z.ZodMiniInt;
    total: z.ZodMiniObject<{
        met: z.ZodMiniInt;
        of: z.ZodMiniInt;
        percent: z.ZodMiniNumber<number>;
    }, z.core.$strict>;
    kinds: z.ZodMiniObject<{
        error: z.ZodMiniObject<{
            met: z.ZodMiniInt;
            of: z.ZodMiniInt;
            percent: z.ZodMiniNumber<number>;
        }, z.core.$strict>;
        fault: z.ZodMiniObject<{
            met: z.ZodMiniInt;
            of: z.ZodMiniInt;
            percent: z.ZodMiniNumber<number>;
        }, z.core.$strict>;
        page: z.ZodMiniObject<{
            met: z.ZodMiniInt;
            of: z.ZodMiniInt;
            percent: z.ZodMiniNumber<number>;
        }, z.core.$strict>;
        state: z.ZodMiniObject<{
            met: z.ZodMiniInt;
            of: z.ZodMiniInt;
            percent: z.ZodMiniNumber<number>;
        }, z.core.$strict>;
        success: z.ZodMiniObject<{
            met: z.ZodMiniInt;
            of: z.ZodMiniInt;
            percent: z.ZodMiniNumber<number>;
        }, z.core.$strict>;
    }, z.core.$strict>;
    items: z.ZodMiniArray<z.ZodMiniObject<{
        operation: z.ZodMiniString<string>;
        requests: z.ZodMiniInt;
        cells: z.ZodMiniArray<z.ZodMiniObject<{
            kind: z.ZodMiniEnum<{
                error: "error";
                fault: "fault";
                page: "page";
                state: "state";
                success: "success";
            }>;
            name: z.ZodMiniString<string>;
            count: z.ZodMiniInt;
            request: z.ZodMiniNullable<z.ZodMiniString<string>>;
            sandbox: z.ZodMiniNullable<z.ZodMiniString<string>>;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
/** The successes, errors, faults, states and pages of each operation that clients have met. */
export type CoverageReport = z.infer<ReturnType<typeof coverageSchema>>;
/** One operation in a report. */
export type OperationCoverage = CoverageReport['items'][number];
/** A successful answer, an error, a fault, a state or a page that an operation can show. */
export type CoverageCell = OperationCoverage['cells'][number];
/** The share of the cells that were met. */
export declare function shareOf(cells: readonly Pick<CoverageCell, 'count'>[]): Share;
export {};
