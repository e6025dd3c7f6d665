import * as z from 'zod/mini';
/** The body of a problem (RFC 9457). */
export declare const problemBody: () => z.ZodMiniObject<{
    type: z.ZodMiniString<string>;
    title: z.ZodMiniString<string>;
    status: z.ZodMiniInt;
    detail: z.ZodMiniString<string>;
    field: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$loose>;
/** Further members of the problem of a verification that failed. */
export declare const unverifiedBody: () => z.ZodMiniObject<{
    expected: z.ZodMiniUnknown;
    actual: z.ZodMiniUnknown;
    nearest: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        request: z.ZodMiniString<string>;
        differences: z.ZodMiniArray<z.ZodMiniObject<{
            field: z.ZodMiniString<string>;
        }, z.core.$loose>>;
    }, z.core.$strict>>;
}, z.core.$loose>;
