import * as z from 'zod/mini';
import type { Choices } from '../assumptions/profile.ts';
import { type Log } from '../lib/log.ts';
import { type Delay } from '../scenarios/delay.ts';
import type { ScenarioName } from './client.ts';
/** The options of a fake. Each has a default. */
export interface FakeOptions {
    /** A whole number that decides ids, findings and generated records. Default: 1. */
    readonly seed?: number | undefined;
    /** A folder with resources.json, assessments.json, jobs.json and keys.json, or some of them. Default: the built-in fixtures. */
    readonly fixtures?: string | undefined;
    /** The number of resources to generate, with assessments of them, in place of those in the fixtures; at most 1,000,000. Default: none. */
    readonly resources?: number | undefined;
    /** Requests an hour for each key without a quota of its own: the assumption rateQuota. Default: 5000. */
    readonly quota?: number | undefined;
    /** Choices of assumptions that differ from their defaults. Default: none. */
    readonly assume?: Choices | undefined;
    /** `real`, `frozen` (at 2026-07-01T00:00:00Z), or an ISO 8601 date-time to freeze at. Default: real. */
    readonly clock?: string | undefined;
    /** The time from the creation of an assessment or a job to its completion. Default: 5s. */
    readonly completeAfter?: string | undefined;
    /** The delay of every answer of the API: a duration, `{ min, max }`, or `{ median, p99 }` of a distribution. Default: none. */
    readonly delay?: Delay | undefined;
    /** The most sandboxes at once, the default one included. Default: 1000. */
    readonly maxSandboxes?: number | undefined;
    /** Deletes a sandbox after this time without use, by the wall clock; `default` always stays. Default: never. */
    readonly sandboxIdle?: string | undefined;
    /** Bytes for created records in all sandboxes, counted as 2 KiB plus eight times the body each. Default: 512 MiB. */
    readonly maxStoredBytes?: number | undefined;
    /** Bytes for the journals of all sandboxes; 0 turns them off. Default: 64 MiB. */
    readonly journalBytes?: number | undefined;
    /** A file that keeps the state of all sandboxes: read at the start, saved while it runs and by `close`. Default: none. */
    readonly state?: string | undefined;
    /** Counts every request for the coverage, also those of sandboxes that are reset or deleted later. Default: false. */
    readonly coverage?: boolean | undefined;
    /** A folder of scenario files, added to the built-in ones. Default: none. */
    readonly scenarios?: string | undefined;
    /** Names of the scenarios that are on from the start, in every sandbox. Default: none. */
    readonly scenario?: readonly ScenarioName[] | undefined;
    /** Host names, addresses or ranges (`10.0.0.0/8`) outside the loopback that webhooks may go to. Default: none. */
    readonly allowWebhookHost?: readonly string[] | undefined;
    /** An SMTP server that also gets the e-mails: `smtp://127.0.0.1:1025`. Default: none. */
    readonly smtp?: string | undefined;
    /** A log for what the fake does, as `createLog` makes one. Default: a silent one. */
    readonly log?: Log | undefined;
}
/** The configuration file that is read by itself, in the working directory. */
export declare const defaultConfigFile = "cloudsec-fake.config.json";
/** The rows of `FakeOptions`. */
export declare const fakeOptions: {
    readonly seed: z.ZodMiniDefault<z.ZodMiniNumber<number>>;
    readonly fixtures: z.ZodMiniOptional<z.ZodMiniString<string>>;
    readonly resources: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
    readonly quota: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
    readonly assume: z.ZodMiniOptional<z.ZodMiniCustom<Partial<import("../index.ts").Profile>, Partial<import("../index.ts").Profile>>>;
    readonly clock: z.ZodMiniDefault<z.ZodMiniString<string>>;
    readonly completeAfter: z.ZodMiniDefault<z.ZodMiniString<string>>;
    readonly delay: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
        min: z.ZodMiniString<string>;
        max: z.ZodMiniString<string>;
    }, z.core.$strict>, z.ZodMiniObject<{
        median: z.ZodMiniString<string>;
        p99: z.ZodMiniString<string>;
    }, z.core.$strict>]>>>;
    readonly maxSandboxes: z.ZodMiniDefault<z.ZodMiniNumber<number>>;
    readonly sandboxIdle: z.ZodMiniDefault<z.ZodMiniString<string>>;
    readonly maxStoredBytes: z.ZodMiniDefault<z.ZodMiniNumber<number>>;
    readonly journalBytes: z.ZodMiniDefault<z.ZodMiniNumber<number>>;
    readonly state: z.ZodMiniOptional<z.ZodMiniString<string>>;
    readonly coverage: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
    readonly scenarios: z.ZodMiniOptional<z.ZodMiniString<string>>;
    readonly scenario: z.ZodMiniDefault<z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    readonly allowWebhookHost: z.ZodMiniDefault<z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    readonly smtp: z.ZodMiniOptional<z.ZodMiniString<string>>;
};
/** Options of the commands `start` and `exec` that programs do not have. */
export declare const commandOptions: {
    readonly assumptions: z.ZodMiniOptional<z.ZodMiniString<string>>;
    readonly config: z.ZodMiniOptional<z.ZodMiniString<string>>;
    readonly watch: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
    readonly printUrl: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
    readonly logFormat: z.ZodMiniDefault<z.ZodMiniEnum<{
        json: "json";
        pretty: "pretty";
    }>>;
    readonly logLevel: z.ZodMiniOptional<z.ZodMiniEnum<{
        debug: "debug";
        error: "error";
        info: "info";
        silent: "silent";
        warn: "warn";
    }>>;
};
/** Every option that has a flag, in the order of `--help` and of the documents. */
export declare const optionRows: readonly import("./option.ts").OptionRow[];
