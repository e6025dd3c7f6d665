import { relative } from 'node:path'
import { after, test as base, type TestContext, type TestOptions } from 'node:test'

import { lazyFake, type RunnerOptions } from './open-fake.ts'
import type * as shared from './test-sandbox.ts'
import { enter, expire, nextPosition, runIn } from './test-sandbox.ts'

export type { RunnerOptions } from './open-fake.ts'

export interface TestFixtures extends shared.TestFixtures {
  /** The test context of `node:test`. */
  readonly t: TestContext
}

export type Body = (fixtures: TestFixtures) => unknown

export type Declare = (title: string, ...rest: [body: Body] | [options: TestOptions, body: Body]) => void

export interface SandboxTest extends Declare {
  readonly only: Declare
  readonly skip: Declare
  readonly todo: Declare
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
  after(opened.close)
  const declareBy =
    (declare: typeof base.only): Declare =>
    (title, ...rest) => {
      const [testOptions, body] = rest.length === 1 ? [{}, rest[0]] : rest
      const identity = [relative('', process.argv[1] ?? ''), title, nextPosition(title)]
      void declare(title, testOptions, async (t) => {
        const fake = await opened.open()
        const entered = await enter(fake, title, identity, options)
        let isOver = false
        // The error of a timed-out test cannot be changed.
        t.after(async () => {
          if (isOver) return
          for (const line of (await expire(entered)).split('\n')) t.diagnostic(line)
        })
        await runIn(entered, () => body({ sandbox: entered.client, fake, t })).finally(() => {
          isOver = true
        })
      })
    }
  return Object.assign(declareBy(base), {
    only: declareBy(base.only),
    skip: declareBy(base.skip),
    todo: declareBy(base.todo),
  })
}

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
export const test: SandboxTest = createTest()
