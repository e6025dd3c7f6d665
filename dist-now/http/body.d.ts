import type * as z from 'zod/mini';
import type { Assume } from '../assumptions/register.ts';
import { ApiError } from '../spec/api-error.ts';
import type { SchemaFor, SchemaContext } from './schema-context.ts';
/** Most bytes of a request body: 1 MiB. */
export declare const maxBodyBytes = 1048576;
/** A body as it was sent. */
export interface SentBody {
    readonly bytes: Uint8Array;
    readonly contentType: string | null;
}
/** The body of a request that has none. */
export declare const noBody: SentBody;
/** A declared request body. */
export interface BodyDeclaration<B> {
    /** Types of all fields; only the fields that every option of the register requires are required here. */
    readonly schema: z.ZodMiniType<B>;
    /** Paths of the fields that some option of the register requires beyond those (`scan_options.comprehensive`). */
    readonly requirable: readonly string[];
    /** The schema of a body under the choices of a sandbox. Required, nullable and unknown fields are added to it later. */
    readonly documentedSchema: SchemaFor;
    /** A valid body, as a client would write it; undefined where the sandbox has no record to write about. */
    readonly example: (context: Pick<SchemaContext, 'assume' | 'sandbox'>) => unknown;
    /** The same about a record that does not exist; left out where a body names no record. */
    readonly exampleOfUnknown?: (context: Pick<SchemaContext, 'assume' | 'sandbox'>) => unknown;
    /** The requirable fields that the register requires. */
    readonly required: (assume: Assume) => readonly string[];
}
/** The bytes of a request body. @param most the most that it may have. @throws ApiError invalid_request above that, and where the client stops in the middle */
export declare function readBytes(request: Request, most?: number): Promise<Uint8Array>;
/** A body above the limit. */
export declare class BodyTooLarge extends ApiError {
    constructor(most: number);
}
/** Reads a body. @throws ApiError invalid_request that names the fields that are wrong, the first ten of them */
type BodyReader<B> = (assume: Assume, sent: SentBody) => B;
/** Makes the reader of a body by its declaration. */
export declare function bodyReader<B>({ schema, requirable, required }: BodyDeclaration<B>): BodyReader<B>;
/** Returns whether a Content-Type is JSON, with any parameters. */
export declare function isJson(contentType: string | null): boolean;
export {};
