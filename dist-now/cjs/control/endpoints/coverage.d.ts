import * as z from 'zod/mini';
import { type CoverageReport } from '../../coverage/report.ts';
import type { Call } from '../client/call.ts';
export type { CoverageCell, CoverageKind, CoverageReport, OperationCoverage } from '../../coverage/report.ts';
export declare const coverageEndpoints: {
    readonly showCoverage: {
        readonly method: "GET";
        readonly path: "/coverage";
        readonly summary: "Shows the successes, errors, faults, states and pages of each operation that clients have met";
        readonly query: {
            readonly sandboxes: {
                description: string;
                schema: () => z.ZodMiniEnum<{
                    all: "all";
                }>;
            };
        };
        readonly answer: () => z.ZodMiniObject<{
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
    };
};
/** A selection of the requests that coverage counts (those of the sandbox). */
export interface CoverageQuery {
    /** `all` for the requests of all sandboxes. */
    readonly sandboxes?: 'all';
}
/** Creates the coverage of a sandbox. */
export declare function createCoverageControl(call: Call): {
    /**
     * Shows the successes, errors, faults, lifecycle states and pages of each operation that clients have met. It reads
     * the journal; a fake with the option `coverage` has counted every request since its start.
     * @example
     * ```ts
     * const { total, items } = await fake.coverage({ sandboxes: 'all' })
     * ```
     */
    coverage(query?: CoverageQuery): Promise<CoverageReport>;
};
/** The coverage of one sandbox, or of all. */
export interface CoverageControl extends ReturnType<typeof createCoverageControl> {
}
