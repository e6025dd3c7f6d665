import { test as base } from '@playwright/test'

import type { SandboxClient, Fake } from '../app/client.ts'
import { giveBack, openFake, type RunnerOptions } from './open-fake.ts'
import { addToLast, reportOf } from './report.ts'
import { sandboxNameOf } from './sandbox-name.ts'

export { expect } from '@playwright/test'
export type { RunnerOptions } from './open-fake.ts'

/** What a test is given. */
export interface TestFixtures {
  /** A fresh sandbox. */
  readonly box: SandboxClient
}

/** What the tests of one worker share. */
export interface WorkerFixtures {
  /** How the fake is made; to be set by `use`. */
  readonly fakeOptions: RunnerOptions | undefined
  /** The fake that the sandboxes are in. */
  readonly fake: Fake
}

/**
 * Playwright's `test` with `box`, a fresh sandbox for each test, and `fake`, which it is in: one for each worker.
 * A test that fails has its requests in the message of its error, and attached as JSON. `use: { fakeOptions }` says how the fake is made.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  fakeOptions: [undefined, { option: true, scope: 'worker' }],
  fake: [
    async ({ fakeOptions }, use) => {
      const fake = await openFake(fakeOptions)
      await use(fake)
      await fake.close()
    },
    { scope: 'worker' },
  ],
  box: async ({ fake }, use, info) => {
    const client = fake.sandbox(sandboxNameOf(info.title, [info.testId, info.repeatEachIndex]))
    // A fake that runs on has what an earlier run, or an earlier try of the same test, left there.
    await client.reset()
    await use(client)
    if (info.status === info.expectedStatus) {
      await giveBack(client)
      return
    }
    const { text, requests } = await reportOf(client)
    addToLast(info.errors, text)
    const body = JSON.stringify(requests, null, 2)
    await info.attach('cloudsec-fake requests', { body, contentType: 'application/json' })
  },
})
