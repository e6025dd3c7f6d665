import { domainToASCII } from 'node:url'

import { InputError } from '../../lib/input-error.ts'

/** The address of an SMTP server, with its login. */
export interface SmtpServer {
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
  /** Connects with TLS; otherwise the server may offer it later (STARTTLS). */
  readonly secure: boolean
  readonly auth: { readonly user: string; readonly pass: string } | undefined
}

/** Ports of message submission (RFC 8314, section 3.3). */
const submissionPort = 587
const secureSubmissionPort = 465

/**
 * Parses the address of an SMTP server.
 * @param text `smtp://host:port` or `smtps://host:port` (587 and 465), with `user:password@` where the server asks for it
 * @throws InputError for any other text; its message does not repeat the text, which may contain a password
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
