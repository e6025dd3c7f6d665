import * as z from 'zod/mini';
import type { Assume } from '../../assumptions/register.ts';
import type { ShownStates } from '../../http/operation.ts';
import { type Status } from '../../time/lifecycle.ts';
import { type Result } from './scan.ts';
/** An item of the assessment list (§2.2); the score is null only where the register lists unfinished assessments with a null score. */
export declare const assessmentItemSchema: z.ZodMiniObject<{
    resource_id: z.ZodMiniString<string>;
    resource_type: z.ZodMiniString<string>;
    id: z.ZodMiniGUID;
    timestamp: z.ZodMiniISODateTime;
    score: z.ZodMiniNullable<z.ZodMiniInt>;
}, z.core.$strict>;
/** A completed assessment as a get answers it (§2.2); `status` is there only where the register says so. */
export declare const assessmentSchema: z.ZodMiniObject<{
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
    resource_id: z.ZodMiniString<string>;
    resource_type: z.ZodMiniString<string>;
    id: z.ZodMiniGUID;
    timestamp: z.ZodMiniISODateTime;
    status: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strict>;
/** The result of a creation (§2.2). */
export declare const creationSchema: z.ZodMiniObject<{
    resource_id: z.ZodMiniString<string>;
    resource_type: z.ZodMiniString<string>;
    id: z.ZodMiniGUID;
    status: z.ZodMiniString<string>;
    estimated_completion_time: z.ZodMiniISODateTime;
}, z.core.$strict>;
declare const recordSchema: z.ZodMiniObject<{
    id: z.ZodMiniGUID;
    resourceId: z.ZodMiniString<string>;
    resourceType: z.ZodMiniString<string>;
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
    estimatedAt: z.ZodMiniNumber<number>;
    found: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniObject<{
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
    }, z.core.$strict>, z.ZodMiniObject<{
        label: z.ZodMiniString<string>;
        options: z.ZodMiniObject<{
            comprehensive: z.ZodMiniBoolean<boolean>;
            categories: z.ZodMiniArray<z.ZodMiniString<string>>;
        }, z.core.$strict>;
    }, z.core.$strict>]>>;
}, z.core.$strict>;
/** A security assessment (§2.2). */
export type Assessment = Readonly<z.infer<typeof recordSchema>>;
/** The result of an assessment. A scan runs when its result is first read. */
export declare function resultOf({ found }: Pick<Assessment, 'found'>): Result;
/** An assessment of its row in assessments.json, which has the status that it stays in. */
export declare const assessmentCodec: z.ZodMiniCodec<z.ZodMiniDiscriminatedUnion<[z.ZodMiniObject<{
    id: z.ZodMiniGUID;
    resource_id: z.ZodMiniString<string>;
    resource_type: z.ZodMiniString<string>;
    status: z.ZodMiniLiteral<"pending">;
    created_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    estimated_completion_time: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
}, z.core.$strict>, z.ZodMiniObject<{
    id: z.ZodMiniGUID;
    resource_id: z.ZodMiniString<string>;
    resource_type: z.ZodMiniString<string>;
    status: z.ZodMiniLiteral<"in_progress">;
    created_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    estimated_completion_time: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
}, z.core.$strict>, z.ZodMiniObject<{
    id: z.ZodMiniGUID;
    resource_id: z.ZodMiniString<string>;
    resource_type: z.ZodMiniString<string>;
    status: z.ZodMiniLiteral<"failed">;
    created_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    estimated_completion_time: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    completed_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
}, z.core.$strict>, z.ZodMiniObject<{
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
    id: z.ZodMiniGUID;
    resource_id: z.ZodMiniString<string>;
    resource_type: z.ZodMiniString<string>;
    status: z.ZodMiniLiteral<"completed">;
    created_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    estimated_completion_time: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    completed_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
}, z.core.$strict>], "status">, z.ZodMiniObject<{
    id: z.ZodMiniGUID;
    resourceId: z.ZodMiniString<string>;
    resourceType: z.ZodMiniString<string>;
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
    estimatedAt: z.ZodMiniNumber<number>;
    found: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniObject<{
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
    }, z.core.$strict>, z.ZodMiniObject<{
        label: z.ZodMiniString<string>;
        options: z.ZodMiniObject<{
            comprehensive: z.ZodMiniBoolean<boolean>;
            categories: z.ZodMiniArray<z.ZodMiniString<string>>;
        }, z.core.$strict>;
    }, z.core.$strict>]>>;
}, z.core.$strict>>;
/** The assessments of a dataset. An assessment keeps the status of its row. */
export declare const assessmentTable: import("../../store/dataset.ts").Table<Readonly<{
    id: string;
    resourceId: string;
    resourceType: string;
    lifecycle: {
        createdAt: number;
        startedAt: number | null;
        finishedAt: number | null;
        outcome: "completed" | "failed";
        pinned: "completed" | "failed" | "pending" | "running" | null;
    };
    estimatedAt: number;
    found?: {
        label: string;
        options: {
            comprehensive: boolean;
            categories: string[];
        };
    } | {
        score: number;
        findings: {
            id: string;
            severity: string;
            category: string;
            description: string;
            remediation: string;
        }[];
        summary: {
            high_severity: number;
            medium_severity: number;
            low_severity: number;
            passing_checks: number;
        };
    } | undefined;
}>>;
/** The assessments of each sandbox. */
export declare const assessments: import("../../sandbox/area-state.ts").AreaState<import("../../store/collection.ts").Collection<Readonly<{
    id: string;
    resourceId: string;
    resourceType: string;
    lifecycle: {
        createdAt: number;
        startedAt: number | null;
        finishedAt: number | null;
        outcome: "completed" | "failed";
        pinned: "completed" | "failed" | "pending" | "running" | null;
    };
    estimatedAt: number;
    found?: {
        label: string;
        options: {
            comprehensive: boolean;
            categories: string[];
        };
    } | {
        score: number;
        findings: {
            id: string;
            severity: string;
            category: string;
            description: string;
            remediation: string;
        }[];
        summary: {
            high_severity: number;
            medium_severity: number;
            low_severity: number;
            passing_checks: number;
        };
    } | undefined;
}>>>;
/** The name of a state (§3). */
export declare function stateName(assume: Assume, status: Status): string;
/** The names that the states have in answers, under any choice. */
export declare const knownStates: readonly ['pending', 'in_progress', 'completed', 'failed'];
/** The state of an assessment in an answer. A record without a status has completed, except for the blank one of pendingRead. */
export declare const shownState: ShownStates['of'];
export {};
