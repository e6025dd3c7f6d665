import * as z from 'zod/mini';
import { type ScenarioBase, type ScenarioName } from '../../scenarios/schema.ts';
import type { Call } from '../client/call.ts';
declare const scenarioInfo: () => z.ZodMiniObject<{
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
    active: z.ZodMiniBoolean<boolean>;
    source: z.ZodMiniEnum<{
        "built-in": "built-in";
        file: "file";
        inline: "inline";
    }>;
    since: z.ZodMiniOptional<z.ZodMiniISODateTime>;
    rules: z.ZodMiniArray<z.ZodMiniObject<{
        phase: z.ZodMiniEnum<{
            after: "after";
            before: "before";
        }>;
        matches: z.ZodMiniNumber<number>;
        hits: z.ZodMiniNumber<number>;
    }, z.core.$loose>>;
    warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
}, z.core.$loose>;
/** The body of PUT: none is the same as `{ "enabled": true }`. */
export declare const scenarioSwitch: () => z.ZodMiniOptional<z.ZodMiniObject<{
    enabled: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
}, z.core.$strict>>;
/** A scenario in one sandbox: its definition, whether it is on, where it comes from, and the counts of its rules. */
export type ScenarioInfo = z.infer<ReturnType<typeof scenarioInfo>>;
/** The names that the types of scenarios take from an API. */
interface NamesOfScenarios {
    readonly scenario: string;
    readonly definition: ScenarioBase;
}
export declare const scenarioEndpoints: {
    readonly listScenarios: {
        readonly method: "GET";
        readonly path: "/scenarios";
        readonly summary: "Lists all scenarios, each with its state and the counts of its rules";
        readonly answer: () => z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniObject<{
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
                active: z.ZodMiniBoolean<boolean>;
                source: z.ZodMiniEnum<{
                    "built-in": "built-in";
                    file: "file";
                    inline: "inline";
                }>;
                since: z.ZodMiniOptional<z.ZodMiniISODateTime>;
                rules: z.ZodMiniArray<z.ZodMiniObject<{
                    phase: z.ZodMiniEnum<{
                        after: "after";
                        before: "before";
                    }>;
                    matches: z.ZodMiniNumber<number>;
                    hits: z.ZodMiniNumber<number>;
                }, z.core.$loose>>;
                warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            }, z.core.$loose>>;
        }, z.core.$strict>;
    };
    readonly showScenario: {
        readonly method: "GET";
        readonly path: "/scenarios/{name}";
        readonly summary: "Shows a scenario";
        readonly answer: () => z.ZodMiniObject<{
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
            active: z.ZodMiniBoolean<boolean>;
            source: z.ZodMiniEnum<{
                "built-in": "built-in";
                file: "file";
                inline: "inline";
            }>;
            since: z.ZodMiniOptional<z.ZodMiniISODateTime>;
            rules: z.ZodMiniArray<z.ZodMiniObject<{
                phase: z.ZodMiniEnum<{
                    after: "after";
                    before: "before";
                }>;
                matches: z.ZodMiniNumber<number>;
                hits: z.ZodMiniNumber<number>;
            }, z.core.$loose>>;
            warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$loose>;
    };
    readonly switchScenarioOn: {
        readonly method: "PUT";
        readonly path: "/scenarios/{name}";
        readonly summary: "Switches a scenario on and sets its counts to 0; { \"enabled\": false } switches it off";
        readonly body: () => z.ZodMiniUnknown;
        readonly documentedBody: () => z.ZodMiniOptional<z.ZodMiniObject<{
            enabled: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        }, z.core.$strict>>;
        readonly answer: () => z.ZodMiniObject<{
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
            active: z.ZodMiniBoolean<boolean>;
            source: z.ZodMiniEnum<{
                "built-in": "built-in";
                file: "file";
                inline: "inline";
            }>;
            since: z.ZodMiniOptional<z.ZodMiniISODateTime>;
            rules: z.ZodMiniArray<z.ZodMiniObject<{
                phase: z.ZodMiniEnum<{
                    after: "after";
                    before: "before";
                }>;
                matches: z.ZodMiniNumber<number>;
                hits: z.ZodMiniNumber<number>;
            }, z.core.$loose>>;
            warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$loose>;
    };
    readonly switchScenarioOff: {
        readonly method: "DELETE";
        readonly path: "/scenarios/{name}";
        readonly summary: "Switches a scenario off";
        readonly answer: () => z.ZodMiniObject<{
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
            active: z.ZodMiniBoolean<boolean>;
            source: z.ZodMiniEnum<{
                "built-in": "built-in";
                file: "file";
                inline: "inline";
            }>;
            since: z.ZodMiniOptional<z.ZodMiniISODateTime>;
            rules: z.ZodMiniArray<z.ZodMiniObject<{
                phase: z.ZodMiniEnum<{
                    after: "after";
                    before: "before";
                }>;
                matches: z.ZodMiniNumber<number>;
                hits: z.ZodMiniNumber<number>;
            }, z.core.$loose>>;
            warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$loose>;
    };
    readonly switchAllOff: {
        readonly method: "DELETE";
        readonly path: "/scenarios";
        readonly summary: "Switches all scenarios off";
        readonly answer: () => z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniObject<{
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
                active: z.ZodMiniBoolean<boolean>;
                source: z.ZodMiniEnum<{
                    "built-in": "built-in";
                    file: "file";
                    inline: "inline";
                }>;
                since: z.ZodMiniOptional<z.ZodMiniISODateTime>;
                rules: z.ZodMiniArray<z.ZodMiniObject<{
                    phase: z.ZodMiniEnum<{
                        after: "after";
                        before: "before";
                    }>;
                    matches: z.ZodMiniNumber<number>;
                    hits: z.ZodMiniNumber<number>;
                }, z.core.$loose>>;
                warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            }, z.core.$loose>>;
        }, z.core.$strict>;
    };
    readonly defineScenario: {
        readonly method: "POST";
        readonly path: "/scenarios";
        readonly summary: "Defines a scenario in this sandbox and switches it on";
        readonly body: () => z.ZodMiniUnknown;
        readonly documentedBody: ({ scenario }: import("./endpoint.ts").KnownForms<string>) => z.ZodMiniType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>;
        readonly answer: () => z.ZodMiniObject<{
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
            active: z.ZodMiniBoolean<boolean>;
            source: z.ZodMiniEnum<{
                "built-in": "built-in";
                file: "file";
                inline: "inline";
            }>;
            since: z.ZodMiniOptional<z.ZodMiniISODateTime>;
            rules: z.ZodMiniArray<z.ZodMiniObject<{
                phase: z.ZodMiniEnum<{
                    after: "after";
                    before: "before";
                }>;
                matches: z.ZodMiniNumber<number>;
                hits: z.ZodMiniNumber<number>;
            }, z.core.$loose>>;
            warnings: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$loose>;
        readonly status: 201;
    };
    readonly checkScenario: {
        readonly method: "POST";
        readonly path: "/scenarios/check";
        readonly summary: "Checks a scenario without defining it";
        readonly body: () => z.ZodMiniUnknown;
        readonly documentedBody: ({ scenario }: import("./endpoint.ts").KnownForms<string>) => z.ZodMiniType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>;
        readonly answer: () => z.ZodMiniObject<{
            warnings: z.ZodMiniArray<z.ZodMiniString<string>>;
        }, z.core.$strict>;
        readonly createsSandbox: false;
        readonly isAside: true;
    };
    readonly verifyScenarios: {
        readonly method: "POST";
        readonly path: "/scenarios/verify";
        readonly summary: "Verifies that each scenario with rules that was on fired; else 409 with those that did not";
        readonly answer: () => z.ZodMiniObject<{
            scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
        }, z.core.$strict>;
        readonly isAside: true;
    };
};
/** Creates the control of scenarios. */
export declare function createScenarioControl<Names extends NamesOfScenarios>(call: Call): {
    /** Lists all scenarios of the sandbox. */
    list(): Promise<readonly ScenarioInfo[]>;
    /**
     * Shows a scenario, with the matches and hits of each of its rules.
     * @throws InputError for an unknown name
     */
    show(name: ScenarioName<Names['scenario']>): Promise<ScenarioInfo>;
    /**
     * Switches scenarios on, each with its counts at 0.
     * @throws InputError for an unknown name; then nothing changes
     * @example
     * ```ts
     * await fake.scenarios.on('rate-limit-exhausted')
     * ```
     */
    on(...names: readonly ScenarioName<Names['scenario']>[]): Promise<void>;
    /**
     * Switches scenarios off.
     * @param names of the scenarios (all)
     * @throws InputError for an unknown name; then nothing changes
     */
    off(...names: readonly ScenarioName<Names['scenario']>[]): Promise<void>;
    /**
     * Defines a scenario in this sandbox and switches it on.
     * @throws InputError for a scenario that cannot be used, and for the name of one that every sandbox has
     * @example
     * ```ts
     * await fake.scenarios.define({ name: 'slow', rules: [{ then: { delay: '2s' } }] })
     * ```
     */
    define(scenario: Names['definition']): Promise<ScenarioInfo>;
    /**
     * Checks a scenario without defining it.
     * @returns the warnings that its definition would have
     * @throws InputError as `define` does
     */
    check(scenario: Names['definition']): Promise<readonly string[]>;
    /**
     * Verifies that each scenario that was on, or that a request named, fired: one of its rules had a hit since it was
     * last switched on. A scenario without rules has nothing that fires, and is left out.
     * @returns the names of the scenarios that fired
     * @throws VerificationError with those that did not, and the nearest requests
     * @example
     * ```ts
     * await fake.scenarios.on('outage-then-recovery')
     * await runTheClient()
     * await fake.scenarios.verifyFired()
     * ```
     */
    verifyFired(): Promise<readonly string[]>;
};
/** The scenarios of one sandbox. */
export interface ScenarioControl<Names extends NamesOfScenarios> extends ReturnType<typeof createScenarioControl<Names>> {
}
export {};
