import { type TestContext, type TestOptions } from 'node:test';
import type { Fake, SandboxClient } from '../app/client.ts';
import { type RunnerOptions } from './open-fake.ts';
export type { RunnerOptions } from './open-fake.ts';
/** Fixtures of a test. */
export interface TestFixtures {
    /** A new sandbox. */
    readonly sandbox: SandboxClient;
    /** The fake that has the sandboxes: one for each file. */
    readonly fake: Fake;
    /** The test context of `node:test`. */
    readonly t: TestContext;
}
/** The body of a test. */
export type Body = (fixtures: TestFixtures) => unknown;
/** Declares a test, with or without options of `node:test`. */
export type Declare = (title: string, ...rest: [body: Body] | [options: TestOptions, body: Body]) => void;
/** The `test` of `node:test`, with a sandbox for each test. */
export interface SandboxTest extends Declare {
    readonly only: Declare;
    readonly skip: Declare;
    readonly todo: Declare;
}
/**
 * Creates a `test` with options of its fake. Call it at the top of a file: the fake closes when the tests there are over.
 * @example
 * ```ts
 * const test = createTest({ clock: 'frozen' })
 * ```
 */
export declare function createTest(options?: RunnerOptions): SandboxTest;
/**
 * The `test` of `node:test` with a new sandbox for each test, and one fake for each file.
 * The error message of a failed test lists its requests.
 * @example
 * ```ts
 * test('a list', async ({ sandbox }) => {
 *   await sandbox.scenarios.on('flaky')
 * })
 * ```
 */
export declare const test: SandboxTest;
