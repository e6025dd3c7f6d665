import * as z from 'zod/mini'

import { isJson, readBytes } from '../http/body.ts'
import { InputError, quote, shorten } from '../lib/input-error.ts'
import { orKnown } from '../lib/nearest.ts'
import { parseJson, describeJsonError } from '../lib/parse-json.ts'
import { readBy } from '../lib/read-by.ts'
import { tryJson } from '../lib/try-json.ts'
import { ApiError } from '../spec/api-error.ts'
import { jsonType } from '../spec/headers.ts'
import { Problem } from './problem.ts'
import type { ControlRoute } from './route.ts'

export const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

/**
 * Reads the body of a change: JSON, or none. @param maxBytes of the body (1 MiB)
 * The content type is the second defence against cross-site requests, after the guard: a form cannot send JSON. A request with
 * neither a body nor a type does not come from a form.
 */
export async function readJson(request: Request, maxBytes: number | undefined): Promise<unknown> {
  // Any access to the body starts a stream, and an unread stream blocks its connection.
  if (isReading(request)) return undefined
  const type = request.headers.get('Content-Type')
  if (type !== null && !isJson(type)) throw wrongType(request.method, type)
  const bytes = await readBytes(request, maxBytes).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    throw error.isTooLarge ? new Problem('tooLarge', error.details) : new InputError(error.details)
  })
  if (bytes.length === 0) return undefined
  if (type === null) throw wrongType(request.method, type)
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`the body: not valid JSON (${describeJsonError(error)})`)
  }
}

function wrongType(method: string, type: string | null): Problem {
  const curl = `curl ${method === 'POST' ? '' : `-X ${method} `}--json '{}'`
  const got = type === null ? 'none' : quote(type)
  return new Problem('mediaType', `Content-Type: expected ${jsonType}, as ${curl} sends it, got ${got}`)
}

/** Reads the query of a request. @throws InputError for a parameter that the route does not have, and for a wrong value */
export function readQuery({ query = {}, filters = {} }: ControlRoute, text: string): Readonly<Record<string, unknown>> {
  const known = [...Object.keys(query), ...Object.keys(filters)]
  const sent = Object.fromEntries(new URLSearchParams(text))
  const unknown = Object.keys(sent).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new InputError(`not a query parameter of this path${orKnown([unknown], known)}`, { field: shorten(unknown) })
  }
  return Object.fromEntries(
    Object.entries(query).map(([name, { schema }]) => [name, readValue(schema(), name, sent[name])]),
  )
}

/** Reads a parameter by its schema: a number or a switch is written as in JSON. */
function readValue(schema: z.ZodMiniType, name: string, text: string | undefined): unknown {
  const value = text !== undefined && /^(?:\d+|true|false)$/.test(text) ? (tryJson(text) ?? text) : text
  const found = [text, value].map((form) => schema.safeParse(form)).find(({ success }) => success)
  if (found !== undefined || text === undefined) return found?.data
  return readBy(z.looseObject({ [name]: schema }), { [name]: text }, 'the query')
}
