import * as z from 'zod/mini';
export declare const resourceQuery: import("../../http/query.ts").QueryDeclaration<{
    page: z.ZodMiniOptional<z.ZodMiniString<string>>;
    limit: z.ZodMiniOptional<z.ZodMiniString<string>>;
    type: z.ZodMiniOptional<z.ZodMiniString<string>>;
    provider: z.ZodMiniOptional<z.ZodMiniString<string>>;
    region: z.ZodMiniOptional<z.ZodMiniString<string>>;
    tag: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
}>;
/** `GET /cloud/resources` (§4.2). */
export declare const listResources: import("../../http/operation.ts").OperationDefinition<"listResources", "cloud:read">;
