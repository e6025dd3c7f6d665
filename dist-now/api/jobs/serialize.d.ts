import * as z from 'zod/mini';
import { type Reading } from '../../assumptions/used.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { type Status } from '../../time/lifecycle.ts';
import { type Job } from './job.ts';
/** The names of a job's dates, under the options of jobDateField. */
export declare const dateFields: {
    readonly created_at: {
        readonly created: 'created_at';
        readonly updated: 'updated_at';
        readonly completed: 'completed_at';
    };
    readonly created_date: {
        readonly created: 'created_date';
        readonly updated: 'updated_date';
        readonly completed: 'completed_date';
    };
};
/** A job record (§2.4): which of the fields are there, and under which name, is in the register. */
export declare const jobSchema: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    status: z.ZodMiniString<string>;
    analysis_type: z.ZodMiniOptional<z.ZodMiniString<string>>;
    type: z.ZodMiniOptional<z.ZodMiniString<string>>;
    data_source: z.ZodMiniOptional<z.ZodMiniObject<{
        type: z.ZodMiniString<string>;
        parameters: z.ZodMiniOptional<z.ZodMiniObject<{
            start_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            end_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            log_types: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
    output_format: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    created_at: z.ZodMiniOptional<z.ZodMiniISODateTime>;
    created_date: z.ZodMiniOptional<z.ZodMiniISODateTime>;
    updated_at: z.ZodMiniOptional<z.ZodMiniISODateTime>;
    updated_date: z.ZodMiniOptional<z.ZodMiniISODateTime>;
    completed_at: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniISODateTime>>;
    completed_date: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniISODateTime>>;
    results: z.ZodMiniOptional<z.ZodMiniObject<{
        events_analyzed: z.ZodMiniInt;
        anomalies_detected: z.ZodMiniInt;
    }, z.core.$strict>>;
}, z.core.$strict>;
type Writer = (job: Job) => string;
/** A job as JSON text. @param status the status to show */
export declare function jobText(reading: Reading, job: Job, status: Status): string;
/** Returns a function that writes a job as an item of the list. */
export declare function itemWriter(ctx: RequestContext): Writer;
export {};
