import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib'

import { quote } from '../lib/input-error.ts'
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

export const knownEncodings: readonly string[] = [...decoders.keys()]

const encodingHeader = 'Content-Encoding'

type Asked = Pick<RequestContext, 'headers'>

/** The encoding that a request names for its body; empty where that is none. */
function encodingOf({ headers }: Asked): string {
  const encoding = headers.contentEncoding?.trim().toLowerCase() ?? ''
  return encoding === 'identity' ? '' : encoding
}

/** Decodes a body. @throws ApiError invalid_request for a body that cannot be decoded, or an encoding that the register refuses */
export function decodeBody(ctx: Asked & Pick<RequestContext, 'assume'>, sent: SentBody): SentBody {
  const encoding = encodingOf(ctx)
  if (encoding === '' || sent.bytes.length === 0) return sent
  if (ctx.assume('requestEncoding') === 'reject') {
    throw new ApiError('invalid_request', `${encodingHeader}: expected none, got ${quote(encoding)}`)
  }
  return { ...sent, bytes: decode(encoding, sent.bytes) }
}

/** The bytes of a body for a rule that looks into it, decoded where possible. The register has no say in this. */
export function lookInto(request: Asked, { bytes }: SentBody): Uint8Array {
  const encoding = encodingOf(request)
  try {
    return encoding === '' ? bytes : decode(encoding, bytes)
  } catch {
    return bytes
  }
}

function decode(encoding: string, bytes: Uint8Array): Uint8Array {
  const decoder = decoders.get(encoding)
  if (decoder === undefined) {
    const known = knownEncodings.join(', ')
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
