import type * as z from 'zod/mini'

import { InputError, quote, TakenError, UnknownError } from '../../lib/input-error.ts'
import type { unverifiedSchema } from '../journal-schemas.ts'
import { problems } from '../problem.ts'
import type { problemSchema } from '../schemas.ts'
import type { Answers } from './answers.ts'

/** Sends a request to the control plane of one sandbox. @param path below `/_control` */
export type Send = (path: string, init: RequestInit) => Promise<Response>

/** A request that the control plane did not serve, for another reason than what it was asked. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** HTTP status; 0 where there was no answer. */
  readonly status: number

  constructor(message: string, status: number, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

/** What was verified and is not so. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  readonly expected: unknown
  readonly actual: unknown
  /** The requests that come nearest, each with the fields that differ. */
  readonly nearest: z.infer<typeof unverifiedSchema>['nearest']

  constructor(message: string, { expected, actual, nearest }: z.infer<typeof unverifiedSchema>) {
    super(message)
    this.expected = expected
    this.actual = actual
    this.nearest = nearest
  }
}

/** An answer that no control plane of this version gives: something else listens there. */
export class ForeignError extends ControlError {}

/** Methods of the control plane. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Asks the control plane of a sandbox, and gives back its answer, which has the shape of that name.
 * @throws InputError for what cannot be used, UnknownError and TakenError among them, and ControlError for anything else
 */
export type Ask = <K extends keyof Answers>(
  answer: K,
  method: Method,
  path: string,
  body?: unknown,
) => Promise<Answers[K]>

/** A name as one segment of a path. @throws UnknownError for what a URL cannot carry as such: nothing has such a name */
export function segment(name: string): string {
  if (!['', '.', '..'].includes(name)) return encodeURIComponent(name)
  throw new UnknownError(`${quote(name)}: nothing has this name`)
}

/** Makes what asks. @param where the control plane is, for messages */
export function createAsk(send: Send, where: string): Ask {
  return async (answer, method, path, body) => {
    const response = await send(path, {
      method,
      ...(method === 'GET' ? {} : { headers: { 'Content-Type': 'application/json' } }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const content = parse(await response.text())
    if (!response.ok) throw await toError(response.status, content, where)
    const { answers } = await import('./answers.ts')
    const parsed = answers[answer].safeParse(content)
    if (parsed.success) return parsed.data
    throw foreign(response.status, where)
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/** What a control plane says that refuses. @param where it is, for messages */
export async function refusalIn(response: Response, where: string): Promise<Error> {
  return await toError(response.status, parse(await response.text()), where)
}

async function toError(status: number, content: unknown, where: string): Promise<Error> {
  const { problemSchema: problemShape } = await import('../schemas.ts')
  const problem = problemShape.safeParse(content).data
  if (problem === undefined) return foreign(status, where)
  switch (status) {
    case problems.unknown.status:
      return new UnknownError(...fromDetail(problem.detail))
    case problems.taken.status:
      return await toConflict(problem)
    case problems.input.status:
      return new InputError(...fromDetail(problem.detail))
    default:
      return new ControlError(problem.detail, status)
  }
}

/** The arguments of the InputError that a problem is about: its detail is `FIELD: REASON`, or a whole sentence. */
function fromDetail(detail: string): ConstructorParameters<typeof InputError> {
  const end = detail.indexOf(': ')
  const field = detail.slice(0, end)
  return end > 0 && !field.includes(' ') ? [detail.slice(end + 2), { field }] : [detail]
}

async function toConflict(problem: z.infer<typeof problemSchema>): Promise<Error> {
  const { unverifiedSchema: unverifiedShape } = await import('../journal-schemas.ts')
  const unverified = unverifiedShape.safeParse(problem)
  return unverified.success
    ? new VerificationError(problem.detail, unverified.data)
    : new TakenError(...fromDetail(problem.detail))
}

function foreign(status: number, where: string): ForeignError {
  return new ForeignError(`what answers at ${where} is no cloudsec-fake of this version (status ${status})`, status)
}
