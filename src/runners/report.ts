import type { SandboxClient } from '../app/client.ts'
import { requestCells, requestHeadings } from '../control/client/request-cells.ts'
import type { RequestInfo } from '../control/endpoints/requests.ts'
import { toTable } from '../lib/table.ts'

/** Limit of the requests in a report: the newest. */
const shownRequests = 50

/** The requests of a test that failed. */
export interface Report {
  /** A table of the requests below a line that names the sandbox, and one of those that reached the sandbox default. */
  readonly text: string
  /** The requests of the sandbox with all fields. */
  readonly requests: readonly RequestInfo[]
  /** The failure of a test that passed but for its strict checks. */
  readonly failure?: Error
}

/** The sandbox of a test, and the one that it may have reached by mistake. */
interface Reported {
  readonly client: SandboxClient
  readonly shared: SandboxClient
  /** The newest request of `shared` before the test. */
  readonly since: string | undefined
}

/** Reads the requests of a test. It never fails, so that it cannot hide the failure of the test. */
export async function reportOf({ client, shared, since }: Reported): Promise<Report> {
  const where = `cloudsec-fake requests (sandbox ${client.name})`
  try {
    const requests = await client.requests.list({ limit: shownRequests })
    const strays = await shared.requests.list({ ...(since === undefined ? {} : { since }), limit: shownRequests })
    const own = requests.length === 0 ? `${where}: none` : `${where}:\n${toRequestTable(requests)}`
    return { text: strays.length === 0 ? own : `${own}\n\n${strayHeading}:\n${toRequestTable(strays)}`, requests }
  } catch (error) {
    return { text: `${where}: the journal cannot be read (${String(error)})`, requests: [] }
  }
}

const strayHeading =
  'requests without a sandbox in their address, which reached the sandbox default (tests at the same time share it)'

function toRequestTable(requests: readonly RequestInfo[]): string {
  return toTable([headings, ...requests.map(toRow)])
}

/** An error as a runner reports it. */
export interface ReportedError {
  message?: string | undefined
  stack?: string | undefined
}

/** A thrown value as an error. In Jest, errors of Node itself are no instances of the `Error` of a test. */
export function toReported(thrown: unknown): ReportedError {
  return isReported(thrown) ? thrown : new Error(String(thrown))
}

function isReported(thrown: unknown): thrown is ReportedError {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string'
}

/** Adds a report to the last error of a test, in its message, which every reporter shows. */
export function addToLast(errors: readonly ReportedError[], text: string): void {
  const error = errors.at(-1)
  if (error === undefined) return
  const message = error.message ?? ''
  const extended = `${message}\n\n${text}\n`
  if (error.stack !== undefined) error.stack = error.stack.replace(message, () => extended)
  error.message = extended
}

const headings = [...requestHeadings, 'SCENARIOS', 'ASSUMPTIONS']

function toRow(request: RequestInfo): readonly string[] {
  const { scenarios, assumptions } = request
  return [...requestCells(request), scenarios.join(' ') || '-', assumptions.join(' ') || '-']
}
