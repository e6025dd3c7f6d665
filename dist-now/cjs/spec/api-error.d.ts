import type { ErrorCode } from './errors.ts';
/** A refusal of a request with an error code of the document (§7). */
export declare class ApiError extends Error {
    readonly name = "ApiError";
    readonly code: ErrorCode;
    /** The longer explanation: the field, its value, and what was expected. Never a secret. */
    readonly details: string;
    constructor(code: ErrorCode, details: string);
}
