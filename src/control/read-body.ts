import { BodyTooLarge, isJson, readBytes } from '../http/body.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { parseJson, whyNoJson } from '../lib/parse-json.ts'
import { ApiError } from '../spec/api-error.ts'
import { jsonType } from '../spec/headers.ts'
import { Problem } from './problem.ts'

/** True if the method of a request changes nothing. */
export const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

/**
 * Reads the body of a change: JSON, or none. @param most bytes that it may have (1 MiB)
 * The content type is the second defence against foreign pages, after the guard: the form of a page can send any type but this
 * one. A request that has neither a body nor a type does not come from a form.
 */
export async function readJson(request: Request, most: number | undefined): Promise<unknown> {
  // Even a look at the body starts a stream, and a stream without a reader holds up its connection.
  if (isReading(request)) return undefined
  const type = request.headers.get('Content-Type')
  if (type !== null && !isJson(type)) throw wrongType(request.method, type)
  const bytes = await readBytes(request, most).catch((error: unknown) => {
    if (error instanceof BodyTooLarge) throw new Problem('tooLarge', error.details)
    throw error instanceof ApiError ? new InputError(error.details) : error
  })
  if (bytes.length === 0) return undefined
  if (type === null) throw wrongType(request.method, type)
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`the body: not valid JSON (${whyNoJson(error)})`)
  }
}

function wrongType(method: string, type: string | null): Problem {
  const curl = `curl ${method === 'POST' ? '' : `-X ${method} `}--json '{}'`
  const got = type === null ? 'none' : quote(type)
  return new Problem('mediaType', `Content-Type: expected ${jsonType}, as ${curl} sends it, got ${got}`)
}
