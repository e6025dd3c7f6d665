import { networkCode } from '../../lib/has-code.ts'
import { InputError, inputKinds, quote } from '../../lib/input-error.ts'
import { isWithinDepth, maxLevels, tooDeep } from '../../lib/parse-json.ts'
import { fillPath, isSegment } from '../../lib/path-template.ts'
import { maxBytes } from '../../lib/read-bounded.ts'
import { tryJson } from '../../lib/try-json.ts'
import { jsonType } from '../../spec/headers.ts'
import { readAnswer } from '../../time/read-answer.ts'
import type { AnswerOf, BodyOf, Endpoint, PathParameters, QueryOf } from '../endpoints/endpoint.ts'
import { problemBody, problems, unverifiedBody } from '../problem.ts'
import { ControlError, foreignAnswer, VerificationError } from './errors.ts'

/** Sends a request to the control plane of one sandbox. @param path below `/_control` */
export type Send = (
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal },
) => Promise<ControlAnswer>

/** An answer of a control plane, in the form of `fetch`. */
export interface ControlAnswer {
  readonly ok: boolean
  readonly status: number
  readonly body: AsyncIterable<Uint8Array> | null
}

/** The value of a query parameter, or a list for a repeatable parameter; undefined for none. */
export type QueryValue = string | number | boolean | readonly string[] | undefined

/** The input of a call: values of the path and the query, and the body. */
export type Input<E extends Endpoint> = (E extends { readonly query: unknown }
  ? { readonly query?: QueryOf<E, QueryValue> }
  : unknown) &
  (E extends { readonly body: unknown } ? { readonly body: BodyOf<E> } : unknown) &
  ([keyof PathParameters<E>] extends [never] ? unknown : { readonly path: PathParameters<E> })

export interface AnyInput {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: unknown
}

/**
 * Calls an endpoint of the control plane, and returns its answer.
 * @throws InputError for input that cannot be used; ControlError for any other failure
 */
export type Call = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<AnswerOf<E>>

/** As long as `fetch` waits for the headers of an answer: a clock that moves may send many webhooks. */
const limits = { ms: 300_000, bytes: maxBytes.file }

/** The nesting of an answer: a body may have all allowed levels, and is part of a list of requests. */
const answerLevels = 2 * maxLevels

export function createCall(send: Send, where: string): Call {
  function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<AnswerOf<E>>
  async function call({ method, answer, ...endpoint }: Endpoint, { path, query, body }: AnyInput): Promise<unknown> {
    const init = {
      method,
      ...(method === 'GET' ? {} : { headers: { 'Content-Type': jsonType } }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const address = toPath(endpoint.path, path) + toQuery(query)
    const { response, text } = await readAnswer(send, address, init, limits).catch((error: unknown) => {
      throw error instanceof ControlError ? error : unread(networkCode(error), where, error)
    })
    const content = toContent(text, where)
    if (!response.ok) throw toError(response.status, content, where)
    if (answer === undefined && content === undefined) return undefined
    const parsed = answer?.().safeParse(content)
    if (parsed?.success === true) return parsed.data
    throw foreignAnswer(response.status, where)
  }
  return call
}

const unread = (why: string, where: string, cause?: unknown): ControlError =>
  new ControlError(`the answer of ${where} cannot be read: ${why}`, 0, cause)

/** The JSON of an answer, or its text; undefined for none. @throws ControlError if it is nested too deeply */
export function toContent(text: string, where: string): unknown {
  const content = tryJson(text) ?? (text || undefined)
  if (isWithinDepth(content, answerLevels)) return content
  throw unread(tooDeep(answerLevels), where)
}

/** Fills the parameters of a path. @throws InputError for a name that no URL can carry */
function toPath(path: string, values: Readonly<Record<string, string>> = {}): string {
  const lost = Object.values(values).find((name) => !isSegment(name))
  if (lost !== undefined) throw new InputError(`${quote(lost)}: nothing has this name`, { kind: 'unknown' })
  return fillPath(path, values)
}

/** Query parameters with their question mark, sorted by name; undefined values are left out. */
export function toQuery(values: Readonly<Record<string, QueryValue>> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value ?? []].flat()) query.append(name, String(one))
  }
  query.sort()
  return query.size === 0 ? '' : `?${query.toString()}`
}

export function toError(status: number, content: unknown, where: string): Error {
  const problem = problemBody().safeParse(content).data
  if (problem === undefined) return foreignAnswer(status, where)
  const { detail, field } = problem
  const kind = inputKinds.find((one) => problems[one].status === status)
  if (kind === undefined) return new ControlError(detail, status)
  const unverified = unverifiedBody().safeParse(problem)
  if (kind === 'taken' && unverified.success) return new VerificationError(detail, unverified.data)
  // The detail of a problem begins with its field.
  const reason = field !== undefined && detail.startsWith(`${field}: `) ? detail.slice(field.length + 2) : detail
  return new InputError(reason, { kind, field })
}
