import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

import { InputError, inTermsOf } from '../../lib/input-error.ts'
import { readTextFile } from '../../lib/json-files.ts'
import { wallNow } from '../../time/clock.ts'
import { formatInstant } from '../../time/instant.ts'
import type { Issued } from './authority.ts'

/** The files of a certificate of one's own. */
export interface CertificateFiles {
  readonly tlsCert: string
  readonly tlsKey: string
}

/** A certificate of one's own. */
export interface OwnCertificate extends Issued {
  readonly certificate: X509Certificate
  /** The names and addresses that it is for. */
  readonly names: readonly string[]
}

/** Reads a certificate and its key. @throws InputError that names the option and the file */
export function readOwnCertificate({ tlsCert, tlsKey }: CertificateFiles): OwnCertificate {
  const cert = inTermsOf('tlsCert', () => readTextFile(tlsCert))
  const certificate = readCertificate(cert, tlsCert)
  const key = inTermsOf('tlsKey', () => readTextFile(tlsKey))
  if (!certificate.checkPrivateKey(readKey(key, tlsKey))) {
    throw wrong(
      'tlsKey',
      tlsKey,
      `expected the key of the first certificate in ${tlsCert}, got another one; the certificate of the server comes first`,
    )
  }
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const right = 'expected the certificate of the server, then those between it and its authority'
    throw wrong('tlsCert', tlsCert, `OpenSSL cannot use it (${why}); ${right}`)
  }
  return { cert, key, certificate, names: namesOf(certificate) }
}

function readCertificate(text: string, file: string): X509Certificate {
  const certificate = attempt(() => new X509Certificate(text))
  if (certificate === undefined || !text.includes('-----BEGIN CERTIFICATE-----')) {
    throw wrong('tlsCert', file, 'expected a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----')
  }
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)]
  const nowMs = wallNow()
  if (nowMs > to) {
    throw wrong('tlsCert', file, `expired at ${formatInstant(to, 'seconds')}; expected a certificate that is valid now`)
  }
  if (nowMs < from) {
    const start = formatInstant(from, 'seconds')
    throw wrong('tlsCert', file, `not valid before ${start}; expected a certificate that is valid now`)
  }
  return certificate
}

function namesOf({ subjectAltName = '' }: X509Certificate): readonly string[] {
  return [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, name = '']) => name)
}

function readKey(text: string, file: string): KeyObject {
  if (text.includes('ENCRYPTED')) {
    throw wrong(
      'tlsKey',
      file,
      'has a passphrase, which is not supported; write it without one, as in: openssl pkey -in KEY -out PLAIN_KEY',
    )
  }
  const key = attempt(() => createPrivateKey(text))
  if (key !== undefined) return key
  throw wrong('tlsKey', file, 'expected a private key in PEM, which begins with -----BEGIN PRIVATE KEY-----')
}

const wrong = (option: string, file: string, reason: string): InputError =>
  new InputError(`${file}: ${reason}`, { field: option })

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
