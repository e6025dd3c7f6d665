import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib'

import type * as z from 'zod/mini'

import { decide, type Deciding } from '../assumptions/decided-by.ts'
import { latin1, notTruncated } from '../journal/entry.ts'
import { quote } from '../lib/input-error.ts'
import { toInputError } from '../lib/issues.ts'
import { extentOf, tooDeep, describeJsonError } from '../lib/parse-json.ts'
import { parseBy } from '../lib/read-by.ts'
import { ApiError } from '../spec/api-error.ts'
import { jsonType } from '../spec/headers.ts'
import { admit } from './admission.ts'
import type { BodyDeclaration, RequestContext, SentBody, Service } from './types.ts'

const maxBodyBytes = 1_048_576

/** A longer body is read up to this multiple of the limit, so that its client finishes sending and reads the answer. */
const drainFactor = 16

/** Some programs begin a text with it; RFC 8259, section 8.1, lets a parser ignore it. */
const byteOrderMark = '\uFEFF'

export const noBody: SentBody = { bytes: new Uint8Array(), contentType: null }

const tooLarge = (max: number): ApiError =>
  new ApiError('invalid_request', `the body: expected at most ${max} bytes, got more`, undefined, { isTooLarge: true })

/** Reads a request body. @param max the maximum of bytes. @throws ApiError invalid_request for a longer body, and for an incomplete one */
export async function readBytes(request: Request, max = maxBodyBytes): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > max) throw tooLarge(max)
  try {
    // The HTTP parser enforces a declared length, and reading a whole body is faster.
    const bytes = Number.isNaN(declared) ? await readStream(request, max) : new Uint8Array(await request.arrayBuffer())
    if (bytes.length > max) throw tooLarge(max)
    return bytes
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('invalid_request', 'the body: could not be read to its end')
  }
}

/** Receives the body that an operation takes. An error in it is reported only if nothing else refuses the request. */
export function readBody(service: Service, ctx: RequestContext): Promise<undefined> | undefined {
  if (ctx.operation?.body === undefined) return undefined
  // Without rules that could replace it, a refusal does not wait for the body.
  if (ctx.settings.hasNoEffects) admit(service, ctx)
  return receiveBody(ctx)
}

async function receiveBody(ctx: RequestContext): Promise<undefined> {
  try {
    ctx.body = { bytes: await readBytes(ctx.request), contentType: ctx.headers.contentType }
    ctx.entry.requestBody = latin1(ctx.body.bytes)
    ctx.entry.cut = notTruncated
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    ctx.body = error
  }
}

async function readStream(request: Request, max: number): Promise<Uint8Array> {
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    length += read.value.length
    if (length <= max) chunks.push(read.value)
    else if (length > max * drainFactor) break
  }
  if (length > max) {
    reader?.cancel().catch(() => {})
    throw tooLarge(max)
  }
  // A copy, because a short buffer holds a whole pool of bytes.
  return new Uint8Array(Buffer.concat(chunks))
}

type Decode = (bytes: Uint8Array, options: ZlibOptions) => Uint8Array

const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])

export const knownEncodings: readonly string[] = [...decoders.keys()]

/** The decoded bytes of a body. @throws ApiError invalid_request if they cannot be decoded */
export function plainBytes(ctx: Pick<RequestContext, 'headers'>, bytes: Uint8Array): Uint8Array {
  const encoding = encodingOf(ctx)
  return encoding === '' || bytes.length === 0 ? bytes : decode(encoding, bytes)
}

function encodingOf({ headers }: Pick<RequestContext, 'headers'>): string {
  const encoding = headers.contentEncoding?.trim().toLowerCase() ?? ''
  return encoding === 'identity' ? '' : encoding
}

/** Decodes a body, also for the journal. @throws ApiError invalid_request for a body that cannot be decoded, or an encoding that the register refuses */
export function decodeBody(ctx: RequestContext, sent: SentBody): SentBody {
  const encoding = encodingOf(ctx)
  if (encoding === '' || sent.bytes.length === 0) return sent
  if (decide(ctx, 'requestEncoding') === 'reject') {
    throw new ApiError('invalid_request', `Content-Encoding: expected none, got ${quote(encoding)}`)
  }
  const bytes = decode(encoding, sent.bytes)
  ctx.entry.requestBody = latin1(bytes)
  return { ...sent, bytes }
}

