import { test as base } from '@playwright/test'

import type { SandboxClient, Fake } from '../core/app/client.ts'
import { fakeFixture, type RunnerOptions } from './open-fake.ts'
import { enter, leave } from './test-sandbox.ts'

export { expect } from '@playwright/test'
export type { RunnerOptions } from './open-fake.ts'

export interface TestFixtures {
  /** A new sandbox. */
  readonly sandbox: SandboxClient
}

export interface WorkerFixtures {
  /** Options of the fake, set by `use`. */
  readonly fakeOptions: RunnerOptions | undefined
  /** The fake with the sandboxes. */
  readonly fake: Fake
}

/**
 * Playwright's `test` with two fixtures: `sandbox`, a new sandbox for each test, and `fake`, its fake, one for each
 * worker. Pages and `request` send the headers of the sandbox: an app under test that propagates baggage needs one base
 * URL for all tests. The error message of a failed test lists its requests, which are also attached as JSON. Set
 * options of the fake by `use: { fakeOptions }`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  fakeOptions: [undefined, { option: true, scope: 'worker' }],
  fake: [fakeFixture, { scope: 'worker' }],
  extraHTTPHeaders: async ({ extraHTTPHeaders, sandbox }, use) =>
    await use({ ...extraHTTPHeaders, ...sandbox.headers }),
  sandbox: async ({ fake, fakeOptions }, use, info) => {
    const entered = await enter(fake, info.title, [info.testId, info.repeatEachIndex], fakeOptions)
    await use(entered.client)
    const report = await leave(entered, info.status !== info.expectedStatus, info.errors)
    if (report === undefined) return
    const body = JSON.stringify(report.requests, null, 2)
    await info.attach('cloudsec-fake requests', { body, contentType: 'application/json' })
    if (report.failure !== undefined) throw report.failure
  },
})
