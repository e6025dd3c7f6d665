import { type Address, parseAddress, parseTarget } from './http/address.ts'
import { ApiError } from './spec/api-error.ts'

/** A path and a query of which the WHATWG parser leaves every character as it is. */
const plain = /^\/[!$&-;=@-[\]_a-z~]*(?:\?[!$%&(-;=?-[\]_a-z~]*)?$/
const dotSegment = /\/\.\.?(?:[/?#]|$)/
const plainHost = /^[a-z0-9._-]+(?::[1-9]\d{0,4})?$/

/**
 * Reads the target of a request.
 * @param host as the request says it
 * @throws ApiError invalid_request for what is no URL
 */
export function readTarget(target: string, host: string): Address {
  const isPlain = plainHost.test(host) && plain.test(target) && !dotSegment.test(target)
  return isPlain ? parseTarget(target) : parseAddress(toUrl(target, host))
}

/** The URL of a target in origin form or in absolute form (RFC 9112, section 3.2), as the WHATWG parser writes it. */
function toUrl(target: string, host: string): string {
  if (/^[^?]*\\/.test(target)) throw invalid('Backslash in request path')
  if (/^https?:\/\//.test(target)) return parse(target, 'Invalid absolute URL').href
  if (target !== '' && !target.startsWith('/')) throw invalid('Invalid URL')
  const url = parse(`http://${host}${target}`, 'Invalid URL')
  const name = host.replace(/:\d+$/, '')
  // What the parser does not take for a name alone, such as `user@name`, is none.
  if (url.hostname.length !== host.length && url.hostname !== name.toLowerCase()) throw invalid('Invalid host header')
  return url.href
}

function parse(text: string, wrong: string): URL {
  try {
    return new URL(text)
  } catch {
    throw invalid(wrong)
  }
}

const invalid = (details: string): ApiError => new ApiError('invalid_request', details)
