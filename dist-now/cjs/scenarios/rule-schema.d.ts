import * as z from 'zod/mini';
import { type KnownOperation } from './rule-checks.ts';
/** The schema of the conditions on a request. @param operationIds the operations that it may name */
export declare const whenOf: <Operation extends string>(operationIds: readonly Operation[]) => z.ZodMiniObject<{
    operation: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniEnum<{ [k in Operation]: k; } extends infer T ? { [k in keyof T]: T[k]; } : never>, z.ZodMiniArray<z.ZodMiniEnum<{ [k in Operation]: k; } extends infer T ? { [k in keyof T]: T[k]; } : never>>]>>;
    method: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>;
    path: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>;
    id: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>;
    key: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>;
    query: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>>;
    header: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>>;
    body: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
}, z.core.$strict>;
/** The schema of the effect of a rule. */
export declare const effectSchema: z.ZodMiniLazy<z.ZodMiniObject<{
    error: z.ZodMiniOptional<z.ZodMiniEnum<{
        authentication_error: "authentication_error";
        authorization_error: "authorization_error";
        internal_error: "internal_error";
        invalid_request: "invalid_request";
        rate_limit_exceeded: "rate_limit_exceeded";
        resource_not_found: "resource_not_found";
        service_unavailable: "service_unavailable";
    }>>;
    delay: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
        min: z.ZodMiniString<string>;
        max: z.ZodMiniString<string>;
    }, z.core.$strict>, z.ZodMiniObject<{
        median: z.ZodMiniString<string>;
        p99: z.ZodMiniString<string>;
    }, z.core.$strict>]>>>;
    fault: z.ZodMiniOptional<z.ZodMiniEnum<{
        empty: "empty";
        gateway_html: "gateway_html";
        hang: "hang";
        malformed_json: "malformed_json";
        reset: "reset";
        slow_body: "slow_body";
        truncate: "truncate";
        wrong_content_type: "wrong_content_type";
    }>>;
    over: z.ZodMiniOptional<z.ZodMiniString<string>>;
    status: z.ZodMiniOptional<z.ZodMiniInt>;
    body: z.ZodMiniOptional<z.ZodMiniUnknown>;
    headers: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniNullable<z.ZodMiniString<string>>>>>;
    patch: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    replace: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    arrange: z.ZodMiniOptional<z.ZodMiniEnum<{
        insert: "insert";
        remove: "remove";
    }>>;
}, z.core.$strict>>;
declare const phaseSchema: z.ZodMiniEnum<{
    after: "after";
    before: "before";
}>;
/** The effect of a rule. */
export type Effect = z.infer<typeof effectSchema>;
/** The stage of a rule: it acts before the request is handled, or after. */
export type RuleStage = z.infer<typeof phaseSchema>;
/** True if an effect only delays. Then the search for another rule continues. */
export declare function onlyDelays(effect: Effect): boolean;
/** The stage of an effect where its rule names none: `before`, unless it changes an answer. */
export declare function stageOf(effect: Effect): RuleStage;
/** The schema of a rule. @param operations those that it may be for */
export declare const ruleOf: <Operation extends string>(operations: readonly KnownOperation<Operation>[]) => z.ZodMiniObject<{
    when: z.ZodMiniOptional<z.ZodMiniObject<{
        from: z.ZodMiniOptional<z.ZodMiniString<string>>;
        for: z.ZodMiniOptional<z.ZodMiniString<string>>;
        operation: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniEnum<{ [k in Operation]: k; } extends infer T ? { [k in keyof T]: T[k]; } : never>, z.ZodMiniArray<z.ZodMiniEnum<{ [k in Operation]: k; } extends infer T ? { [k in keyof T]: T[k]; } : never>>]>>;
        method: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>;
        path: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>;
        id: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>;
        key: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>;
        query: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>>;
        header: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>>;
        body: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    }, z.core.$strict>>;
    count: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniUnion<readonly [z.ZodMiniInt, z.ZodMiniObject<{
        after: z.ZodMiniOptional<z.ZodMiniInt>;
        every: z.ZodMiniOptional<z.ZodMiniInt>;
        chance: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
        first: z.ZodMiniOptional<z.ZodMiniInt>;
    }, z.core.$strict>]>>>;
    times: z.ZodMiniOptional<z.ZodMiniInt>;
    phase: z.ZodMiniOptional<z.ZodMiniEnum<{
        after: "after";
        before: "before";
    }>>;
    then: z.ZodMiniLazy<z.ZodMiniObject<{
        error: z.ZodMiniOptional<z.ZodMiniEnum<{
            authentication_error: "authentication_error";
            authorization_error: "authorization_error";
            internal_error: "internal_error";
            invalid_request: "invalid_request";
            rate_limit_exceeded: "rate_limit_exceeded";
            resource_not_found: "resource_not_found";
            service_unavailable: "service_unavailable";
        }>>;
        delay: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
            min: z.ZodMiniString<string>;
            max: z.ZodMiniString<string>;
        }, z.core.$strict>, z.ZodMiniObject<{
            median: z.ZodMiniString<string>;
            p99: z.ZodMiniString<string>;
        }, z.core.$strict>]>>>;
        fault: z.ZodMiniOptional<z.ZodMiniEnum<{
            empty: "empty";
            gateway_html: "gateway_html";
            hang: "hang";
            malformed_json: "malformed_json";
            reset: "reset";
            slow_body: "slow_body";
            truncate: "truncate";
            wrong_content_type: "wrong_content_type";
        }>>;
        over: z.ZodMiniOptional<z.ZodMiniString<string>>;
        status: z.ZodMiniOptional<z.ZodMiniInt>;
        body: z.ZodMiniOptional<z.ZodMiniUnknown>;
        headers: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniNullable<z.ZodMiniString<string>>>>>;
        patch: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        replace: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        arrange: z.ZodMiniOptional<z.ZodMiniEnum<{
            insert: "insert";
            remove: "remove";
        }>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
/** A rule of a scenario. */
export type ScenarioRule<Operation extends string = string> = z.infer<ReturnType<typeof ruleOf<Operation>>>;
/** The conditions on a request. */
export type When = z.infer<ReturnType<typeof whenOf>>;
export {};
