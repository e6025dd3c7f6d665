import * as z from 'zod/mini';
import type { Assume } from '../assumptions/register.ts';
import { type Paging } from '../store/pagination.ts';
/** The query parameters of an operation, by name: an optional string, or an optional array for a parameter that may be repeated. */
export type QueryFields = Readonly<Record<string, z.ZodMiniOptional<z.ZodMiniType<string> | z.ZodMiniArray<z.ZodMiniType<string>>>>>;
/** A declared query. */
export interface QueryDeclaration<Fields extends QueryFields> {
    readonly schema: z.ZodMiniObject<Fields, z.core.$strict>;
    /** The names of the parameters. */
    readonly names: ReadonlySet<string>;
    /** The parameters that may be repeated. */
    readonly repeated: ReadonlySet<string>;
}
/** `page` and `limit` of every list. They are text here, because the register says what a bad value means. */
export declare const pagingQuery: {
    page: z.ZodMiniOptional<z.ZodMiniString<string>>;
    limit: z.ZodMiniOptional<z.ZodMiniString<string>>;
};
/** Declares the query parameters of an operation. @param repeated those that may be repeated (none) */
export declare function defineQuery<Fields extends QueryFields>(fields: Fields, repeated?: readonly (keyof Fields & string)[]): QueryDeclaration<Fields>;
/** The query of an operation that has no parameters. */
export declare const noQuery: QueryDeclaration<{}>;
/** The values of a query, by its fields. */
export type QueryValues<Fields extends QueryFields> = z.infer<z.ZodMiniObject<Fields, z.core.$strict>>;
/** The query of a list that was read. */
export interface ListQuery<Fields extends QueryFields> {
    readonly values: QueryValues<Fields>;
    readonly paging: Paging;
    /** The parameters except `page` and `limit`, as sent, for the links to other pages. */
    readonly filters: string;
}
/** Refuses the query of an operation that declares none. @throws ApiError invalid_request */
export declare function refuseQuery(assume: Assume, query: string): void;
/**
 * Reads the query of a list by its declaration.
 * @throws ApiError invalid_request for percent-encoding that does not decode, and for an unknown or a repeated parameter
 * or a bad page where the register says so
 */
export declare function readListQuery<Fields extends QueryFields & typeof pagingQuery>(assume: Assume, declaration: QueryDeclaration<Fields>, query: string): ListQuery<Fields>;
