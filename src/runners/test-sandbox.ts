import { createHash } from 'node:crypto'

import type { Fake, SandboxClient } from '../app/client.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import { failedChecks, misconduct } from './checks.ts'
import { readRunnerOptions, type RunnerOptions } from './open-fake.ts'
import { addToLast, reportOf } from './report.ts'

export interface TestFixtures {
  /** A new sandbox. */
  readonly sandbox: SandboxClient
  /** The fake that has the sandboxes: one for each file. */
  readonly fake: Fake
}

export type TestSandbox = Awaited<ReturnType<typeof enter>>

/** Values that no other test of the run has. */
export type Identity = readonly (string | number)[]

/** Gives a test its sandbox, which is new and named after it. @throws InputError for options that cannot be used */
export async function enter(fake: Fake, title: string, identity: Identity, options?: RunnerOptions) {
  const { strict, conduct } = readRunnerOptions(options)
  const client = fake.sandbox(sandboxNameOf(title, identity))
  const shared = fake.sandbox(defaultSandbox)
  const [newest] = await Promise.all([
    shared.requests.list({ limit: 1 }),
    // A running fake may still have this sandbox from an earlier run or try.
    client.reset(),
  ])
  return { client, shared, since: newest[0]?.id, strict, conduct }
}

/** Characters of a title in a name, which has at most 63 with the hash. */
const titleLength = 48

/** The name of the sandbox of a test: the characters of its title that a name can have, and eight digits of a hash. */
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

/** The position of a test among those of the same title, in the order in which they are declared in this process. */
export function nextOf(title: string): number {
  const position = counts.get(title) ?? 0
  counts.set(title, position + 1)
  return position
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
export async function leave(test: TestSandbox, isFailed: boolean, errors: readonly unknown[] = []) {
  if (expired.has(test)) return undefined
  const { client, strict, conduct } = test
  const broken = isFailed
    ? []
    : [
        ...(strict ? await failedChecks(client) : []),
        ...(conduct === undefined ? [] : await misconduct(client, conduct)),
      ]
  if (isFailed || broken.length > 0) {
    const report = await reportOf(test)
    addToLast(errors, report.text)
    return isFailed ? report : { ...report, failure: new Error(`${broken.join('\n')}\n\n${report.text}`) }
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
