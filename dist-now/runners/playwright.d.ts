import type { SandboxClient, Fake } from '../app/client.ts';
import { type RunnerOptions } from './open-fake.ts';
export { expect } from '@playwright/test';
export type { RunnerOptions } from './open-fake.ts';
/** Fixtures of a test. */
export interface TestFixtures {
    /** A new sandbox. */
    readonly sandbox: SandboxClient;
}
/** Fixtures that the tests of one worker share. */
export interface WorkerFixtures {
    /** Options of the fake, set by `use`. */
    readonly fakeOptions: RunnerOptions | undefined;
    /** The fake that has the sandboxes. */
    readonly fake: Fake;
}
/**
 * Playwright's `test` with two fixtures: `sandbox`, a new sandbox for each test, and `fake`, its fake, one for each worker.
 * Pages and `request` send the headers of the sandbox: an app under test that hands its baggage on needs one base URL for all tests.
 * The error message of a failed test lists its requests, which are also attached as JSON. Set options of the fake by `use: { fakeOptions }`.
 */
export declare const test: import("@playwright/test").TestType<import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions & TestFixtures, import("@playwright/test").PlaywrightWorkerArgs & import("@playwright/test").PlaywrightWorkerOptions & WorkerFixtures>;
