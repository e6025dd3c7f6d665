import { isUtf8 } from 'node:buffer'

import type * as z from 'zod/mini'

import type { Assume } from '../assumptions/register.ts'
import { quote } from '../lib/input-error.ts'
import { describeIssues } from '../lib/issues.ts'
import { extentOf, tooDeep, whyNoJson } from '../lib/parse-json.ts'
import { parseBy } from '../lib/read-by.ts'
import { ApiError } from '../spec/api-error.ts'
import { jsonType } from '../spec/headers.ts'
import type { SchemaFor, SchemaContext } from './schema-context.ts'

export const maxBodyBytes = 1_048_576

/** Some programs begin a text with it (RFC 8259, section 8.1, lets a reader pass over it). */
const byteOrderMark = '\uFEFF'

export interface SentBody {
  readonly bytes: Uint8Array
  readonly contentType: string | null
}

export const noBody: SentBody = { bytes: new Uint8Array(), contentType: null }

export interface BodyDeclaration<B> {
  /** Types of all fields; only the fields that every option of the register requires are required here. */
  readonly schema: z.ZodMiniType<B>
  /** Paths of the fields that some option of the register requires beyond those (`scan_options.comprehensive`). */
  readonly requirable: readonly string[]
  /** The schema of a body under the choices of a sandbox. Required, nullable and unknown fields are added to it later. */
  readonly documentedSchema: SchemaFor
  /** A valid body, as a client would write it; undefined where the sandbox has no record to write about. */
  readonly example: (context: Pick<SchemaContext, 'assume' | 'sandbox'>) => unknown
  readonly required: (assume: Assume) => readonly string[]
}

/** The bytes of a request body. @param most the most that it may have. @throws ApiError invalid_request above that, and where the client stops in the middle */
export async function readBytes(request: Request, most = maxBodyBytes): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > most) throw new BodyTooLarge(most)
  try {
    // With a declared length the HTTP parser holds the body to it, and reading it whole is the fast way.
    const bytes = Number.isNaN(declared) ? await readStream(request, most) : new Uint8Array(await request.arrayBuffer())
    if (bytes.length > most) throw new BodyTooLarge(most)
    return bytes
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('invalid_request', 'the body: could not be read to its end')
  }
}

async function readStream(request: Request, most: number): Promise<Uint8Array> {
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    length += read.value.length
    if (length > most) {
      // It reads and drops the rest, so that the connection stays usable. A broken connection needs no error.
      discard(reader, most * discardedTimes).catch(() => {})
      throw new BodyTooLarge(most)
    }
    chunks.push(read.value)
  }
  // Not `Buffer.concat`: a short one holds a whole pool of bytes.
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Multiple of the bound of a body that is read beyond it before the rest is given up. */
const discardedTimes = 16

async function discard(reader: ReadableStreamDefaultReader<Uint8Array> | undefined, most: number): Promise<void> {
  for (let length = 0; length < most;) {
    const read = await reader?.read()
    if (read?.value === undefined) return
    length += read.value.length
  }
  await reader?.cancel()
}

export class BodyTooLarge extends ApiError {
  constructor(most: number) {
    super('invalid_request', `the body: expected at most ${most} bytes, got more`)
  }
}

/** Makes the reader of a body by its declaration. It throws an ApiError that names the fields that are wrong, the first ten of them. */
export function bodyReader<B>({ schema, requirable, required }: BodyDeclaration<B>) {
  const fields = requirable.map((path) => ({ path, names: path.split('.') }))
  return (assume: Assume, { bytes, contentType }: SentBody): B => {
    checkContentType(assume, contentType)
    const content = parseJson(bytes)
    const extent = extentOf(content)
    if (extent.isDeep) throw new ApiError('invalid_request', `the body: ${tooDeep()}`)
    let parsed = parseBy(schema, content, extent)
    if (!parsed.success && dropIgnored(assume, content, parsed.error.issues)) parsed = parseBy(schema, content, extent)
    const missing = fields.filter(({ names }) => isMissing(content, names)).map(({ path }) => path)
    if (parsed.success && missing.length === 0) return parsed.data
    const problems = parsed.success ? [] : [describeIssues(parsed.error.issues, 'the body')]
    const refused = missing.length === 0 ? [] : required(assume).filter((path) => missing.includes(path))
    problems.push(...refused.map((path) => `${path}: required, but missing`))
    if (!parsed.success || problems.length > 0) throw new ApiError('invalid_request', problems.join('; '))
    return parsed.data
  }
}

/** Returns whether a Content-Type is JSON, with any parameters. */
export function isJson(contentType: string | null): boolean {
  return contentType === jsonType || contentType?.split(';')[0]?.trim().toLowerCase() === jsonType
}

function checkContentType(assume: Assume, contentType: string | null): void {
  if (isJson(contentType) || assume('wrongContentType') === 'accept') return
  const got = contentType === null ? 'none' : quote(contentType)
  throw new ApiError('invalid_request', `Content-Type: expected ${jsonType}, got ${got}`)
}

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new ApiError('invalid_request', 'the body: expected a JSON object, got nothing')
  if (!isUtf8(bytes)) throw new ApiError('invalid_request', 'the body: not valid UTF-8')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  try {
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text)
  } catch (error) {
    throw new ApiError('invalid_request', `the body: not valid JSON (${whyNoJson(error)})`)
  }
}

/** Deletes the fields that the register says do not count. @returns true if there were any */
function dropIgnored(assume: Assume, content: unknown, issues: readonly z.core.$ZodIssue[]): boolean {
  const dropped = issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return assume('unknownBodyFields') === 'ignore' && drop(content, issue.path, issue.keys)
    }
    if (issue.input !== null || issue.path.length === 0) return false
    return assume('nullBodyFields') === 'absent' && drop(content, issue.path.slice(0, -1), issue.path.slice(-1))
  })
  return dropped.includes(true)
}

function drop(content: unknown, path: readonly PropertyKey[], keys: readonly PropertyKey[]): boolean {
  const holder = path.reduce<unknown>((value, key) => (isHolder(value) ? value[key] : undefined), content)
  if (!isHolder(holder) || Array.isArray(holder)) return false
  for (const key of keys) delete holder[key]
  return true
}

/** Returns whether a field is missing. Inside a value of the wrong type nothing is missing: the schema reports that value. */
function isMissing(content: unknown, names: readonly string[]): boolean {
  let value = content
  for (const name of names) {
    if (!isHolder(value) || Array.isArray(value)) return false
    value = Object.hasOwn(value, name) ? value[name] : undefined
    if (value === undefined) return true
  }
  return false
}

function isHolder(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
