import { uncached } from '../http/answer.ts'
import { InputError, TakenError, UnknownError } from '../lib/input-error.ts'
import { jsonPieces } from '../lib/json-pieces.ts'
import type { Log } from '../lib/log.ts'
import { hideSecret } from '../lib/secrets.ts'
import { jsonType } from '../spec/headers.ts'
import { inTurns } from '../time/turns.ts'
import { Problem, type ProblemKind, problems, problemType } from './problem.ts'

/** The form of the JSON of an answer. */
export interface Form {
  /** True if a person reads it. */
  readonly isIndented: boolean
}

/** The query parameter of every path that has the answer indented. */
export const pretty = 'pretty'

/** The form that a request asks for: a browser asks for text; with curl, a person writes `?pretty`. @param query as sent */
export function formOf({ headers }: Request, query: string): Form {
  const asked = new URLSearchParams(query).get(pretty)
  const isText = /\btext\/(?:html|plain|\*)/i.test(headers.get('Accept') ?? '')
  return { isIndented: asked === null ? isText : asked !== 'false' }
}

const encoder = new TextEncoder()
const lineEnd = encoder.encode('\n')

/** An answer of JSON; 204 for no value. A long one is written in turns. */
export async function toResponse(status: number, value: unknown, form: Form): Promise<Response> {
  if (value === undefined) return new Response(null, { status: 204, headers: uncached })
  const pieces = await inTurns(jsonPieces(value, form.isIndented), (piece) => encoder.encode(piece))
  const bytes = Buffer.concat(form.isIndented ? [...pieces, lineEnd] : pieces)
  return new Response(bytes, { status, headers: { 'Content-Type': jsonType, ...uncached } })
}

/** The kind of problem that an error is. */
function kindOf(error: unknown): ProblemKind {
  if (error instanceof Problem) return error.kind
  if (error instanceof UnknownError) return 'unknown'
  if (error instanceof TakenError) return 'taken'
  return error instanceof InputError ? 'input' : 'defect'
}

/** The answer to a request that failed. @param secret the credential of the request: no answer repeats it */
export function toProblem(log: Log, error: unknown, secret: string, form: Form): Response {
  const kind = kindOf(error)
  const isDefect = kind === 'defect' || !(error instanceof Error)
  if (isDefect) log.error(`a defect of cloudsec-fake: ${error instanceof Error ? error.stack : String(error)}`)
  const { status, title } = problems[kind]
  const detail = isDefect ? 'its console says why' : hideSecret(error.message, secret)
  const about =
    error instanceof InputError && error.field !== undefined ? { field: hideSecret(error.field, secret) } : {}
  const { headers, members } = error instanceof Problem ? error.parts : {}
  const value = { type: 'about:blank', title, status, detail, ...about, ...members }
  const text = form.isIndented ? `${JSON.stringify(value, null, 2)}\n` : JSON.stringify(value)
  return new Response(text, { status, headers: { 'Content-Type': problemType, ...uncached, ...headers } })
}
