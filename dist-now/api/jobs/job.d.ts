import * as z from 'zod/mini';
import type { Choice } from '../../assumptions/register.ts';
import type { ShownStates } from '../../http/operation.ts';
import { type IdKind } from '../../random/ids.ts';
import { type JobResults } from './results.ts';
/** The part of the data source that a job analyses (§2.4). */
export declare const parametersSchema: z.ZodMiniObject<{
    start_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
    end_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
    log_types: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
}, z.core.$strict>;
/** The data source of a job (§2.4). */
export declare const dataSourceSchema: z.ZodMiniObject<{
    type: z.ZodMiniString<string>;
    parameters: z.ZodMiniOptional<z.ZodMiniObject<{
        start_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
        end_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
        log_types: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
/** The receivers of notifications about a job (§2.4, §6). */
export declare const notificationSchema: z.ZodMiniObject<{
    email: z.ZodMiniOptional<z.ZodMiniEmail>;
    webhook_url: z.ZodMiniOptional<z.ZodMiniURL>;
}, z.core.$strict>;
declare const recordSchema: z.ZodMiniObject<{
    id: z.ZodMiniGUID;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniString<string>>;
    dataSource: z.ZodMiniObject<{
        type: z.ZodMiniString<string>;
        parameters: z.ZodMiniOptional<z.ZodMiniObject<{
            start_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            end_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            log_types: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
    analysisType: z.ZodMiniString<string>;
    outputFormat: z.ZodMiniOptional<z.ZodMiniString<string>>;
    notification: z.ZodMiniOptional<z.ZodMiniObject<{
        email: z.ZodMiniOptional<z.ZodMiniEmail>;
        webhook_url: z.ZodMiniOptional<z.ZodMiniURL>;
    }, z.core.$strict>>;
    lifecycle: z.ZodMiniLazy<z.ZodMiniObject<{
        createdAt: z.ZodMiniNumber<number>;
        startedAt: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
        finishedAt: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
        outcome: z.ZodMiniEnum<{
            completed: "completed";
            failed: "failed";
        }>;
        pinned: z.ZodMiniNullable<z.ZodMiniEnum<{
            completed: "completed";
            failed: "failed";
            pending: "pending";
            running: "running";
        }>>;
    }, z.core.$strict>>;
    found: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
        events_analyzed: z.ZodMiniInt;
        anomalies_detected: z.ZodMiniInt;
    }, z.core.$strict>]>>;
}, z.core.$strict>;
/** An analysis job (§2.4). */
export type Job = Readonly<z.infer<typeof recordSchema>>;
/** The results of a job. The register says whether the API shows them. */
export declare function resultsOf({ found }: Pick<Job, 'found'>): JobResults;
/** A job of its row in jobs.json, which has the status that it stays in. */
export declare const jobCodec: z.ZodMiniCodec<z.ZodMiniDiscriminatedUnion<[z.ZodMiniObject<{
    data_source: z.ZodMiniObject<{
        type: z.ZodMiniString<string>;
        parameters: z.ZodMiniOptional<z.ZodMiniObject<{
            start_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            end_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            log_types: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
    analysis_type: z.ZodMiniString<string>;
    output_format: z.ZodMiniOptional<z.ZodMiniString<string>>;
    notification: z.ZodMiniOptional<z.ZodMiniObject<{
        email: z.ZodMiniOptional<z.ZodMiniEmail>;
        webhook_url: z.ZodMiniOptional<z.ZodMiniURL>;
    }, z.core.$strict>>;
    id: z.ZodMiniGUID;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniString<string>>;
    status: z.ZodMiniLiteral<"pending">;
    created_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
}, z.core.$strict>, z.ZodMiniObject<{
    data_source: z.ZodMiniObject<{
        type: z.ZodMiniString<string>;
        parameters: z.ZodMiniOptional<z.ZodMiniObject<{
            start_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            end_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            log_types: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
    analysis_type: z.ZodMiniString<string>;
    output_format: z.ZodMiniOptional<z.ZodMiniString<string>>;
    notification: z.ZodMiniOptional<z.ZodMiniObject<{
        email: z.ZodMiniOptional<z.ZodMiniEmail>;
        webhook_url: z.ZodMiniOptional<z.ZodMiniURL>;
    }, z.core.$strict>>;
    id: z.ZodMiniGUID;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniString<string>>;
    status: z.ZodMiniLiteral<"running">;
    created_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    started_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
}, z.core.$strict>, z.ZodMiniObject<{
    data_source: z.ZodMiniObject<{
        type: z.ZodMiniString<string>;
        parameters: z.ZodMiniOptional<z.ZodMiniObject<{
            start_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            end_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            log_types: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
    analysis_type: z.ZodMiniString<string>;
    output_format: z.ZodMiniOptional<z.ZodMiniString<string>>;
    notification: z.ZodMiniOptional<z.ZodMiniObject<{
        email: z.ZodMiniOptional<z.ZodMiniEmail>;
        webhook_url: z.ZodMiniOptional<z.ZodMiniURL>;
    }, z.core.$strict>>;
    id: z.ZodMiniGUID;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniString<string>>;
    status: z.ZodMiniLiteral<"completed">;
    created_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    started_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    completed_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    results: z.ZodMiniOptional<z.ZodMiniObject<{
        events_analyzed: z.ZodMiniInt;
        anomalies_detected: z.ZodMiniInt;
    }, z.core.$strict>>;
}, z.core.$strict>, z.ZodMiniObject<{
    data_source: z.ZodMiniObject<{
        type: z.ZodMiniString<string>;
        parameters: z.ZodMiniOptional<z.ZodMiniObject<{
            start_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            end_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            log_types: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
    analysis_type: z.ZodMiniString<string>;
    output_format: z.ZodMiniOptional<z.ZodMiniString<string>>;
    notification: z.ZodMiniOptional<z.ZodMiniObject<{
        email: z.ZodMiniOptional<z.ZodMiniEmail>;
        webhook_url: z.ZodMiniOptional<z.ZodMiniURL>;
    }, z.core.$strict>>;
    id: z.ZodMiniGUID;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniString<string>>;
    status: z.ZodMiniLiteral<"failed">;
    created_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    started_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    completed_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    results: z.ZodMiniOptional<z.ZodMiniObject<{
        events_analyzed: z.ZodMiniInt;
        anomalies_detected: z.ZodMiniInt;
    }, z.core.$strict>>;
}, z.core.$strict>], "status">, z.ZodMiniObject<{
    id: z.ZodMiniGUID;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniString<string>>;
    dataSource: z.ZodMiniObject<{
        type: z.ZodMiniString<string>;
        parameters: z.ZodMiniOptional<z.ZodMiniObject<{
            start_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            end_date: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>>;
            log_types: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
    analysisType: z.ZodMiniString<string>;
    outputFormat: z.ZodMiniOptional<z.ZodMiniString<string>>;
    notification: z.ZodMiniOptional<z.ZodMiniObject<{
        email: z.ZodMiniOptional<z.ZodMiniEmail>;
        webhook_url: z.ZodMiniOptional<z.ZodMiniURL>;
    }, z.core.$strict>>;
    lifecycle: z.ZodMiniLazy<z.ZodMiniObject<{
        createdAt: z.ZodMiniNumber<number>;
        startedAt: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
        finishedAt: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
        outcome: z.ZodMiniEnum<{
            completed: "completed";
            failed: "failed";
        }>;
        pinned: z.ZodMiniNullable<z.ZodMiniEnum<{
            completed: "completed";
            failed: "failed";
            pending: "pending";
            running: "running";
        }>>;
    }, z.core.$strict>>;
    found: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
        events_analyzed: z.ZodMiniInt;
        anomalies_detected: z.ZodMiniInt;
    }, z.core.$strict>]>>;
}, z.core.$strict>>;
/** The jobs of a dataset. A job keeps the status of its row. */
export declare const jobTable: import("../../store/dataset.ts").Table<Readonly<{
    id: string;
    name: string;
    description?: string | undefined;
    dataSource: {
        type: string;
        parameters?: {
            start_date?: string | undefined;
            end_date?: string | undefined;
            log_types?: string[] | undefined;
        } | undefined;
    };
    analysisType: string;
    outputFormat?: string | undefined;
    notification?: {
        email?: string | undefined;
        webhook_url?: string | undefined;
    } | undefined;
    lifecycle: {
        createdAt: number;
        startedAt: number | null;
        finishedAt: number | null;
        outcome: "completed" | "failed";
        pinned: "completed" | "failed" | "pending" | "running" | null;
    };
    found?: string | {
        events_analyzed: number;
        anomalies_detected: number;
    } | undefined;
}>>;
/** The jobs of each sandbox. */
export declare const jobs: import("../../sandbox/area-state.ts").AreaState<import("../../store/collection.ts").Collection<Readonly<{
    id: string;
    name: string;
    description?: string | undefined;
    dataSource: {
        type: string;
        parameters?: {
            start_date?: string | undefined;
            end_date?: string | undefined;
            log_types?: string[] | undefined;
        } | undefined;
    };
    analysisType: string;
    outputFormat?: string | undefined;
    notification?: {
        email?: string | undefined;
        webhook_url?: string | undefined;
    } | undefined;
    lifecycle: {
        createdAt: number;
        startedAt: number | null;
        finishedAt: number | null;
        outcome: "completed" | "failed";
        pinned: "completed" | "failed" | "pending" | "running" | null;
    };
    found?: string | {
        events_analyzed: number;
        anomalies_detected: number;
    } | undefined;
}>>>;
/** The form of a job id. */
export declare function jobIdKind(format: Choice<'jobIdFormat'>): IdKind;
/** The names of the states (§3). */
export declare const stateNames: {
    readonly pending_running_completed_failed: {
        readonly pending: 'pending';
        readonly running: 'running';
        readonly completed: 'completed';
        readonly failed: 'failed';
    };
    readonly queued_processing_succeeded_failed: {
        readonly pending: 'queued';
        readonly running: 'processing';
        readonly completed: 'succeeded';
        readonly failed: 'failed';
    };
};
/** The states of jobs in answers. */
export declare const shownStates: ShownStates;
export {};
