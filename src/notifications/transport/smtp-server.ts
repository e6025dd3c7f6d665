import { domainToASCII } from 'node:url'

import { InputError } from '../../lib/input-error.ts'

/** An SMTP server, and how to log in there. */
export interface SmtpServer {
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
  /** Whether TLS comes first; else the server may offer it later (STARTTLS). */
  readonly secure: boolean
  readonly auth: { readonly user: string; readonly pass: string } | undefined
}

/** The ports of message submission (RFC 8314, section 3.3). */
const submissionPort = 587
const secureSubmissionPort = 465

/**
 * Reads where an SMTP server is.
 * @param text `smtp://host:port` or `smtps://host:port` (587 and 465), with `user:password@` where the server asks for it
 * @throws InputError for any other text; it does not tell the text, which may have a password in it
 */
export function readSmtpServer(text: string): SmtpServer {
  if (!URL.canParse(text)) throw wrong()
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  const secure = protocol === 'smtps:'
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : domainToASCII(decode(hostname))
  if (!/^smtps?:$/.test(protocol) || host === '' || !/^\/?$/.test(pathname + search + hash)) throw wrong()
  return {
    host,
    port: port === '' ? (secure ? secureSubmissionPort : submissionPort) : Number(port),
    secure,
    auth: username === '' ? undefined : { user: decode(username), pass: decode(password) },
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong()
  }
}

function wrong(): InputError {
  return new InputError(
    'expected smtp://host:port or smtps://host:port, with user:password@ before the host where the server asks for it',
    { field: 'smtp' },
  )
}
