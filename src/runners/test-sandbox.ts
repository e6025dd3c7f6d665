import { createHash } from 'node:crypto'

import type { Fake, SandboxClient } from '../core/app/client.ts'
import { defaultSandbox } from '../core/sandbox/sandboxes.ts'
import { readRunnerOptions, type RunnerOptions } from './open-fake.ts'
import { appendToLastError, conductProblems, createReport, failedChecks } from './report.ts'

export interface TestFixtures {
  /** A new sandbox. */
  readonly sandbox: SandboxClient
  /** The fake with the sandboxes, one for each file. */
  readonly fake: Fake
}

export type TestSandbox = Awaited<ReturnType<typeof enter>>

/** Values that identify a test within the run. */
export type Identity = readonly (string | number)[]

/** Creates the sandbox of a test, named after it. @throws InputError for invalid options */
export async function enter(fake: Fake, title: string, identity: Identity, options?: RunnerOptions) {
  const { strict, conduct } = readRunnerOptions(options)
  const client = fake.sandbox(sandboxNameOf(title, identity))
  const shared = fake.sandbox(defaultSandbox)
  const [newest] = await Promise.all([
    shared.requests.list({ limit: 1 }),
    // A running fake may still have this sandbox from an earlier run or retry.
    client.reset(),
  ])
  return { client, shared, since: newest[0]?.id, strict, conduct }
}

/** The length of the title part: a name has at most 63 characters, with the hash. */
const titleLength = 48

/** Names the sandbox of a test by the allowed characters of its title and eight digits of a hash. */
function sandboxNameOf(title: string, identity: Identity): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, titleLength)
    .replaceAll(/^-|-$/g, '')
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 8)
  return words === '' ? hash : `${words}-${hash}`
}

const counts = new Map<string, number>()

/** Counts the tests with the same title, in the order in which this process declares them. */
export function nextPosition(title: string): number {
  const position = counts.get(title) ?? 0
  counts.set(title, position + 1)
  return position
}

const expired = new WeakSet<TestSandbox>()

/** Keeps the sandbox of a timed-out test, because its body may still end without an error. @returns a report as text */
export async function expire(test: TestSandbox): Promise<string> {
  expired.add(test)
  return (await createReport(test)).text
}

/**
 * Ends the sandbox of a test. A pass deletes it. A failure keeps it, and adds its requests to the last error.
 * @param errors the test's errors as its runner reports them
 * @returns the report of a failure, with an error to throw if only the checks failed
 */
export async function leave(test: TestSandbox, isFailed: boolean, errors: readonly unknown[] = []) {
  if (expired.has(test)) return undefined
  const { client, strict, conduct } = test
  const problems = isFailed
    ? []
    : [
        ...(strict ? await failedChecks(client) : []),
        ...(conduct === undefined ? [] : await conductProblems(client, conduct)),
      ]
  if (isFailed || problems.length > 0) {
    const report = await createReport(test)
    appendToLastError(errors, report.text)
    return isFailed ? report : { ...report, failure: new Error(`${problems.join('\n')}\n\n${report.text}`) }
  }
  // The test itself may have deleted it or closed the fake.
  await client.delete().catch(() => {})
  return undefined
}

/** Runs the body of a test in its sandbox, and ends the sandbox. @throws the error of the body or of a check, with the requests */
export async function runIn(test: TestSandbox, body: () => unknown): Promise<void> {
  try {
    await body()
  } catch (error) {
    const report = await leave(test, true, [error])
    if (report === undefined || (typeof error === 'object' && error !== null)) throw error
    throw new Error(`${String(error)}\n\n${report.text}`, { cause: error })
  }
  const failure = (await leave(test, false))?.failure
  if (failure !== undefined) throw failure
}
