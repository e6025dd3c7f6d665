import { connect } from '../app/client.ts'
import type { SandboxClient, Fake } from '../app/client.ts'
import type { FakeOptions, ListenOptions } from '../app/options.ts'
import { clientVariables, tokenVariable } from '../control/client/client-variables.ts'
import { startFake } from '../server/start-fake.ts'

/** Options of the fake of a test runner. */
export interface RunnerOptions extends FakeOptions, ListenOptions {}

/** Limit of sandboxes in the fake of one file or worker: each test has one, and those of failed tests are kept. */
const maxSandboxes = 100_000

/**
 * Opens the fake for the sandboxes of a test runner: the running one that the environment names, unless there are options, else a new one.
 * @throws InputError for options that cannot be used, ControlError where the fake that runs cannot be reached
 */
export async function openFake(options: RunnerOptions | undefined): Promise<Fake> {
  const running = process.env[clientVariables.controlUrl] ?? ''
  if (options === undefined && running !== '') return await connect(running, { token: process.env[tokenVariable] })
  return await startFake({ maxSandboxes, ...options })
}

/** Deletes the sandbox of a test that passed, unless the test itself deleted it or closed the fake. */
export async function giveBack(client: SandboxClient): Promise<void> {
  await client.delete().catch(() => {})
}
