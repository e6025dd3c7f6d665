import * as z from 'zod/mini';
/** The error codes of the document (§7), with the meaning it gives each: the `message` of an error. */
export declare const errorDescriptions: {
    readonly authentication_error: 'Invalid or missing API key';
    readonly authorization_error: 'Insufficient permissions for the operation';
    readonly invalid_request: 'Invalid request parameters';
    readonly resource_not_found: 'The requested resource does not exist';
    readonly rate_limit_exceeded: 'The rate limit has been exceeded';
    readonly internal_error: 'An internal server error occurred';
    readonly service_unavailable: 'The service is temporarily unavailable';
};
/** One of the seven error codes (§7). */
export type ErrorCode = keyof typeof errorDescriptions;
/** The seven error codes, in the document's order (§7). */
export declare const errorCodes: readonly ErrorCode[];
/** The error object of the envelope (§2.1). */
export declare const errorSchema: z.ZodMiniObject<{
    code: z.ZodMiniEnum<{
        authentication_error: "authentication_error";
        authorization_error: "authorization_error";
        internal_error: "internal_error";
        invalid_request: "invalid_request";
        rate_limit_exceeded: "rate_limit_exceeded";
        resource_not_found: "resource_not_found";
        service_unavailable: "service_unavailable";
    }>;
    message: z.ZodMiniString<string>;
    details: z.ZodMiniString<string>;
}, z.core.$strict>;
/** HTTP status of a successful response (§7). */
export declare const readStatus = 200;
/** HTTP status of a successful response without a body. */
export declare const emptyStatus = 204;
/** The statuses of answers that have no body. */
export declare const bodilessStatuses: ReadonlySet<number>;
