import { createPrivateKey, X509Certificate } from 'node:crypto'
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
export function readOwnCertificate(files: CertificateFiles): OwnCertificate {
  const { tlsCert, tlsKey } = files
  const refuse = (option: keyof CertificateFiles, reason: string): never => {
    throw new InputError(`${files[option]}: ${reason}`, { field: option })
  }
  const cert = inTermsOf('tlsCert', () => readTextFile(tlsCert))
  const certificate = cert.includes(certificateHead) ? attempt(() => new X509Certificate(cert)) : undefined
  if (certificate === undefined) {
    return refuse('tlsCert', `expected a certificate in PEM, which begins with ${certificateHead}`)
  }
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)]
  const isLate = wallNow() > to
  if (isLate || wallNow() < from) {
    const when = isLate
      ? `expired at ${formatInstant(to, 'seconds')}`
      : `not valid before ${formatInstant(from, 'seconds')}`
    return refuse('tlsCert', `${when}; expected a certificate that is valid now`)
  }
  const key = inTermsOf('tlsKey', () => readTextFile(tlsKey))
  if (key.includes('ENCRYPTED')) {
    const remedy = 'write it without one, as in: openssl pkey -in KEY -out PLAIN_KEY'
    return refuse('tlsKey', `has a passphrase, which is not supported; ${remedy}`)
  }
  const privateKey = attempt(() => createPrivateKey(key))
  if (privateKey === undefined) {
    return refuse('tlsKey', 'expected a private key in PEM, which begins with -----BEGIN PRIVATE KEY-----')
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    const right = `expected the key of the first certificate in ${tlsCert}`
    return refuse('tlsKey', `${right}, got another one; the certificate of the server comes first`)
  }
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const right = 'expected the certificate of the server, then those between it and its authority'
    return refuse('tlsCert', `OpenSSL cannot use it (${why}); ${right}`)
  }
  const listed = (certificate.subjectAltName ?? '').matchAll(/(?:DNS|IP Address):([^,\s]+)/g)
  return { cert, key, certificate, names: [...listed].map(([, name = '']) => name) }
}

const certificateHead = '-----BEGIN CERTIFICATE-----'

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
