import * as z from 'zod/mini';
import type { Match } from '../../journal/verify.ts';
import type { ParameterOf } from '../../lib/path-template.ts';
/** Methods of the control plane. */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** A query parameter. */
interface QueryParameter {
    /** A sentence for the OpenAPI document. */
    readonly description: string;
    readonly schema: () => z.ZodMiniType;
}
/** The forms of values that only the running fake knows. */
export interface KnownForms<Permission extends string = string> {
    /** The condition of a verification: it names operations of the API. */
    readonly match: z.ZodMiniType<Match>;
    /** A permission of the API. */
    readonly permission: z.ZodMiniType<Permission>;
    /** A scenario file. */
    readonly scenario: z.ZodMiniType;
}
/**
 * One endpoint of the control plane: everything but its handler.
 * The router, the client, its types and the OpenAPI document follow from it. Schemas are functions because most starts need none of them.
 */
export interface Endpoint {
    readonly method: Method;
    /** Below `/_control` (`/scenarios/{name}`); empty for the control plane itself. */
    readonly path: string;
    /** A phrase for the OpenAPI document, beginning with a verb (`Shows the clock`). */
    readonly summary: string;
    /** Query parameters by name (none). */
    readonly query?: Readonly<Record<string, QueryParameter>>;
    /** The request body, checked before the handler runs (none). */
    readonly body?: (known: KnownForms) => z.ZodMiniType;
    /** The body as the OpenAPI document shows it, where the handler does the checking (as `body`). */
    readonly documentedBody?: (known: KnownForms) => z.ZodMiniType;
    /** The response body (none). */
    readonly answer?: () => z.ZodMiniType;
    /** Content types of the answer (JSON). */
    readonly contentTypes?: readonly string[];
    /** HTTP status of success (200, or 204 without an answer). */
    readonly status?: number;
    /** True if a request creates the sandbox that it names (every method but GET does). */
    readonly createsSandbox?: boolean;
    /** True if the API answers as before, but for time that passes (every method but GET changes its answers). */
    readonly isAside?: boolean;
    /** Limit of the body in bytes (1 MiB). */
    readonly maxBodyBytes?: number;
    /** True if it answers without the control token (no). */
    readonly open?: boolean;
    /** True if a token that only reads does not open it (a reading request is open to both). */
    readonly isSecret?: boolean;
}
/** Endpoints by their operation ids. */
export type Endpoints = Readonly<Record<string, Endpoint>>;
/** Declares endpoints by their operation ids. */
export declare function defineEndpoints<const E extends Endpoints>(endpoints: E): E;
/** The values for the placeholders of a path. */
export type PathParameters<E extends Endpoint> = Readonly<Record<ParameterOf<E['path']>, string>>;
/** The query parameters, each with a value of type `V` or none; undefined for an endpoint without any. */
export type QueryOf<E, V> = E extends {
    readonly query: infer Q;
} ? {
    readonly [Name in keyof Q]?: V;
} : undefined;
/** The request body, as the handler gets it. */
export type BodyOf<E> = E extends {
    readonly body: (known: never) => z.ZodMiniType<infer B>;
} ? B : undefined;
/** The response body. */
export type AnswerOf<E> = E extends {
    readonly answer: () => z.ZodMiniType<infer A>;
} ? A : undefined;
/** Schemas that the OpenAPI document refers to by name. */
export declare const components: z.core.$ZodRegistry<{
    id: string;
}, z.core.$ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>>;
/** A schema that the OpenAPI document refers to by name, created on first use. */
export declare function component<T extends z.ZodMiniType>(id: string, create: () => T): () => T;
/** A collection: its items, and nothing else. */
export declare function collectionOf<T extends z.ZodMiniType>(item: () => T): () => z.ZodMiniObject<{
    items: z.ZodMiniArray<T>;
}, z.core.$strict>;
/** A whole number from 0 up. */
export declare const count: () => z.ZodMiniNumber<number>;
/** An instant with an offset. */
export declare const dateTime: () => z.ZodMiniISODateTime;
/** The body of a request that needs none. */
export declare const noBody: () => z.ZodMiniOptional<z.ZodMiniObject<{}, z.core.$strict>>;
/** Any JSON value: the handler checks it. */
export declare const anything: () => z.ZodMiniUnknown;
/** The query parameter of lists that limits them to the newest. */
export declare const limit: {
    description: string;
    schema: () => z.ZodMiniInt;
};
/** The schema of a query parameter that is a whole number. */
export declare const wholeNumber: (min: number, max: number, usual: number) => (() => z.ZodMiniType);
export {};
