import type { When } from './rule-schema.ts';
/** An operation, as far as rules depend on it. */
export interface KnownOperation<Id extends string = string> {
    readonly id: Id;
    readonly method: string;
    /** As the document writes it (`/cloud/resources/{id}`). */
    readonly path: string;
    /** Undefined where it takes no body. */
    readonly body: unknown;
    /** By name. */
    readonly queryParameters: Readonly<Record<string, unknown>>;
}
export type Operations = readonly KnownOperation[];
type Texts = string | readonly string[];
/** A condition that no operation meets together with those before it. */
export interface Contradiction {
    readonly field: 'method' | 'path' | 'id' | 'body';
    readonly expected: string;
}
export declare const isNamed: ({ id }: KnownOperation, asked: string) => boolean;
export declare const hasMethod: ({ method }: KnownOperation, asked: string) => boolean;
export declare const hasPath: ({ path }: KnownOperation, asked: string) => boolean;
/** The operations that meet a condition; all of them where there is none. */
export declare function meeting(all: Operations, asked: Texts | undefined, isMet: (one: KnownOperation, text: string) => boolean): Operations;
/** Finds the condition that contradicts those before it, so that the rule would never fire; undefined where none does. */
export declare function contradictionIn(when: When, operations: Operations): Contradiction | undefined;
export declare const either: (all: Operations, read: (one: KnownOperation) => string) => string;
/** The texts of a condition; none where there is no such condition. */
export declare const eachOf: (texts: Texts | undefined) => readonly string[];
export {};
