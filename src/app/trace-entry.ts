import { hash } from 'node:crypto'

import * as z from 'zod/mini'

import type { RequestInfo } from '../control/endpoints/requests.ts'
import { rateHeaders } from '../spec/headers.ts'

/** A request in the trace of a run, as far as two runs are compared. */
export const traceEntry = z.strictObject({
  sandbox: z.string(),
  operation: z.nullable(z.string()),
  method: z.string(),
  path: z.string(),
  status: z.nullable(z.int()),
  code: z.nullable(z.string()),
  fault: z.nullable(z.string()),
  /** The rules that fired. */
  fired: z.array(z.string()),
  /** The rows that the answer depended on. */
  used: z.array(z.string()),
  /** The beginning of the body; null where there is none. */
  body: z.nullable(z.string()),
  /** Differs between two answers, but for sandbox names and times. */
  digest: z.string(),
})

/** A request in the trace of a run. */
export type TraceEntry = z.infer<typeof traceEntry>

/** Characters of a body that a trace shows. */
const shownLength = 500

/** A request of the journal as a trace has it. */
export function toTraceEntry(request: RequestInfo): TraceEntry {
  const { sandbox, operation, method, status, code, fault, scenarios, assumptions, response } = request
  // The journal shows an answer, too, where the client got none.
  const text = response.body === null || status === null ? null : textOf(response.body)
  return {
    sandbox,
    operation,
    method,
    path: withoutRun(request.path),
    status,
    code,
    fault,
    fired: scenarios,
    used: assumptions,
    body: text === null ? null : text.slice(0, shownLength),
    digest: hash('sha256', JSON.stringify([status, code, fault, withoutRun(text ?? ''), headersOf(request)])),
  }
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** A text without the parts that differ from run to run. */
const withoutRun = (text: string): string =>
  text
    .replaceAll(/\/@[a-z\d][a-z\d-]*/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?/g, 'TIME')

/** Headers that tell the time, or what other requests did. */
const passing: ReadonlySet<string> = new Set(['Date', rateHeaders.remaining, rateHeaders.reset])

function headersOf({ response }: RequestInfo): readonly (readonly [string, string])[] {
  return Object.entries(response.headers).filter(([name]) => !passing.has(name))
}
