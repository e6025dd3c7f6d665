import * as z from 'zod/mini';
export declare const jobQuery: import("../../http/query.ts").QueryDeclaration<{
    page: z.ZodMiniOptional<z.ZodMiniString<string>>;
    limit: z.ZodMiniOptional<z.ZodMiniString<string>>;
    status: z.ZodMiniOptional<z.ZodMiniString<string>>;
    created_after: z.ZodMiniOptional<z.ZodMiniString<string>>;
    type: z.ZodMiniOptional<z.ZodMiniString<string>>;
}>;
/** `GET /data/analysis/jobs` (§4.3). */
export declare const listJobs: import("../../http/operation.ts").OperationDefinition<"listJobs", "analysis:read">;
