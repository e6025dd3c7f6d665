import { relative } from 'node:path'
import { inspect } from 'node:util'

import { afterAll, afterEach, expect, test as base } from '@jest/globals'

import { lazyFake, type RunnerOptions } from './open-fake.ts'
import {
  enter,
  expire,
  type Identity,
  nextPosition,
  runIn,
  type TestFixtures,
  type TestSandbox,
} from './test-sandbox.ts'

export type { RunnerOptions } from './open-fake.ts'
export type { TestFixtures } from './test-sandbox.ts'

/** Declares a test. @param timeout in milliseconds */
type DeclareOne<Row extends readonly unknown[]> = (
  title: string,
  body: (fixtures: TestFixtures, ...row: Row) => unknown,
  timeout?: number,
) => void

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
  readonly each: Each
}

/** Declares a test for each row of a table. The body gets the fixtures, then the values of the row. */
interface Each {
  // With `[]`, the type of a row is a tuple.
  <Row extends readonly unknown[] | []>(rows: readonly Row[]): DeclareOne<Row>
  <Value>(values: readonly Value[]): DeclareOne<readonly [Value]>
}

export interface SandboxTest extends Declare {
  readonly only: Declare
  readonly skip: Declare
  readonly concurrent: Declare
  readonly todo: (title: string) => void
}

/**
 * Creates a `test` with options of its fake. Call it at the top of a file: the fake closes after the tests of the file.
 * @example
 * ```ts
 * const test = createTest({ clock: 'frozen' })
 * ```
 */
export function createTest(options?: RunnerOptions): SandboxTest {
  const opened = lazyFake(options)
  afterAll(opened.close)
  let current: TestSandbox | undefined
  afterEach(async () => {
    if (current === undefined) return
    // The error of a timed-out test cannot be changed.
    const text = await expire(current)
    current = undefined
    throw new Error(text)
  })
  const run =
    (isConcurrent = false): Run =>
    async (title, identity, body) => {
      const fake = await opened.open()
      const entered = await enter(fake, title, identity, options)
      if (!isConcurrent) current = entered
      await runIn(entered, () => body({ sandbox: entered.client, fake })).finally(() => {
        if (current === entered) current = undefined
      })
    }
  const { only, skip, concurrent } = base
  return Object.assign(declareBy(base, run()), {
    only: declareBy(only, run()),
    skip: declareBy(skip, run()),
    concurrent: declareBy(concurrent, run(true)),
    todo: base.todo,
  })
}

type BodyOfOne = (fixtures: TestFixtures) => unknown

type Run = (title: string, identity: Identity, body: BodyOfOne) => Promise<void>

/** Declares tests with a function of Jest. Jest reads the number of parameters of a body, so the bodies here have none. */
function declareBy(declare: typeof base.only, run: Run): Declare {
  function each<Row extends readonly unknown[] | []>(rows: readonly Row[]): DeclareOne<Row>
  function each<Value>(values: readonly Value[]): DeclareOne<readonly [Value]>
  function each(rows: readonly unknown[]): DeclareOne<readonly unknown[]> {
    const declareRows = declare.each(rows)
    const texts = (rows.every(Array.isArray) ? rows : rows.map((value) => [value])).map((row) => inspect(row))
    return (title, body, timeout) => {
      const identity = identityOf(title)
      const runRow = async (...row: readonly unknown[]): Promise<void> => {
        const text = inspect(row)
        const of = [...identity, text]
        // Only equal rows get a number: it depends on the order of the runs, which a filter or a retry changes.
        const isUnique = texts.indexOf(text) === texts.lastIndexOf(text)
        await run(title, isUnique ? of : [...of, nextPosition(of.join('\n'))], (fixtures) => body(fixtures, ...row))
      }
      declareRows(title, runRow, timeout)
    }
  }
  const one = (title: string, body: BodyOfOne, timeout?: number): void => {
    const identity = identityOf(title)
    declare(title, async () => await run(title, identity, body), timeout)
  }
  return Object.assign(one, { each })
}

function identityOf(title: string): Identity {
  return [relative('', expect.getState().testPath ?? ''), title, nextPosition(title)]
}

/**
 * Jest's `test` with a new sandbox for each test, and one fake for each file. The error message of a failed test
 * lists its requests.
 * @example
 * ```ts
 * test('a list', async ({ sandbox }) => {
 *   await sandbox.scenarios.on('flaky')
 * })
 * ```
 */
export const test: SandboxTest = createTest()
