import * as z from 'zod/mini';
import type { Match } from '../../journal/verify.ts';
import { type ErrorCode } from '../../spec/errors.ts';
/**
 * A condition on a request and its answer: the conditions of scenario rules, and `status`, `code`, `scenario`, `assumption`,
 * `trace`; `unmatched` is true for a request that matched no operation.
 */
export type RequestMatch<Operation extends string = string> = Match<Operation>;
/** A selection of requests (all). */
export interface RequestQuery<Operation extends string = string> {
    /** Id of the operation. */
    readonly operation?: Operation;
    /** HTTP status of the answer. */
    readonly status?: number;
    /** Error code of the answer. */
    readonly code?: ErrorCode;
    /** Name of a scenario that fired. */
    readonly scenario?: string;
    /** Id of the API key. */
    readonly key?: string;
    /** A trace id, as `traceparent` sent it. */
    readonly trace?: string;
    /** True for requests that matched no operation, false for all others. */
    readonly unmatched?: boolean;
    /** The id of a request, for later ones, or an ISO 8601 date-time by the clock of the sandbox. */
    readonly since?: string;
}
/** Query parameters that select requests. */
export declare const requestFilters: {
    operation: {
        description: string;
        schema: () => z.ZodMiniString<string>;
    };
    status: {
        description: string;
        schema: () => z.ZodMiniInt;
    };
    code: {
        description: string;
        schema: () => z.ZodMiniEnum<{
            authentication_error: "authentication_error";
            authorization_error: "authorization_error";
            internal_error: "internal_error";
            invalid_request: "invalid_request";
            rate_limit_exceeded: "rate_limit_exceeded";
            resource_not_found: "resource_not_found";
            service_unavailable: "service_unavailable";
        }>;
    };
    scenario: {
        description: string;
        schema: () => z.ZodMiniString<string>;
    };
    key: {
        description: string;
        schema: () => z.ZodMiniString<string>;
    };
    trace: {
        description: string;
        schema: () => z.ZodMiniString<string>;
    };
    unmatched: {
        description: string;
        schema: () => z.ZodMiniBoolean<boolean>;
    };
};
/** Query parameter for later requests. */
export declare const since: {
    description: string;
    schema: () => z.ZodMiniString<string>;
};
/** The fields of requests in a list: all, or those without headers and bodies. */
export declare const requestFields: readonly ['all', 'summary'];
/** One of `requestFields`. */
export type RequestFields = (typeof requestFields)[number];
/** Query parameters that say in which form requests come, and of which sandboxes. */
export declare const forms: {
    fields: {
        description: string;
        schema: () => z.ZodMiniEnum<{
            all: "all";
            summary: "summary";
        }>;
    };
    sandboxes: {
        description: string;
        schema: () => z.ZodMiniEnum<{
            all: "all";
        }>;
    };
};
