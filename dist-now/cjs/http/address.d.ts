import type { AppContext } from './bindings.ts';
/** The path of the OpenAPI document, below the prefix of a sandbox. */
export declare const documentPath = "/openapi.json";
/** The destination of a request. */
export interface Address {
    /** The path that the app is mounted at in another one; empty where it is in none. */
    readonly mount: string;
    /** Name of the sandbox in the path; undefined where the path names none. */
    readonly sandbox: string | undefined;
    /** The mount, and `/@NAME` where the path names a sandbox. */
    readonly prefix: string;
    /** The path below the prefix, as Hono routes it (`/v1/cloud/resources`). */
    readonly path: string;
    /** The path below the prefix, percent-encoding as sent. */
    readonly sentPath: string;
    /** The query as sent, without its question mark. */
    readonly query: string;
}
/** The address of a path below the prefix of a sandbox. @param query without its question mark */
export declare function addressOf(path: string, query?: string, prefix?: string): Address;
/**
 * Reads the address of a request. A first segment that is not a sandbox name belongs to the path.
 * @param segments of the route below the prefix, where it has a fixed number (asks Hono for the mount)
 */
export declare function readAddress(c: AppContext, segments?: number): Address;
/** The part of an address before the version segment: empty, or `/@NAME`. */
export declare function prefixOf(sandbox: string): string;
/** A path relative to the base address (`/cloud/resources`); undefined for one that is not below it. */
export declare function belowBase(address: Pick<Address, 'path'>): string | undefined;
