import type { SandboxClient } from '../core/app/client.ts'
import { VerificationError } from '../core/control/client/errors.ts'
import { describeJudgements, requestCells, requestHeadings } from '../core/control/client/texts.ts'
import { isMisconduct } from '../core/control/endpoints/reports.ts'
import type { RequestInfo } from '../core/control/endpoints/requests.ts'
import { toTable } from '../core/lib/table.ts'
import type { Checks } from './open-fake.ts'

const maxRequests = 50

export interface Report {
  /** A table of the requests below the name of the sandbox, and a table of the requests that reached the sandbox default. */
  readonly text: string
  readonly requests: readonly RequestInfo[]
  /** The error of failed checks, if the test passed otherwise. */
  readonly failure?: Error
}

export interface ReportInput {
  readonly client: SandboxClient
  /** The sandbox of requests that name none. */
  readonly shared: SandboxClient
  /** The newest request of `shared` before the test. */
  readonly since: string | undefined
}

/** Reports the requests of a test. It never throws, so that it cannot hide the failure of the test. */
export async function createReport({ client, shared, since }: ReportInput): Promise<Report> {
  const where = `cloudsec-fake requests (sandbox ${client.name})`
  try {
    const requests = await client.requests.list({ limit: maxRequests })
    const strays = await shared.requests.list({ ...(since === undefined ? {} : { since }), limit: maxRequests })
    const own = requests.length === 0 ? `${where}: none` : `${where}:\n${toRequestTable(requests)}`
    const others = strays.length === 0 ? '' : `\n\n${strayHeading}:\n${toRequestTable(strays)}`
    return { text: own + others, requests }
  } catch (error) {
    return { text: `${where}: the journal cannot be read (${String(error)})`, requests: [] }
  }
}

const strayHeading = 'requests without a sandbox, which reached default (concurrent tests share it)'

function toRequestTable(requests: readonly RequestInfo[]): string {
  const rows = requests.map((request) => [...requestCells(request), request.scenarios.join(' ') || '-'])
  return toTable([[...requestHeadings, 'SCENARIOS'], ...rows])
}

/** Appends a report to the message of a test's last error, which every reporter shows. */
export function appendToLastError(errors: readonly unknown[], text: string): void {
  const error = errors.at(-1)
  if (!isError(error)) return
  const { message, stack, generatedMessage } = error
  const extended = `${message}\n\n${text}\n`
  const changed = {
    message: extended,
    stack: stack?.replace(message, () => extended),
    // Jest shows the message of an AssertionError only if it is not generated.
    generatedMessage: generatedMessage === true ? false : undefined,
  }
  for (const [field, value] of Object.entries(changed)) {
    // The message of a DOMException has only a getter, and a frozen error cannot change.
    if (value !== undefined) Reflect.defineProperty(error, field, { value, writable: true, configurable: true })
  }
}

interface ReportedError {
  readonly message: string
  readonly stack?: string | undefined
  readonly generatedMessage?: unknown
}

/** `instanceof` does not recognise errors of runners, which may come from another process or global scope. */
function isError(error: unknown): error is ReportedError {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
}

export async function failedChecks(sandbox: SandboxClient): Promise<readonly string[]> {
  const ended = await Promise.allSettled([
    sandbox.requests.verify({ unmatched: true }, 0),
    sandbox.scenarios.verifyFired(),
  ])
  // The test itself may have closed the fake, which is no failure.
  return ended.flatMap((end) =>
    end.status === 'rejected' && end.reason instanceof VerificationError ? [`strict: ${end.reason.message}`] : [],
  )
}

export async function conductProblems(sandbox: SandboxClient, { mode, ...options }: NonNullable<Checks['conduct']>) {
  // The test itself may have closed the fake, which is no failure.
  const report = await sandbox.conduct(options).catch(() => undefined)
  const found = report?.items.filter(isMisconduct) ?? []
  if (found.length === 0) return []
  const text = `conduct: the client misbehaved (sandbox ${sandbox.name})\n\n${describeJudgements(found)}`
  if (mode === 'fail') return [text]
  process.stderr.write(`cloudsec-fake ${text}\n`)
  return []
}
