import type { SandboxClient } from '../app/client.ts'
import { requestCells, requestHeadings } from '../control/client/texts.ts'
import type { RequestInfo } from '../control/endpoints/requests.ts'
import { toTable } from '../lib/table.ts'

/** Limit of the requests in a report: the newest. */
const shownRequests = 50

/** The requests of a test that failed. */
export interface Report {
  /** A table of the requests below a line that names the sandbox; a second table has the requests that reached the sandbox default. */
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
    const own = requests.length === 0 ? `${where}: none` : `${where}:\n${await toRequestTable(client, requests)}`
    const others = strays.length === 0 ? '' : `\n\n${strayHeading}:\n${await toRequestTable(shared, strays)}`
    return { text: own + others, requests }
  } catch (error) {
    return { text: `${where}: the journal cannot be read (${String(error)})`, requests: [] }
  }
}

const strayHeading = 'requests that named no sandbox and reached default (tests at the same time share it)'

/** A table of requests. Its last column, if there is one, has the choices that are not the default and that an answer depends on. */
async function toRequestTable({ assumptions }: SandboxClient, requests: readonly RequestInfo[]): Promise<string> {
  const changed = (await assumptions.list()).filter((row) => row.choice !== row.default)
  const choices = requests.map((request) =>
    changed.flatMap(({ id, choice }) => (request.assumptions.includes(id) ? [`${id}=${choice}`] : [])).join(' '),
  )
  const rows = requests.map((request, i) => [
    ...requestCells(request),
    request.scenarios.join(' ') || '-',
    choices[i] || '-',
  ])
  const table = [[...requestHeadings, 'SCENARIOS', 'ASSUMPTIONS'], ...rows]
  return toTable(choices.some((text) => text !== '') ? table : table.map((cells) => cells.slice(0, -1)))
}

/** Adds a report to the last error of a test, in its message, which every reporter shows. */
export function addToLast(errors: readonly unknown[], text: string): void {
  const error = errors.at(-1)
  if (!isError(error)) return
  const { message } = error
  const extended = `${message}\n\n${text}\n`
  if (error.stack !== undefined)
    setOn(
      error,
      'stack',
      error.stack.replace(message, () => extended),
    )
  setOn(error, 'message', extended)
  // Jest shows the message of an AssertionError only if it is not generated.
  if (error.generatedMessage === true) setOn(error, 'generatedMessage', false)
}

/** Sets a field where the error allows it: the message of a DOMException has only a getter, and a frozen error stays as it is. */
function setOn(error: ReportedError, field: keyof ReportedError, value: unknown): void {
  Reflect.defineProperty(error, field, { value, writable: true, configurable: true })
}

interface ReportedError {
  readonly message: string
  readonly stack?: string | undefined
  readonly generatedMessage?: unknown
}

/** True for an error of a runner too, which may come from another process or global scope, so that `instanceof` does not know it. */
function isError(error: unknown): error is ReportedError {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
}
