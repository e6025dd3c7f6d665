import type { SandboxClient } from '../app/client.ts'
import { requestCells, requestHeadings } from '../control/client/request-cells.ts'
import type { RequestInfo } from '../control/endpoints/requests.ts'
import { toTable } from '../lib/table.ts'

/** Limit of the requests in a report: the newest. */
const shownRequests = 50

/** The requests of a test that failed. */
export interface Report {
  /** A table of the requests below a line that names the sandbox. */
  readonly text: string
  /** The same requests with all fields. */
  readonly requests: readonly RequestInfo[]
}

/** Reads the requests of a sandbox. It never fails, so that it cannot hide the failure of the test. */
export async function reportOf({ name, requests }: Pick<SandboxClient, 'name' | 'requests'>): Promise<Report> {
  const where = `cloudsec-fake requests (sandbox ${name})`
  try {
    const listed = await requests.list({ limit: shownRequests })
    const table = toTable([headings, ...listed.map(toRow)])
    return { text: listed.length === 0 ? `${where}: none` : `${where}:\n${table}`, requests: listed }
  } catch (error) {
    return { text: `${where}: the journal cannot be read (${String(error)})`, requests: [] }
  }
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
