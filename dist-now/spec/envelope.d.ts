import * as z from 'zod/mini';
import { type ErrorCode } from './errors.ts';
/** The schema of the pagination object. @param minPages the least `total_pages` */
export declare function paginationWith(link: z.ZodMiniType, minPages: number): z.ZodMiniObject<{
    total_items: z.ZodMiniInt;
    current_page: z.ZodMiniInt;
    items_per_page: z.ZodMiniInt;
    total_pages: z.ZodMiniInt;
    next_page: z.ZodMiniType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>;
    prev_page: z.ZodMiniType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>;
}, z.core.$strict>;
/** The envelope of an error (§2.1). */
export declare const errorEnvelopeSchema: z.ZodMiniObject<{
    status: z.ZodMiniLiteral<"error">;
    error: z.ZodMiniObject<{
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
}, z.core.$strict>;
/** The envelope of an error with one of some codes (§2.1). */
export declare function errorEnvelopeOf(codes: readonly ErrorCode[]): z.ZodMiniObject<{
    status: z.ZodMiniLiteral<"error">;
    error: z.ZodMiniObject<{
        message: z.ZodMiniString<string>;
        details: z.ZodMiniString<string>;
        code: z.ZodMiniEnum<{
            authentication_error: "authentication_error";
            authorization_error: "authorization_error";
            internal_error: "internal_error";
            invalid_request: "invalid_request";
            rate_limit_exceeded: "rate_limit_exceeded";
            resource_not_found: "resource_not_found";
            service_unavailable: "service_unavailable";
        }>;
    }, z.core.$strict>;
}, z.core.$strict>;
/** The envelope around one record (§2.1). */
export declare function itemEnvelope<T extends z.ZodMiniType>(data: T): z.ZodMiniObject<{
    status: z.ZodMiniLiteral<"success">;
    data: T;
}, z.core.$strict>;
/** The envelope around a page of a collection (§2.1). */
export declare function listEnvelope<T extends z.ZodMiniType>(item: T): z.ZodMiniObject<{
    status: z.ZodMiniLiteral<"success">;
    data: z.ZodMiniArray<T>;
    pagination: z.ZodMiniObject<{
        total_items: z.ZodMiniInt;
        total_pages: z.ZodMiniInt;
        current_page: z.ZodMiniInt;
        items_per_page: z.ZodMiniInt;
        next_page: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        prev_page: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    }, z.core.$strict>;
}, z.core.$strict>;
/** The envelope around a page of a collection, with its own pagination object. */
export declare function listEnvelopeWith<T extends z.ZodMiniType, P extends z.ZodMiniType>(item: T, pagination: P): z.ZodMiniObject<{
    status: z.ZodMiniLiteral<"success">;
    data: z.ZodMiniArray<T>;
    pagination: P;
}, z.core.$strict>;
