import { type TestAPI } from 'vitest';
import type { Fake, SandboxClient } from '../app/client.ts';
import { type RunnerOptions } from './open-fake.ts';
export type { RunnerOptions } from './open-fake.ts';
/** Fixtures of a test. */
export interface TestFixtures {
    /** Options of the fake. */
    readonly fakeOptions: RunnerOptions | undefined;
    /** The fake that has the sandboxes. */
    readonly fake: Fake;
    /** A new sandbox. */
    readonly sandbox: SandboxClient;
}
/**
 * Creates a `test` with options of its fake. Call it at the top of a file.
 * @example
 * ```ts
 * const test = createTest({ clock: 'frozen' })
 * ```
 */
export declare function createTest(options?: RunnerOptions): TestAPI<TestFixtures>;
/**
 * Vitest's `test` with two fixtures: `sandbox`, a new sandbox for each test, and `fake`, its fake, one for each file.
 * The error message of a failed test lists its requests.
 */
export declare const test: TestAPI<TestFixtures>;
