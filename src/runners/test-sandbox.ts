import type { Fake, SandboxClient } from '../app/client.ts'
import { addToLast, type Report, reportOf } from './report.ts'
import { sandboxNameOf } from './sandbox-name.ts'

/** Gives a test its sandbox, which is new and named after it. @param identity values that no other test of the run has */
export async function enter(fake: Fake, title: string, identity: readonly (string | number)[]): Promise<SandboxClient> {
  const sandbox = fake.sandbox(sandboxNameOf(title, identity))
  // A running fake may still have this sandbox from an earlier run or try.
  await sandbox.reset()
  return sandbox
}

/**
 * Ends the sandbox of a test. After a pass it is given back. After a failure it stays, and the last error lists its requests.
 * @param errors of the test as its runner reports them, if it failed
 * @returns the report of a failure
 */
export async function leave(
  sandbox: SandboxClient,
  isFailed: boolean,
  errors: readonly unknown[] = [],
): Promise<Report | undefined> {
  if (isFailed) {
    const report = await reportOf(sandbox)
    addToLast(errors, report.text)
    return report
  }
  // The test itself may have deleted it or closed the fake.
  await sandbox.delete().catch(() => {})
  return undefined
}

/**
 * Runs the body of a test in its sandbox, and ends the sandbox.
 * @param expectsFailure makes a failure a pass, and a pass a failure
 * @throws the error of the body, with the requests in its message
 */
export async function runIn(sandbox: SandboxClient, body: () => unknown, expectsFailure = false): Promise<void> {
  try {
    await body()
  } catch (error) {
    await leave(sandbox, !expectsFailure, [error])
    throw error
  }
  await leave(sandbox, expectsFailure)
}
