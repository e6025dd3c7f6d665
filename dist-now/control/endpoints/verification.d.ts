import * as z from 'zod/mini';
import type { Match } from '../../journal/verify.ts';
import { type KnownForms } from './endpoint.ts';
declare const countForm: () => z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniObject<{
    min: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
    max: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
}, z.core.$strict>]>;
/** The body of a verification. @param match the condition on one request */
export declare const verification: (match: KnownForms['match']) => z.ZodMiniObject<{
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
/** A number of requests: exactly so many, or between two bounds. */
export type Count = z.infer<ReturnType<typeof countForm>>;
/** An expectation of the requests that a sandbox got: so many that match, or several in an order. */
export interface Expectation {
    readonly match?: Match | undefined;
    readonly count?: Count | undefined;
    readonly sequence?: readonly Match[] | undefined;
}
export {};
