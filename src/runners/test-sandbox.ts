import type { Fake, SandboxClient } from '../app/client.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import { type ConductChecks, misconduct, readConduct } from './conduct.ts'
import type { RunnerOptions } from './open-fake.ts'
import { addToLast, type Report, reportOf } from './report.ts'
import { sandboxNameOf } from './sandbox-name.ts'
import { failedChecks, readStrict, type StrictChecks } from './strict.ts'

/** The sandbox of a test, and what its end needs. */
export interface TestSandbox {
  readonly client: SandboxClient
  /** The sandbox of requests that name none. */
  readonly shared: SandboxClient
  /** The newest request of `shared` when the test began. */
  readonly since: string | undefined
  readonly strict: StrictChecks
  readonly conduct: ConductChecks | undefined
}

/**
 * Gives a test its sandbox, which is new and named after it.
 * @param identity values that no other test of the run has
 * @throws InputError for options that cannot be used
 */
export async function enter(
  fake: Fake,
  title: string,
  identity: readonly (string | number)[],
  options: RunnerOptions = {},
): Promise<TestSandbox> {
  const strict = readStrict(options)
  const conduct = readConduct(options)
  const client = fake.sandbox(sandboxNameOf(title, identity))
  const shared = fake.sandbox(defaultSandbox)
  const [newest] = await Promise.all([
    shared.requests.list({ limit: 1 }),
    // A running fake may still have this sandbox from an earlier run or try.
    client.reset(),
  ])
  return { client, shared, since: newest[0]?.id, strict, conduct }
}

const expired = new WeakSet<TestSandbox>()

/** Keeps the sandbox of a test that ran out of time: its body may still end, even without an error. @returns a report as text */
export async function expire(test: TestSandbox): Promise<string> {
  expired.add(test)
  return (await reportOf(test)).text
}

/**
 * Ends the sandbox of a test. After a pass it is given back. After a failure it stays, and the last error lists its requests.
 * @param errors of the test as its runner reports them, if it failed
 * @returns the report of a failure; it has an error to throw if the test passed otherwise
 */
export async function leave(
  test: TestSandbox,
  isFailed: boolean,
  errors: readonly unknown[] = [],
): Promise<Report | undefined> {
  if (expired.has(test)) return undefined
  const broken = isFailed ? [] : await checksOf(test)
  if (isFailed || broken.length > 0) {
    const report = await reportOf(test)
    addToLast(errors, report.text)
    return isFailed ? report : { ...report, failure: new Error(`${broken.join('\n')}\n\n${report.text}`) }
  }
  // The test itself may have deleted it or closed the fake.
  await test.client.delete().catch(() => {})
  return undefined
}

/** Makes the checks of a test that passed. @returns the messages that make it fail */
async function checksOf({ client, strict, conduct }: TestSandbox): Promise<readonly string[]> {
  const failed = await failedChecks(client, strict)
  const text = await misconduct(client, conduct)
  return text === undefined ? failed : [...failed, text]
}

/**
 * Runs the body of a test in its sandbox, and ends the sandbox.
 * @param expectsFailure makes a failure a pass, and a pass a failure
 * @throws the error of the body or of its strict checks, with the requests in its message
 */
export async function runIn(test: TestSandbox, body: () => unknown, expectsFailure = false): Promise<void> {
  try {
    await body()
  } catch (error) {
    const report = await leave(test, !expectsFailure, [error])
    if (report === undefined || (typeof error === 'object' && error !== null)) throw error
    throw new Error(`${String(error)}\n\n${report.text}`, { cause: error })
  }
  const failure = (await leave(test, expectsFailure))?.failure
  if (failure !== undefined) throw failure
}
