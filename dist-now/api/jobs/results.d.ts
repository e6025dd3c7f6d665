import * as z from 'zod/mini';
/** The results of a completed job. The document shows no such field; the register says whether the API has it. */
export declare const jobResultsSchema: z.ZodMiniObject<{
    events_analyzed: z.ZodMiniInt;
    anomalies_detected: z.ZodMiniInt;
}, z.core.$strict>;
/** The results of a job. */
export type JobResults = z.infer<typeof jobResultsSchema>;
/** Draws the results of a job from the stream of `label`. */
export declare function drawResults(label: string): JobResults;
