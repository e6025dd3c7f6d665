import * as z from 'zod/mini';
import type { Assume } from '../assumptions/register.ts';
import type { QueryResult } from './query.ts';
/** A page of a list. */
export interface Paging {
    /** From 1. */
    readonly page: number;
    /** Items on a page, 1 to 100. */
    readonly limit: number;
}
/** The items of a page, and its pagination object. */
export interface Page<R> {
    readonly items: readonly R[];
    /** As JSON text. */
    readonly pagination: string;
}
/**
 * Reads `page` and `limit` of a query (§8).
 * @throws ApiError invalid_request, if the register says so
 */
export declare function readPaging(assume: Assume, page: string | undefined, limit: string | undefined): Paging;
/**
 * Takes a page of a query result (§2.1).
 * @param pageUrl the relative URL of a page of this list
 * @throws ApiError for a page after the last, if the register says so
 */
export declare function toPage<R>(assume: Assume, found: QueryResult<R>, { page, limit }: Paging, pageUrl: (page: number, limit: number) => string): Page<R>;
/** The schema of the pagination object, by the choices of the register. */
export declare function paginationSchema(assume: Assume): z.ZodMiniType;
/** The schemas of `page` and `limit`, by the choices of the register. They allow any integer if a bad one counts as absent. */
export declare function pagingSchemas(assume: Assume): {
    readonly page: z.ZodMiniType;
    readonly limit: z.ZodMiniType;
};
