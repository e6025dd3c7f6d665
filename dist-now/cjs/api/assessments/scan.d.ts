import * as z from 'zod/mini';
/** A finding of an assessment (§2.2). */
export declare const findingSchema: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    severity: z.ZodMiniString<string>;
    category: z.ZodMiniString<string>;
    description: z.ZodMiniString<string>;
    remediation: z.ZodMiniString<string>;
}, z.core.$strict>;
/** The fields of a result (§2.2). */
export declare const resultFields: {
    score: z.ZodMiniInt;
    findings: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        severity: z.ZodMiniString<string>;
        category: z.ZodMiniString<string>;
        description: z.ZodMiniString<string>;
        remediation: z.ZodMiniString<string>;
    }, z.core.$strict>>;
    summary: z.ZodMiniObject<{
        high_severity: z.ZodMiniInt;
        medium_severity: z.ZodMiniInt;
        low_severity: z.ZodMiniInt;
        passing_checks: z.ZodMiniInt;
    }, z.core.$strict>;
};
/** The result of an assessment (§2.2). */
export declare const resultSchema: z.ZodMiniObject<{
    score: z.ZodMiniInt;
    findings: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        severity: z.ZodMiniString<string>;
        category: z.ZodMiniString<string>;
        description: z.ZodMiniString<string>;
        remediation: z.ZodMiniString<string>;
    }, z.core.$strict>>;
    summary: z.ZodMiniObject<{
        high_severity: z.ZodMiniInt;
        medium_severity: z.ZodMiniInt;
        low_severity: z.ZodMiniInt;
        passing_checks: z.ZodMiniInt;
    }, z.core.$strict>;
}, z.core.$strict>;
/** The result of an assessment. */
export type Result = z.infer<typeof resultSchema>;
/** The result of a scan of nothing. */
export declare const nothingFound: Result;
/** The checks that a scan runs. */
export interface ScanOptions {
    /** All checks of a category, or the first half of them. */
    readonly comprehensive: boolean;
    /** A category that occurs twice counts once. */
    readonly categories: readonly string[];
}
/** The scan of a request without scan options. */
export declare const defaultScan: ScanOptions;
/** Runs a scan: which checks fail is drawn from the stream of `label`; score and summary follow from them. */
export declare function scan(label: string, { comprehensive, categories }: ScanOptions): Result;
/** The result of some findings. A finding of a severity that is not in the summary does not count. */
export declare function toResult(findings: Result['findings'], passing: number): Result;
