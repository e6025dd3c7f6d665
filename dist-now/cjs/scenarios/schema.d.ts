import * as z from 'zod/mini';
import type { KnownOperation } from './rule-checks.ts';
/** The schema of the lifecycle of new records. Each call makes another, since each field has its own description. */
export declare const lifecycleChoiceOf: () => z.ZodMiniObject<{
    completeAfter: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniLiteral<"never">]>>;
    outcome: z.ZodMiniOptional<z.ZodMiniEnum<{
        completed: "completed";
        failed: "failed";
    }>>;
}, z.core.$strict>;
/** The lifecycle of new records. */
export type LifecycleChoice = z.infer<ReturnType<typeof lifecycleChoiceOf>>;
declare const webhooksSchema: z.ZodMiniLazy<z.ZodMiniObject<{
    fail: z.ZodMiniOptional<z.ZodMiniInt>;
    duplicate: z.ZodMiniOptional<z.ZodMiniInt>;
    outOfOrder: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
    tamper: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
}, z.core.$strict>>;
/** The faults of webhooks. */
export type WebhookSetting = z.infer<typeof webhooksSchema>;
/** The groups of scenarios, as a page shows them. */
export declare const scenarioGroups: readonly ['errors', 'quota', 'time', 'network', 'webhooks', 'data'];
/** The operations that a scenario may be for, and the names of areas with records that take time. */
export interface ScenarioNames<Operation extends string = string> {
    readonly operations: readonly KnownOperation<Operation>[];
    readonly lifecycles: readonly string[];
}
/** The schema of a scenario: its own fields, and one for each lifecycle. */
export declare function scenarioSchemaOf<Operation extends string>({ operations, lifecycles }: ScenarioNames<Operation>): z.ZodMiniObject<{
    $schema: z.ZodMiniOptional<z.ZodMiniString<string>>;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniString<string>>;
    group: z.ZodMiniOptional<z.ZodMiniEnum<{
        data: "data";
        errors: "errors";
        network: "network";
        quota: "quota";
        time: "time";
        webhooks: "webhooks";
    }>>;
    rules: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
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
    }, z.core.$strict>>>;
    delay: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
        min: z.ZodMiniString<string>;
        max: z.ZodMiniString<string>;
    }, z.core.$strict>, z.ZodMiniObject<{
        median: z.ZodMiniString<string>;
        p99: z.ZodMiniString<string>;
    }, z.core.$strict>]>>>;
    quota: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniObject<{
        limit: z.ZodMiniOptional<z.ZodMiniInt>;
        remaining: z.ZodMiniOptional<z.ZodMiniInt>;
        resetsIn: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strict>>>;
    webhooks: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniObject<{
        fail: z.ZodMiniOptional<z.ZodMiniInt>;
        duplicate: z.ZodMiniOptional<z.ZodMiniInt>;
        outOfOrder: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        tamper: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
    }, z.core.$strict>>>;
    assume: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>>, z.ZodMiniCustom<Partial<import("../index.ts").Profile>, Record<string, string | number>>>>;
}, z.core.$strict>;
/** A named set of settings and fault rules, as a file, the control plane and a program write it: without the lifecycles, which are named by areas. */
export type ScenarioBase<Operation extends string = string> = z.infer<ReturnType<typeof scenarioSchemaOf<Operation>>>;
/** Name of a scenario: a known one, which editors complete, or any other. */
export type ScenarioName<Known extends string> = Known | (string & {});
/** A named set of settings and fault rules, with the lifecycles of areas. */
export type ScenarioOf<Lifecycle extends string, Operation extends string> = ScenarioBase<Operation> & {
    [Name in Lifecycle]?: LifecycleChoice | undefined;
};
export {};
