import * as z from 'zod/mini';
import type { Call } from '../client/call.ts';
import { type RequestMatch, type RequestQuery } from './request-query.ts';
import { type Count } from './verification.ts';
export declare const requestSummary: () => z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    sandbox: z.ZodMiniString<string>;
    sequence: z.ZodMiniInt;
    at: z.ZodMiniISODateTime;
    operation: z.ZodMiniNullable<z.ZodMiniString<string>>;
    method: z.ZodMiniString<string>;
    path: z.ZodMiniString<string>;
    key: z.ZodMiniNullable<z.ZodMiniString<string>>;
    status: z.ZodMiniNullable<z.ZodMiniInt>;
    code: z.ZodMiniNullable<z.ZodMiniString<string>>;
    fault: z.ZodMiniNullable<z.ZodMiniString<string>>;
    scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
    assumptions: z.ZodMiniArray<z.ZodMiniString<string>>;
    durationMs: z.ZodMiniNumber<number>;
    traceId: z.ZodMiniNullable<z.ZodMiniString<string>>;
    parentId: z.ZodMiniNullable<z.ZodMiniString<string>>;
    nearest: z.ZodMiniArray<z.ZodMiniString<string>>;
    warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
}, z.core.$strict>;
/** A request with its headers and bodies. */
export declare const requestInfo: () => z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    sandbox: z.ZodMiniString<string>;
    sequence: z.ZodMiniInt;
    at: z.ZodMiniISODateTime;
    operation: z.ZodMiniNullable<z.ZodMiniString<string>>;
    method: z.ZodMiniString<string>;
    path: z.ZodMiniString<string>;
    key: z.ZodMiniNullable<z.ZodMiniString<string>>;
    status: z.ZodMiniNullable<z.ZodMiniInt>;
    code: z.ZodMiniNullable<z.ZodMiniString<string>>;
    fault: z.ZodMiniNullable<z.ZodMiniString<string>>;
    scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
    assumptions: z.ZodMiniArray<z.ZodMiniString<string>>;
    durationMs: z.ZodMiniNumber<number>;
    traceId: z.ZodMiniNullable<z.ZodMiniString<string>>;
    parentId: z.ZodMiniNullable<z.ZodMiniString<string>>;
    nearest: z.ZodMiniArray<z.ZodMiniString<string>>;
    warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
    request: z.ZodMiniObject<{
        headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
        body: z.ZodMiniUnknown;
        cut: z.ZodMiniBoolean<boolean>;
    }, z.core.$strict>;
    response: z.ZodMiniObject<{
        headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
        body: z.ZodMiniUnknown;
        cut: z.ZodMiniBoolean<boolean>;
    }, z.core.$strict>;
}, z.core.$strict>;
/** A request to the API and its answer, without headers and bodies. */
export type RequestSummary = z.infer<ReturnType<typeof requestSummary>>;
/** A request to the API and its answer, as the journal has them. */
export type RequestInfo = z.infer<ReturnType<typeof requestInfo>>;
export declare const requestEndpoints: {
    readonly listRequests: {
        readonly method: "GET";
        readonly path: "/requests";
        readonly summary: "Lists the requests to the API in the journal, the newest last";
        readonly query: {
            readonly operation: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
            readonly status: {
                description: string;
                schema: () => z.ZodMiniInt;
            };
            readonly code: {
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
            readonly scenario: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
            readonly key: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
            readonly trace: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
            readonly unmatched: {
                description: string;
                schema: () => z.ZodMiniBoolean<boolean>;
            };
            readonly fields: {
                description: string;
                schema: () => z.ZodMiniEnum<{
                    all: "all";
                    summary: "summary";
                }>;
            };
            readonly sandboxes: {
                description: string;
                schema: () => z.ZodMiniEnum<{
                    all: "all";
                }>;
            };
            readonly since: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
            readonly limit: {
                description: string;
                schema: () => z.ZodMiniInt;
            };
        };
        readonly answer: () => z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniUnion<readonly [z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                sandbox: z.ZodMiniString<string>;
                sequence: z.ZodMiniInt;
                at: z.ZodMiniISODateTime;
                operation: z.ZodMiniNullable<z.ZodMiniString<string>>;
                method: z.ZodMiniString<string>;
                path: z.ZodMiniString<string>;
                key: z.ZodMiniNullable<z.ZodMiniString<string>>;
                status: z.ZodMiniNullable<z.ZodMiniInt>;
                code: z.ZodMiniNullable<z.ZodMiniString<string>>;
                fault: z.ZodMiniNullable<z.ZodMiniString<string>>;
                scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
                assumptions: z.ZodMiniArray<z.ZodMiniString<string>>;
                durationMs: z.ZodMiniNumber<number>;
                traceId: z.ZodMiniNullable<z.ZodMiniString<string>>;
                parentId: z.ZodMiniNullable<z.ZodMiniString<string>>;
                nearest: z.ZodMiniArray<z.ZodMiniString<string>>;
                warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
                request: z.ZodMiniObject<{
                    headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
                    body: z.ZodMiniUnknown;
                    cut: z.ZodMiniBoolean<boolean>;
                }, z.core.$strict>;
                response: z.ZodMiniObject<{
                    headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
                    body: z.ZodMiniUnknown;
                    cut: z.ZodMiniBoolean<boolean>;
                }, z.core.$strict>;
            }, z.core.$strict>, z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                sandbox: z.ZodMiniString<string>;
                sequence: z.ZodMiniInt;
                at: z.ZodMiniISODateTime;
                operation: z.ZodMiniNullable<z.ZodMiniString<string>>;
                method: z.ZodMiniString<string>;
                path: z.ZodMiniString<string>;
                key: z.ZodMiniNullable<z.ZodMiniString<string>>;
                status: z.ZodMiniNullable<z.ZodMiniInt>;
                code: z.ZodMiniNullable<z.ZodMiniString<string>>;
                fault: z.ZodMiniNullable<z.ZodMiniString<string>>;
                scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
                assumptions: z.ZodMiniArray<z.ZodMiniString<string>>;
                durationMs: z.ZodMiniNumber<number>;
                traceId: z.ZodMiniNullable<z.ZodMiniString<string>>;
                parentId: z.ZodMiniNullable<z.ZodMiniString<string>>;
                nearest: z.ZodMiniArray<z.ZodMiniString<string>>;
                warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            }, z.core.$strict>]>>;
        }, z.core.$strict>;
    };
    readonly followRequests: {
        readonly method: "GET";
        readonly path: "/requests/stream";
        readonly summary: "Streams requests as server-sent events; Last-Event-ID continues after an event";
        readonly query: {
            readonly operation: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
            readonly status: {
                description: string;
                schema: () => z.ZodMiniInt;
            };
            readonly code: {
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
            readonly scenario: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
            readonly key: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
            readonly trace: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
            readonly unmatched: {
                description: string;
                schema: () => z.ZodMiniBoolean<boolean>;
            };
            readonly fields: {
                description: string;
                schema: () => z.ZodMiniEnum<{
                    all: "all";
                    summary: "summary";
                }>;
            };
            readonly sandboxes: {
                description: string;
                schema: () => z.ZodMiniEnum<{
                    all: "all";
                }>;
            };
            readonly since: {
                description: string;
                schema: () => z.ZodMiniString<string>;
            };
        };
        readonly answer: () => z.ZodMiniString<string>;
        readonly contentTypes: readonly ["text/event-stream"];
    };
    readonly showRequest: {
        readonly method: "GET";
        readonly path: "/requests/{name}";
        readonly summary: "Shows a request";
        readonly answer: () => z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            sandbox: z.ZodMiniString<string>;
            sequence: z.ZodMiniInt;
            at: z.ZodMiniISODateTime;
            operation: z.ZodMiniNullable<z.ZodMiniString<string>>;
            method: z.ZodMiniString<string>;
            path: z.ZodMiniString<string>;
            key: z.ZodMiniNullable<z.ZodMiniString<string>>;
            status: z.ZodMiniNullable<z.ZodMiniInt>;
            code: z.ZodMiniNullable<z.ZodMiniString<string>>;
            fault: z.ZodMiniNullable<z.ZodMiniString<string>>;
            scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
            assumptions: z.ZodMiniArray<z.ZodMiniString<string>>;
            durationMs: z.ZodMiniNumber<number>;
            traceId: z.ZodMiniNullable<z.ZodMiniString<string>>;
            parentId: z.ZodMiniNullable<z.ZodMiniString<string>>;
            nearest: z.ZodMiniArray<z.ZodMiniString<string>>;
            warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            request: z.ZodMiniObject<{
                headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
                body: z.ZodMiniUnknown;
                cut: z.ZodMiniBoolean<boolean>;
            }, z.core.$strict>;
            response: z.ZodMiniObject<{
                headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
                body: z.ZodMiniUnknown;
                cut: z.ZodMiniBoolean<boolean>;
            }, z.core.$strict>;
        }, z.core.$strict>;
    };
    readonly sendRequest: {
        readonly method: "POST";
        readonly path: "/requests/{name}/send";
        readonly summary: "Sends a recorded request again, as it was, and answers with the new request";
        readonly status: 201;
        readonly answer: () => z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            sandbox: z.ZodMiniString<string>;
            sequence: z.ZodMiniInt;
            at: z.ZodMiniISODateTime;
            operation: z.ZodMiniNullable<z.ZodMiniString<string>>;
            method: z.ZodMiniString<string>;
            path: z.ZodMiniString<string>;
            key: z.ZodMiniNullable<z.ZodMiniString<string>>;
            status: z.ZodMiniNullable<z.ZodMiniInt>;
            code: z.ZodMiniNullable<z.ZodMiniString<string>>;
            fault: z.ZodMiniNullable<z.ZodMiniString<string>>;
            scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
            assumptions: z.ZodMiniArray<z.ZodMiniString<string>>;
            durationMs: z.ZodMiniNumber<number>;
            traceId: z.ZodMiniNullable<z.ZodMiniString<string>>;
            parentId: z.ZodMiniNullable<z.ZodMiniString<string>>;
            nearest: z.ZodMiniArray<z.ZodMiniString<string>>;
            warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            request: z.ZodMiniObject<{
                headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
                body: z.ZodMiniUnknown;
                cut: z.ZodMiniBoolean<boolean>;
            }, z.core.$strict>;
            response: z.ZodMiniObject<{
                headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
                body: z.ZodMiniUnknown;
                cut: z.ZodMiniBoolean<boolean>;
            }, z.core.$strict>;
        }, z.core.$strict>;
        readonly isAside: true;
    };
    readonly clearRequests: {
        readonly method: "DELETE";
        readonly path: "/requests";
        readonly summary: "Deletes all requests from the journal";
        readonly isAside: true;
    };
    readonly verifyRequests: {
        readonly method: "POST";
        readonly path: "/requests/verify";
        readonly summary: "Verifies that a request came so often, or that several came in an order; else 409 with the nearest requests";
        readonly body: ({ match }: import("./endpoint.ts").KnownForms<string>) => z.ZodMiniObject<{
            match: z.ZodMiniOptional<z.ZodMiniType<{
                operation?: string | string[] | undefined;
                method?: string | string[] | undefined;
                path?: string | string[] | undefined;
                id?: string | string[] | undefined;
                key?: string | string[] | undefined;
                query?: Record<string, string | string[]> | undefined;
                header?: Record<string, string | string[]> | undefined;
                body?: Record<string, unknown> | undefined;
                status?: number | undefined;
                code?: "authentication_error" | "authorization_error" | "internal_error" | "invalid_request" | "rate_limit_exceeded" | "resource_not_found" | "service_unavailable" | undefined;
                scenario?: string | undefined;
                assumption?: "absentOptional" | "allowHeader" | "assessedResource" | "assessedResourceType" | "assessmentCreateStatus" | "assessmentRequiredFields" | "assessmentStates" | "assessmentTimestamp" | "assessmentTypeFilter" | "assessmentValues" | "authScheme" | "bodyDateOffset" | "checkOrder" | "contentType" | "cors" | "createdAfterBound" | "createdAfterDate" | "createdAfterFormat" | "dateBounds" | "dateForms" | "dateOnly" | "dateRange" | "dateWithoutOffset" | "deprecation" | "duplicateQuery" | "emptyFilter" | "emptyListPages" | "errorDetails" | "errorStatus" | "failedRead" | "filterRange" | "headRequests" | "jobCreateStatus" | "jobDateField" | "jobIdFormat" | "jobListItem" | "jobRecord" | "jobRequiredFields" | "jobResults" | "jobStates" | "jobStatusFilter" | "jobTypeField" | "jobTypeFilter" | "jobValues" | "limitAboveMax" | "listOrder" | "methodNotAllowed" | "notifyOn" | "nullBodyFields" | "pageBeyondEnd" | "pageLinkBase" | "pageLinkFilters" | "pageLinksAtEdge" | "pagingInvalid" | "pendingListed" | "pendingRead" | "permissionModel" | "prevBeyondEnd" | "rateCounts" | "rateQuota" | "rateResetUnit" | "rateScope" | "rateWindow" | "recordStatusField" | "requestEncoding" | "resourceIdFormat" | "resourceStatusValues" | "resourceValues" | "retryAfter" | "severityValues" | "tagFormat" | "tagMalformed" | "tagRepeat" | "timestampPrecision" | "unknownBodyFields" | "unknownQuery" | "webhookPayload" | "webhookRetries" | "webhookSigning" | "wrongContentType" | undefined;
                trace?: string | undefined;
                unmatched?: boolean | undefined;
            }, unknown, z.core.$ZodTypeInternals<{
                operation?: string | string[] | undefined;
                method?: string | string[] | undefined;
                path?: string | string[] | undefined;
                id?: string | string[] | undefined;
                key?: string | string[] | undefined;
                query?: Record<string, string | string[]> | undefined;
                header?: Record<string, string | string[]> | undefined;
                body?: Record<string, unknown> | undefined;
                status?: number | undefined;
                code?: "authentication_error" | "authorization_error" | "internal_error" | "invalid_request" | "rate_limit_exceeded" | "resource_not_found" | "service_unavailable" | undefined;
                scenario?: string | undefined;
                assumption?: "absentOptional" | "allowHeader" | "assessedResource" | "assessedResourceType" | "assessmentCreateStatus" | "assessmentRequiredFields" | "assessmentStates" | "assessmentTimestamp" | "assessmentTypeFilter" | "assessmentValues" | "authScheme" | "bodyDateOffset" | "checkOrder" | "contentType" | "cors" | "createdAfterBound" | "createdAfterDate" | "createdAfterFormat" | "dateBounds" | "dateForms" | "dateOnly" | "dateRange" | "dateWithoutOffset" | "deprecation" | "duplicateQuery" | "emptyFilter" | "emptyListPages" | "errorDetails" | "errorStatus" | "failedRead" | "filterRange" | "headRequests" | "jobCreateStatus" | "jobDateField" | "jobIdFormat" | "jobListItem" | "jobRecord" | "jobRequiredFields" | "jobResults" | "jobStates" | "jobStatusFilter" | "jobTypeField" | "jobTypeFilter" | "jobValues" | "limitAboveMax" | "listOrder" | "methodNotAllowed" | "notifyOn" | "nullBodyFields" | "pageBeyondEnd" | "pageLinkBase" | "pageLinkFilters" | "pageLinksAtEdge" | "pagingInvalid" | "pendingListed" | "pendingRead" | "permissionModel" | "prevBeyondEnd" | "rateCounts" | "rateQuota" | "rateResetUnit" | "rateScope" | "rateWindow" | "recordStatusField" | "requestEncoding" | "resourceIdFormat" | "resourceStatusValues" | "resourceValues" | "retryAfter" | "severityValues" | "tagFormat" | "tagMalformed" | "tagRepeat" | "timestampPrecision" | "unknownBodyFields" | "unknownQuery" | "webhookPayload" | "webhookRetries" | "webhookSigning" | "wrongContentType" | undefined;
                trace?: string | undefined;
                unmatched?: boolean | undefined;
            }, unknown>>>;
            count: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniObject<{
                min: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                max: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
            }, z.core.$strict>]>>;
            sequence: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniType<{
                operation?: string | string[] | undefined;
                method?: string | string[] | undefined;
                path?: string | string[] | undefined;
                id?: string | string[] | undefined;
                key?: string | string[] | undefined;
                query?: Record<string, string | string[]> | undefined;
                header?: Record<string, string | string[]> | undefined;
                body?: Record<string, unknown> | undefined;
                status?: number | undefined;
                code?: "authentication_error" | "authorization_error" | "internal_error" | "invalid_request" | "rate_limit_exceeded" | "resource_not_found" | "service_unavailable" | undefined;
                scenario?: string | undefined;
                assumption?: "absentOptional" | "allowHeader" | "assessedResource" | "assessedResourceType" | "assessmentCreateStatus" | "assessmentRequiredFields" | "assessmentStates" | "assessmentTimestamp" | "assessmentTypeFilter" | "assessmentValues" | "authScheme" | "bodyDateOffset" | "checkOrder" | "contentType" | "cors" | "createdAfterBound" | "createdAfterDate" | "createdAfterFormat" | "dateBounds" | "dateForms" | "dateOnly" | "dateRange" | "dateWithoutOffset" | "deprecation" | "duplicateQuery" | "emptyFilter" | "emptyListPages" | "errorDetails" | "errorStatus" | "failedRead" | "filterRange" | "headRequests" | "jobCreateStatus" | "jobDateField" | "jobIdFormat" | "jobListItem" | "jobRecord" | "jobRequiredFields" | "jobResults" | "jobStates" | "jobStatusFilter" | "jobTypeField" | "jobTypeFilter" | "jobValues" | "limitAboveMax" | "listOrder" | "methodNotAllowed" | "notifyOn" | "nullBodyFields" | "pageBeyondEnd" | "pageLinkBase" | "pageLinkFilters" | "pageLinksAtEdge" | "pagingInvalid" | "pendingListed" | "pendingRead" | "permissionModel" | "prevBeyondEnd" | "rateCounts" | "rateQuota" | "rateResetUnit" | "rateScope" | "rateWindow" | "recordStatusField" | "requestEncoding" | "resourceIdFormat" | "resourceStatusValues" | "resourceValues" | "retryAfter" | "severityValues" | "tagFormat" | "tagMalformed" | "tagRepeat" | "timestampPrecision" | "unknownBodyFields" | "unknownQuery" | "webhookPayload" | "webhookRetries" | "webhookSigning" | "wrongContentType" | undefined;
                trace?: string | undefined;
                unmatched?: boolean | undefined;
            }, unknown, z.core.$ZodTypeInternals<{
                operation?: string | string[] | undefined;
                method?: string | string[] | undefined;
                path?: string | string[] | undefined;
                id?: string | string[] | undefined;
                key?: string | string[] | undefined;
                query?: Record<string, string | string[]> | undefined;
                header?: Record<string, string | string[]> | undefined;
                body?: Record<string, unknown> | undefined;
                status?: number | undefined;
                code?: "authentication_error" | "authorization_error" | "internal_error" | "invalid_request" | "rate_limit_exceeded" | "resource_not_found" | "service_unavailable" | undefined;
                scenario?: string | undefined;
                assumption?: "absentOptional" | "allowHeader" | "assessedResource" | "assessedResourceType" | "assessmentCreateStatus" | "assessmentRequiredFields" | "assessmentStates" | "assessmentTimestamp" | "assessmentTypeFilter" | "assessmentValues" | "authScheme" | "bodyDateOffset" | "checkOrder" | "contentType" | "cors" | "createdAfterBound" | "createdAfterDate" | "createdAfterFormat" | "dateBounds" | "dateForms" | "dateOnly" | "dateRange" | "dateWithoutOffset" | "deprecation" | "duplicateQuery" | "emptyFilter" | "emptyListPages" | "errorDetails" | "errorStatus" | "failedRead" | "filterRange" | "headRequests" | "jobCreateStatus" | "jobDateField" | "jobIdFormat" | "jobListItem" | "jobRecord" | "jobRequiredFields" | "jobResults" | "jobStates" | "jobStatusFilter" | "jobTypeField" | "jobTypeFilter" | "jobValues" | "limitAboveMax" | "listOrder" | "methodNotAllowed" | "notifyOn" | "nullBodyFields" | "pageBeyondEnd" | "pageLinkBase" | "pageLinkFilters" | "pageLinksAtEdge" | "pagingInvalid" | "pendingListed" | "pendingRead" | "permissionModel" | "prevBeyondEnd" | "rateCounts" | "rateQuota" | "rateResetUnit" | "rateScope" | "rateWindow" | "recordStatusField" | "requestEncoding" | "resourceIdFormat" | "resourceStatusValues" | "resourceValues" | "retryAfter" | "severityValues" | "tagFormat" | "tagMalformed" | "tagRepeat" | "timestampPrecision" | "unknownBodyFields" | "unknownQuery" | "webhookPayload" | "webhookRetries" | "webhookSigning" | "wrongContentType" | undefined;
                trace?: string | undefined;
                unmatched?: boolean | undefined;
            }, unknown>>>>;
        }, z.core.$strict>;
        readonly answer: () => z.ZodMiniObject<{
            requests: z.ZodMiniArray<z.ZodMiniString<string>>;
        }, z.core.$strict>;
        readonly isAside: true;
    };
};
/** Creates the control of the journal. @param follow streams requests */
export declare function createRequestControl<Operation extends string>(call: Call, follow: (query: RequestQuery<Operation>, signal: AbortSignal | undefined) => AsyncIterable<RequestInfo>): {
    /**
     * Lists requests, the newest last.
     * @param query a selection (all); `limit` keeps the newest
     */
    list(query?: RequestQuery<Operation> & {
        readonly limit?: number;
    }): Promise<readonly RequestInfo[]>;
    /**
     * Shows a request.
     * @throws InputError where none has the id
     */
    show(id: string): Promise<RequestInfo>;
    /**
     * Sends a recorded request again, as it was, with the present settings of the sandbox.
     * @returns the new request
     * @throws InputError where none has the id, and for a request that cannot be sent as it was
     */
    send(id: string): Promise<RequestInfo>;
    /** Deletes all requests from the journal. */
    clear(): Promise<void>;
    /**
     * Verifies that the sandbox got a request.
     * @param count the expected number, or `min` and `max` (at least once)
     * @returns the ids of the requests that matched
     * @throws VerificationError with the nearest requests
     * @example
     * ```ts
     * await fake.requests.verify({ operation: 'createJob', status: 201 }, 1)
     * await fake.requests.verify({ unmatched: true }, 0)
     * ```
     */
    verify(match: RequestMatch<Operation>, count?: Count): Promise<readonly string[]>;
    /**
     * Verifies that the sandbox got several requests in this order, with any others between them.
     * @returns the ids of the requests that matched
     * @throws VerificationError with the nearest requests
     */
    verifySequence(sequence: readonly RequestMatch<Operation>[]): Promise<readonly string[]>;
    /**
     * Follows the journal until the signal is aborted or the fake ends. A reset of the sandbox does not end it.
     * @param query a selection (all), and where to begin (now)
     * @example
     * ```ts
     * for await (const { method, path, status } of fake.requests.follow()) console.log(method, path, status)
     * ```
     */
    follow(query?: RequestQuery<Operation>, options?: {
        readonly signal?: AbortSignal;
    }): AsyncIterable<RequestInfo>;
};
/** The journal of one sandbox: the requests to its API. */
export interface RequestControl<Operation extends string> extends ReturnType<typeof createRequestControl<Operation>> {
}
