import { connect } from '../app/client.ts'
import type { SandboxClient, Fake } from '../app/client.ts'
import type { FakeOptions } from '../app/options.ts'
import { clientVariables, tokenVariable } from '../control/client/client-variables.ts'
import type { ListenOptions } from '../server/listen-options.ts'
import { startFake } from '../server/start-fake.ts'

/** How the fake of a test runner is made. */
export interface RunnerOptions extends FakeOptions, ListenOptions {}

/** A test runner makes a sandbox for each test, and keeps those of tests that failed: the fake that serves one file or worker may hold so many. */
const maxSandboxes = 100_000

/**
 * The fake that a test runner's sandboxes are in: one that runs already, where the environment names it and no options ask for another, else a new one.
 * @throws InputError for options that cannot be used, ControlError where the fake that runs cannot be reached
 */
export async function openFake(options: RunnerOptions | undefined): Promise<Fake> {
  const running = process.env[clientVariables.controlUrl] ?? ''
  if (options === undefined && running !== '') return await connect(running, { token: process.env[tokenVariable] })
  return await startFake({ maxSandboxes, ...options })
}

/** Deletes the sandbox of a test that passed; one that the test itself deleted, or whose fake it closed, is gone already. */
export async function giveBack(client: SandboxClient): Promise<void> {
  await client.delete().catch(() => {})
}
