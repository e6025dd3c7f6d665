import type { When } from './rule-schema.ts';
/** The parts of a request that rules compare. */
export interface Subject {
    /** Id of the operation; undefined where none has the method and path. */
    readonly operation: string | undefined;
    readonly method: string;
    /** Relative to the base address where it lies below it (`/cloud/resources`). */
    readonly path: string;
    /** The `{id}` of the path; empty where it has none. */
    readonly id: string;
    /** Id of the API key; undefined where the request has no valid one. */
    readonly key: string | undefined;
    /** The values of a query parameter. */
    readonly query: (name: string) => readonly string[];
    readonly header: (name: string) => string | null;
    /** The parsed body; undefined where there is none, or it is not JSON. */
    readonly body: () => unknown;
}
/** True if a request meets all conditions of a rule. */
export type Matcher = (subject: Subject) => boolean;
/** One condition on a request. */
export interface Condition {
    /** The field of the request (`query.type`, `body`). */
    readonly field: string;
    readonly expected: unknown;
    /** The value of a request; undefined for none. */
    readonly actual: (subject: Subject) => unknown;
    readonly holds: Matcher;
}
/** The conditions of a rule. */
export declare function conditionsOf(when: When): readonly Condition[];
/** Makes the matcher of a rule. Without conditions it matches every request. */
export declare function createMatcher(when?: When): Matcher;
/** A difference between two JSON values. */
export interface Difference {
    /** The path (`body.data_source.type`). */
    readonly field: string;
    readonly expected: unknown;
    /** Undefined for a missing field. */
    readonly actual: unknown;
}
/** The parts of an expected JSON value that the actual one lacks. An object may have more fields; any other value must be the same. */
export declare function differences(actual: unknown, expected: unknown, field: string): readonly Difference[];
