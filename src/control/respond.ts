import { uncached } from '../http/answer.ts'
import { InputError, TakenError, UnknownError } from '../lib/input-error.ts'
import { jsonPieces } from '../lib/json-pieces.ts'
import type { Log } from '../lib/log.ts'
import { hideSecret } from '../lib/secrets.ts'
import { jsonType } from '../spec/headers.ts'
import { inTurns } from '../time/turns.ts'
import { Problem, type ProblemKind, problems, problemType } from './problem.ts'

const encoder = new TextEncoder()

/** An answer of JSON; 204 for no value. A long one is written in turns. */
export async function toResponse(status: number, value: unknown): Promise<Response> {
  if (value === undefined) return new Response(null, { status: 204, headers: uncached })
  const pieces = await inTurns(jsonPieces(value), (piece) => encoder.encode(piece))
  return new Response(Buffer.concat(pieces), { status, headers: { 'Content-Type': jsonType, ...uncached } })
}

/** The kind of problem that an error is. */
function kindOf(error: unknown): ProblemKind {
  if (error instanceof Problem) return error.kind
  if (error instanceof UnknownError) return 'unknown'
  if (error instanceof TakenError) return 'taken'
  return error instanceof InputError ? 'input' : 'defect'
}

/** The answer to a request that failed. @param secret the credential of the request: no answer repeats it */
export function toProblem(log: Log, error: unknown, secret: string): Response {
  const kind = kindOf(error)
  const isDefect = kind === 'defect' || !(error instanceof Error)
  if (isDefect) log.error(`a defect of cloudsec-fake: ${error instanceof Error ? error.stack : String(error)}`)
  const { status, title } = problems[kind]
  const detail = isDefect ? 'its console says why' : hideSecret(error.message, secret)
  const about =
    error instanceof InputError && error.field !== undefined ? { field: hideSecret(error.field, secret) } : {}
  const { headers, members } = error instanceof Problem ? error.parts : {}
  const text = JSON.stringify({ type: 'about:blank', title, status, detail, ...about, ...members })
  return new Response(text, { status, headers: { 'Content-Type': problemType, ...uncached, ...headers } })
}
