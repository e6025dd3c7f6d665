import * as z from 'zod/mini';
import type { VerdictId } from '../../conduct/table.ts';
import type { Call } from '../client/call.ts';
declare const judgement: () => z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    severity: z.ZodMiniEnum<{
        error: "error";
        note: "note";
        warning: "warning";
    }>;
    title: z.ZodMiniString<string>;
    advice: z.ZodMiniString<string>;
    count: z.ZodMiniNumber<number>;
    occurrences: z.ZodMiniArray<z.ZodMiniObject<{
        requests: z.ZodMiniArray<z.ZodMiniString<string>>;
        detail: z.ZodMiniString<string>;
    }, z.core.$strict>>;
}, z.core.$strict>;
declare const conductReport: () => z.ZodMiniObject<{
    requests: z.ZodMiniNumber<number>;
    forgotten: z.ZodMiniNumber<number>;
    items: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        severity: z.ZodMiniEnum<{
            error: "error";
            note: "note";
            warning: "warning";
        }>;
        title: z.ZodMiniString<string>;
        advice: z.ZodMiniString<string>;
        count: z.ZodMiniNumber<number>;
        occurrences: z.ZodMiniArray<z.ZodMiniObject<{
            requests: z.ZodMiniArray<z.ZodMiniString<string>>;
            detail: z.ZodMiniString<string>;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
/** One verdict on the requests of a sandbox, with its occurrences. */
export type Judgement = z.infer<ReturnType<typeof judgement>>;
/** The verdicts on the requests of a sandbox. */
export type ConductReport = z.infer<ReturnType<typeof conductReport>>;
/** Options of a judgement of requests. */
export interface ConductOptions {
    /** Ids of verdicts that do not count (none). */
    readonly allow?: readonly VerdictId[];
    /** The shortest pause between two reads of a record that is not finished (`1s`). */
    readonly pollEvery?: string;
}
export declare const conductEndpoints: {
    readonly showConduct: {
        readonly method: "GET";
        readonly path: "/conduct";
        readonly summary: "Judges how the client behaved, by the requests in the journal";
        readonly query: {
            readonly allow: {
                readonly description: "Ids of verdicts that do not count, with commas between them.";
                readonly schema: () => z.ZodMiniString<string>;
            };
            readonly pollEvery: {
                readonly description: "The shortest pause between two reads of a record that is not finished: a duration (1s).";
                readonly schema: () => z.ZodMiniString<string>;
            };
        };
        readonly answer: () => z.ZodMiniObject<{
            requests: z.ZodMiniNumber<number>;
            forgotten: z.ZodMiniNumber<number>;
            items: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                severity: z.ZodMiniEnum<{
                    error: "error";
                    note: "note";
                    warning: "warning";
                }>;
                title: z.ZodMiniString<string>;
                advice: z.ZodMiniString<string>;
                count: z.ZodMiniNumber<number>;
                occurrences: z.ZodMiniArray<z.ZodMiniObject<{
                    requests: z.ZodMiniArray<z.ZodMiniString<string>>;
                    detail: z.ZodMiniString<string>;
                }, z.core.$strict>>;
            }, z.core.$strict>>;
        }, z.core.$strict>;
    };
};
/** Creates the control that judges requests. */
export declare function createConductControl(call: Call): {
    /**
     * Judges how the client behaved, by the requests in the journal and the clock of the sandbox.
     * @param options verdicts that do not count (none), and how often a record may be read (`1s`)
     * @throws InputError for an unknown verdict, and for a text that is no duration
     * @example
     * ```ts
     * const { items } = await fake.conduct()
     * ```
     */
    conduct({ allow, pollEvery }?: ConductOptions): Promise<ConductReport>;
};
/** The judgement of the requests of one sandbox. */
export interface ConductControl extends ReturnType<typeof createConductControl> {
}
export {};
