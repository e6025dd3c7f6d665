import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib'

import { quote } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { ApiError } from '../spec/api-error.ts'
import { BodyTooLarge, maxBodyBytes, type SentBody } from './body.ts'
import type { RequestContext } from './request-context.ts'

type Decode = (bytes: Uint8Array, options: ZlibOptions) => Uint8Array

/** The decoders of bodies, by the name of the encoding (RFC 9110, section 8.4.1). */
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])

/** The encodings that the fake can decode. */
export const knownEncodings: readonly string[] = [...decoders.keys()]

const encodingHeader = 'Content-Encoding'

/** The encoding that a request names for its body; undefined where that is none. */
function encodingOf({ headers }: Pick<RequestContext, 'headers'>): string | undefined {
  const encoding = headers.contentEncoding?.trim().toLowerCase() ?? ''
  return encoding === '' || encoding === 'identity' ? undefined : encoding
}

/** Decodes a body. @throws ApiError invalid_request for a body that cannot be decoded, or an encoding that the register refuses */
export function decodeBody(ctx: RequestContext, sent: SentBody): SentBody {
  const encoding = encodingOf(ctx)
  if (encoding === undefined || sent.bytes.length === 0) return sent
  if (ctx.assume('requestEncoding') === 'reject') {
    throw new ApiError('invalid_request', `${encodingHeader}: expected none, got ${quote(encoding)}`)
  }
  return { ...sent, bytes: decode(encoding, sent.bytes) }
}

/** The bytes of a body for a rule that looks into it, decoded where possible. The register has no say in this. */
export function lookInto(request: Pick<RequestContext, 'headers'>, { bytes }: SentBody): Uint8Array {
  const encoding = encodingOf(request)
  if (encoding === undefined) return bytes
  try {
    return decode(encoding, bytes)
  } catch {
    return bytes
  }
}

function decode(encoding: string, bytes: Uint8Array): Uint8Array {
  const decoder = decoders.get(encoding)
  if (decoder === undefined) {
    const known = listed(knownEncodings, ', ', String)
    throw new ApiError('invalid_request', `${encodingHeader}: expected one of ${known}, got ${quote(encoding)}`)
  }
  try {
    // A short body may stand for a very long one.
    return decoder(bytes, { maxOutputLength: maxBodyBytes })
  } catch (error) {
    if (error instanceof RangeError) throw new BodyTooLarge(maxBodyBytes)
    throw new ApiError('invalid_request', `the body: not valid ${encoding}, as its ${encodingHeader} says`)
  }
}