/** Parses a body for the conditions of a rule; undefined if it is not JSON in a known encoding. No assumption applies. */
export function tryParseBody(ctx: RequestContext, { bytes }: SentBody): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(plainBytes(ctx, bytes)))
  } catch {
    return undefined
  }
}

function decode(encoding: string, bytes: Uint8Array): Uint8Array {
  const decoder = decoders.get(encoding)
  if (decoder === undefined) {
    const known = knownEncodings.join(', ')
    throw new ApiError('invalid_request', `Content-Encoding: expected one of ${known}, got ${quote(encoding)}`)
  }
  try {
    // A short body may expand to a very long one.
    return decoder(bytes, { maxOutputLength: maxBodyBytes })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBodyBytes)
    throw new ApiError('invalid_request', `the body: not valid ${encoding}, as its Content-Encoding says`)
  }
}

/** Creates the reader of a declared body. It throws an ApiError that names the first ten invalid fields. */
export function bodyReader<B>({ schema, requirable, required }: BodyDeclaration<B>) {
  const fields = requirable.map((path) => ({ path, names: path.split('.') }))
  return (ctx: Deciding, { bytes, contentType }: SentBody): B => {
    checkContentType(ctx, contentType)
    const content = parseJson(bytes)
    const extent = extentOf(content)
    if (extent.isDeep) throw new ApiError('invalid_request', `the body: ${tooDeep()}`)
    let parsed = parseBy(schema, content, extent)
    if (!parsed.success && dropIgnored(ctx, content, parsed.error.issues)) parsed = parseBy(schema, content, extent)
    const missing = fields.filter(({ names }) => isMissing(content, names)).map(({ path }) => path)
    if (parsed.success && missing.length === 0) return parsed.data
    const problems = parsed.success ? [] : [toInputError(parsed.error.issues, 'the body').message]
    const refused = missing.length === 0 ? [] : required(ctx).filter((path) => missing.includes(path))
    problems.push(...refused.map((path) => `${path}: required, but missing`))
    if (!parsed.success || problems.length > 0) throw new ApiError('invalid_request', problems.join('; '))
    return parsed.data
  }
}

export function isJson(contentType: string | null): boolean {
  return contentType === jsonType || contentType?.split(';')[0]?.trim().toLowerCase() === jsonType
}

function checkContentType(ctx: Deciding, contentType: string | null): void {
  if (isJson(contentType) || decide(ctx, 'wrongContentType') === 'accept') return
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
    throw new ApiError('invalid_request', `the body: not valid JSON (${describeJsonError(error)})`)
  }
}

/** Deletes the fields that the register ignores. @returns true if there were any */
function dropIgnored(ctx: Deciding, content: unknown, issues: readonly z.core.$ZodIssue[]): boolean {
  const dropped = issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return decide(ctx, 'unknownBodyFields') === 'ignore' && drop(content, issue.path, issue.keys)
    }
    if (issue.input !== null || issue.path.length === 0) return false
    return decide(ctx, 'nullBodyFields') === 'absent' && drop(content, issue.path.slice(0, -1), issue.path.slice(-1))
  })
  return dropped.includes(true)
}

function drop(content: unknown, path: readonly PropertyKey[], keys: readonly PropertyKey[]): boolean {
  const holder = path.reduce<unknown>((value, key) => (isHolder(value) ? value[key] : undefined), content)
  if (!isHolder(holder) || Array.isArray(holder)) return false
  for (const key of keys) delete holder[key]
  return true
}

/** True if a field is missing. Inside a value of the wrong type nothing is missing: the schema reports that value. */
function isMissing(content: unknown, names: readonly string[]): boolean {
  let value = content
  for (const name of names) {
    if (!isHolder(value) || Array.isArray(value)) return false
    value = Object.hasOwn(value, name) ? value[name] : undefined
    if (value === undefined) return true
  }
  return false
}

const isHolder = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null
