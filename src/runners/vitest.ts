import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, test as base, type TestAPI } from 'vitest'

import type { Fake, SandboxClient } from '../core/app/client.ts'
import { fakeFixture, openFake, type RunnerOptions } from './open-fake.ts'
import type * as shared from './test-sandbox.ts'
import { enter, type Identity, leave } from './test-sandbox.ts'

export type { RunnerOptions } from './open-fake.ts'

export interface TestFixtures extends shared.TestFixtures {
  /** Options of the fake. */
  readonly fakeOptions: RunnerOptions | undefined
}

async function newSandbox(
  { fake, fakeOptions, task }: Pick<TestFixtures, 'fake' | 'fakeOptions'> & { readonly task: RunnerTestCase },
  use: (sandbox: SandboxClient) => Promise<void>,
): Promise<void> {
  const test = await enter(fake, task.name, identityOf(task), fakeOptions)
  await use(test.client)
  // Annotations are closed by now, and the console is shared with other tests.
  const report = await leave(test, task.result?.state === 'fail', task.result?.errors)
  if (report?.failure !== undefined) throw report.failure
}

/**
 * Creates a `test` with options of its fake. Call it at the top of a file.
 * @example
 * ```ts
 * const test = createTest({ clock: 'frozen' })
 * ```
 */
export function createTest(options?: RunnerOptions): TestAPI<TestFixtures> {
  if (Reflect.has(base, 'override')) {
    return base.extend<TestFixtures>({
      fakeOptions: [options, { scope: 'file' }],
      fake: [fakeFixture, { scope: 'file' }],
      sandbox: newSandbox,
    })
  }
  // Vitest before 4.1 has no fixtures for a whole file, so the fake ends with the worker.
  let opened: Promise<Fake> | undefined
  return base.extend<TestFixtures>({
    fakeOptions: options,
    fake: async ({ fakeOptions }, use) => await use(await (opened ??= openFake(fakeOptions))),
    sandbox: newSandbox,
  })
}

/**
 * Vitest's `test` with two fixtures: `sandbox`, a new sandbox for each test, and `fake`, its fake, one for each file.
 * The error message of a failed test lists its requests.
 */
export const test: TestAPI<TestFixtures> = createTest()

/** The project, file and full name of a test, and its position among tests of the same name. */
function identityOf(task: RunnerTestCase): Identity {
  const { id, file } = task
  const name = fullNameOf(task)
  const namesakes = testsOf(file).filter((test) => fullNameOf(test) === name)
  return [file.projectName ?? '', file.name, name, namesakes.findIndex((namesake) => namesake.id === id)]
}

function fullNameOf({ name, suite, file }: RunnerTask): string {
  return suite === undefined || suite === file ? name : `${fullNameOf(suite)} > ${name}`
}

function testsOf({ tasks }: RunnerTestFile): readonly RunnerTestCase[] {
  const flat = (task: RunnerTask): readonly RunnerTestCase[] =>
    task.type === 'test' ? [task] : task.tasks.flatMap(flat)
  return tasks.flatMap(flat)
}
