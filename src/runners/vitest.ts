import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, test as base } from 'vitest'

import { giveBack, openFake, type RunnerOptions } from './open-fake.ts'
import { addToLast, reportOf } from './report.ts'
import { sandboxNameOf } from './sandbox-name.ts'

export type { RunnerOptions } from './open-fake.ts'

/**
 * Vitest's `test` with two fixtures: `sandbox`, a new sandbox for each test, and `fake`, its fake, one for each file.
 * The error message of a failed test lists its requests. Set options of the fake of a file by `test.override({ fakeOptions })`.
 */
export const test = base
  .extend('fakeOptions', { scope: 'file' }, (): RunnerOptions | undefined => undefined)
  .extend('fake', { scope: 'file' }, async ({ fakeOptions }, { onCleanup }) => {
    const fake = await openFake(fakeOptions)
    onCleanup(fake.close)
    return fake
  })
  .extend('sandbox', async ({ fake, task }, { onCleanup }) => {
    const client = fake.sandbox(sandboxNameOf(task.name, identityOf(task)))
    // A running fake may still have this sandbox from an earlier run or try.
    await client.reset()
    onCleanup(async () => {
      // At this point annotations are closed, and the console is shared with other tests.
      if (task.result?.state === 'fail') addToLast(task.result.errors, (await reportOf(client)).text)
      else await giveBack(client)
    })
    return client
  })

/** The project, file and full name of a test, and its position among tests of the same name. */
function identityOf({ id, file, fullTestName }: RunnerTestCase): readonly (string | number)[] {
  const namesakes = testsOf(file).filter((test) => test.fullTestName === fullTestName)
  return [file.projectName ?? '', file.name, fullTestName, namesakes.findIndex((namesake) => namesake.id === id)]
}

function testsOf({ tasks }: RunnerTestFile): readonly RunnerTestCase[] {
  const flat = (task: RunnerTask): readonly RunnerTestCase[] =>
    task.type === 'test' ? [task] : task.tasks.flatMap(flat)
  return tasks.flatMap(flat)
}
