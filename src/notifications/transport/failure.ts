/** A destination that is not allowed; `message` says why in one line. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** An attempt that was ended early; `message` says why in one line. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
}

const mostCharacters = 300

const reasons: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'connection reset'],
  ['EPIPE', 'connection reset'],
  ['ETIMEDOUT', 'the connection timed out'],
  ['EHOSTUNREACH', 'no route to the host'],
  ['ENETUNREACH', 'no route to the network'],
  ['EINVAL', 'not an address that can be connected to'],
  ['EADDRNOTAVAIL', 'not an address that can be connected to'],
  ['ENOTFOUND', 'the host name is not known'],
  ['EAI_AGAIN', 'the host name could not be looked up'],
  ['HPE_HEADER_OVERFLOW', 'the head of the answer is longer than 16 KiB'],
])

/** Says in one line why something failed. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return toLine(String(error))
  if (error instanceof CutOff) return error.message
  // Node's message for a connection that was ended without a response.
  if (error.message === 'socket hang up') return 'the connection was closed without an answer'
  const code = codeOf(error)
  return reasons.get(code) ?? describeProtocol(code, error.message) ?? toLine(error.message)
}

function describeProtocol(code: string, message: string): string | undefined {
  if (code.startsWith('HPE_')) return `the answer is not HTTP (${code})`
  if (code.startsWith('ERR_SSL_')) return `TLS: ${code.slice('ERR_SSL_'.length).replaceAll('_', ' ').toLowerCase()}`
  // The message of OpenSSL contains memory addresses.
  if (code === 'EPROTO') return 'TLS: the handshake failed'
  return /CERT|LEAF_SIGNATURE/.test(code) ? `certificate: ${toLine(message)}` : undefined
}

/** The code of a system error; nodemailer keeps it in `originalCode`. */
function codeOf(error: Error): string {
  if ('originalCode' in error && typeof error.originalCode === 'string') return error.originalCode
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Writes a text as one line without control characters, cut after 300 characters. */
export function toLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line
}
