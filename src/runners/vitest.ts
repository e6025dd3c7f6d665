import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, test as base } from 'vitest'

import { giveBack, openFake, type RunnerOptions } from './open-fake.ts'
import { addToLast, reportOf } from './report.ts'
import { sandboxNameOf } from './sandbox-name.ts'

export type { RunnerOptions } from './open-fake.ts'

/**
 * Vitest's `test` with `box`, a fresh sandbox for each test, and `fake`, which it is in: one for each file.
 * A test that fails has its requests in the message of its error. `test.override({ fakeOptions })` says how the fake of a file is made.
 */
export const test = base
  .extend('fakeOptions', { scope: 'file' }, (): RunnerOptions | undefined => undefined)
  .extend('fake', { scope: 'file' }, async ({ fakeOptions }, { onCleanup }) => {
    const fake = await openFake(fakeOptions)
    onCleanup(fake.close)
    return fake
  })
  .extend('box', async ({ fake, task }, { onCleanup }) => {
    const client = fake.sandbox(sandboxNameOf(task.name, identityOf(task)))
    // A fake that runs on has what an earlier run, or an earlier try of the same test, left there.
    await client.reset()
    onCleanup(async () => {
      // Annotations are closed, and the console is shared, by the time a test has failed.
      if (task.result?.state === 'fail') addToLast(task.result.errors, (await reportOf(client)).text)
      else await giveBack(client)
    })
    return client
  })

/** Project, file and full name of a test, and its place among those of the same name. */
function identityOf({ id, file, fullTestName }: RunnerTestCase): readonly (string | number)[] {
  const namesakes = testsOf(file).filter((test) => test.fullTestName === fullTestName)
  return [file.projectName ?? '', file.name, fullTestName, namesakes.findIndex((namesake) => namesake.id === id)]
}

function testsOf({ tasks }: RunnerTestFile): readonly RunnerTestCase[] {
  const flat = (task: RunnerTask): readonly RunnerTestCase[] =>
    task.type === 'test' ? [task] : task.tasks.flatMap(flat)
  return tasks.flatMap(flat)
}
