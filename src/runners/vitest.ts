import { isDeepStrictEqual } from 'node:util'

import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, test as base, type TestAPI } from 'vitest'

import type { Fake, SandboxClient } from '../app/client.ts'
import { type LazyFake, lazyFake, type RunnerOptions } from './open-fake.ts'
import { enter, leave } from './test-sandbox.ts'

export type { RunnerOptions } from './open-fake.ts'

/** Fixtures of a test. */
export interface TestFixtures {
  /** Options of the fake. */
  readonly fakeOptions: RunnerOptions | undefined
  /** The fake that has the sandboxes. */
  readonly fake: Fake
  /** A new sandbox. */
  readonly sandbox: SandboxClient
}

type Use<Value> = (value: Value) => Promise<void>

/** The fakes of this file or worker where Vitest has no fixtures for a file. They end with the worker. */
const opened: { readonly options: RunnerOptions | undefined; readonly fake: LazyFake }[] = []

async function sharedFake({ fakeOptions }: Pick<TestFixtures, 'fakeOptions'>, use: Use<Fake>): Promise<void> {
  let entry = opened.find(({ options }) => isDeepStrictEqual(options, fakeOptions))
  if (entry === undefined) {
    entry = { options: fakeOptions, fake: lazyFake(fakeOptions) }
    opened.push(entry)
  }
  await use(await entry.fake.open())
}

async function fakeOfFile({ fakeOptions }: Pick<TestFixtures, 'fakeOptions'>, use: Use<Fake>): Promise<void> {
  const fake = lazyFake(fakeOptions)
  await use(await fake.open())
  await fake.close()
}

async function newSandbox(
  { fake, fakeOptions, task }: Pick<TestFixtures, 'fake' | 'fakeOptions'> & { readonly task: RunnerTestCase },
  use: Use<SandboxClient>,
): Promise<void> {
  const test = await enter(fake, task.name, identityOf(task), fakeOptions)
  await use(test.client)
  // At this point annotations are closed, and the console is shared with other tests.
  const report = await leave(test, task.result?.state === 'fail', task.result?.errors)
  if (report?.failure !== undefined) throw report.failure
}

/**
 * Vitest's `test` with two fixtures: `sandbox`, a new sandbox for each test, and `fake`, its fake, one for each file.
 * The error message of a failed test lists its requests. Set options of the fake by `test.extend({ fakeOptions })`.
 */
export const test: TestAPI<TestFixtures> =
  // Vitest has fixtures of a file from 4.1 on, where `test.beforeAll` takes them.
  Reflect.has(base, 'override')
    ? base.extend<TestFixtures>({
        fakeOptions: [undefined, { scope: 'file' }],
        fake: [fakeOfFile, { scope: 'file' }],
        sandbox: newSandbox,
      })
    : base.extend<TestFixtures>({ fakeOptions: undefined, fake: sharedFake, sandbox: newSandbox })

/** The project, file and full name of a test, and its position among tests of the same name. */
function identityOf(task: RunnerTestCase): readonly (string | number)[] {
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
