import type { Fake, SandboxClient } from '../app/client.ts';
import { type RunnerOptions } from './open-fake.ts';
export type { RunnerOptions } from './open-fake.ts';
/** Fixtures of a test. */
export interface TestFixtures {
    /** A new sandbox. */
    readonly sandbox: SandboxClient;
    /** The fake that has the sandboxes: one for each file. */
    readonly fake: Fake;
}
/** Declares a test. @param timeout in milliseconds */
type DeclareOne<Row extends readonly unknown[]> = (title: string, body: (fixtures: TestFixtures, ...row: Row) => unknown, timeout?: number) => void;
/** Declares tests. */
export interface Declare extends DeclareOne<readonly []> {
    /**
     * Declares a test for each row of a table. The title may have the placeholders of Jest.
     * @example
     * ```ts
     * test.each(['flaky', 'slow'])('works when %s', async ({ sandbox }, scenario) => {
     *   await sandbox.scenarios.on(scenario)
     * })
     * ```
     */
    readonly each: Each;
}
/** Declares a test for each row of a table: its values, or one value, follow the fixtures. */
interface Each {
    <Row extends readonly unknown[] | []>(rows: readonly Row[]): DeclareOne<Row>;
    <Value>(values: readonly Value[]): DeclareOne<readonly [Value]>;
}
/** The `test` of Jest, with a sandbox for each test. */
export interface SandboxTest extends Declare {
    readonly only: Declare;
    readonly skip: Declare;
    /** A test that is expected to fail. */
    readonly failing: Declare;
    readonly concurrent: Declare & {
        readonly only: Declare;
        readonly skip: Declare;
    };
    readonly todo: (title: string) => void;
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
 * Jest's `test` with a new sandbox for each test, and one fake for each file. The error message of a failed test lists its requests.
 * @example
 * ```ts
 * test('a list', async ({ sandbox }) => {
 *   await sandbox.scenarios.on('flaky')
 * })
 * ```
 */
export declare const test: SandboxTest;
