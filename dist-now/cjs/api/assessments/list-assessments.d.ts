import * as z from 'zod/mini';
import { type Inventory } from './create-assessment.ts';
export declare const assessmentQuery: import("../../http/query.ts").QueryDeclaration<{
    page: z.ZodMiniOptional<z.ZodMiniString<string>>;
    limit: z.ZodMiniOptional<z.ZodMiniString<string>>;
    resource_id: z.ZodMiniOptional<z.ZodMiniString<string>>;
    resource_type: z.ZodMiniOptional<z.ZodMiniString<string>>;
    from_date: z.ZodMiniOptional<z.ZodMiniString<string>>;
    to_date: z.ZodMiniOptional<z.ZodMiniString<string>>;
}>;
/** `GET /security/assessments` (§4.1). @param inventory the resources to assess */
export declare function defineListAssessments(inventory: Inventory): import("../../http/operation.ts").OperationDefinition<"listAssessments", "security:read">;
