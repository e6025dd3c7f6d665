import { X509Certificate } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import { createSecureContext } from 'node:tls'

import type { ListenOptions } from '../../app/listen-options.ts'
import type { TlsState } from '../../control/endpoints/tls.ts'
import { InputError, withSubject } from '../../lib/input-error.ts'
import { readTextFile } from '../../lib/json-files.ts'
import type { Log } from '../../lib/log.ts'
import { withoutBrackets, withoutDot } from '../../lib/loopback.ts'
import { messageOf } from '../../lib/message-of.ts'
import { rawSockets } from '../../lib/raw-socket.ts'
import { createAuthority } from './authority.ts'

export function createSecureServer(
  options: ServerOptions,
  { tlsCert, tlsKey }: Pick<ListenOptions, 'tlsCert' | 'tlsKey'>,
  log: Log,
) {
  const own = tlsCert === undefined || tlsKey === undefined ? undefined : readOwnCertificate(tlsCert, tlsKey)
  const server = createServer({ ...options, handshakeTimeout: 10_000 })
  return {
    server,
    /** Sets the certificate, before the first connection. @param hosts further names of the server */
    begin: (origin: string, hosts: readonly string[]): TlsState => {
      noteRawSockets(server)
      server.on('tlsClientError', (error) => {
        if ('code' in error && noTls.has(error.code))
          log.warn(`a client did not speak TLS, but perhaps plain HTTP; use ${origin}`)
      })
      const { ca, names, cert, key } = own ?? makeCertificate(hosts)
      server.setSecureContext({ cert, key })
      return { origin, names, ca }
    },
  }
}

function readOwnCertificate(tlsCert: string, tlsKey: string) {
  const cert = withSubject('tlsCert', () => readTextFile(tlsCert))
  const key = withSubject('tlsKey', () => readTextFile(tlsKey))
  const attempt = <T>(option: string, reason: string, work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw new InputError(`${reason} (${messageOf(error)})`, { field: option, cause: error })
    }
  }
  const chain = `${tlsCert}: expected a certificate in PEM, followed by its intermediate certificates`
  const certificate = attempt('tlsCert', chain, () => {
    createSecureContext({ cert })
    return new X509Certificate(cert)
  })
  const own = `${tlsKey}: expected the private key of ${tlsCert} in PEM, without a passphrase`
  attempt('tlsKey', own, () => createSecureContext({ cert, key }))
  const listed = (certificate.subjectAltName ?? '').matchAll(/(?:DNS|IP Address):([^,\s]+)/g)
  return { cert, key, ca: null, names: [...listed].map(([, name = '']) => name) }
}

/** Signs a certificate with an authority for one run, and drops the key of the authority. */
function makeCertificate(hosts: readonly string[]) {
  // The interface of an address is local to one machine (`fe80::1%eth0`).
  const given = hosts.map((host) => withoutDot(withoutBrackets(host).replace(/%.*$/, '')))
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...given])]
  const { ca, issue } = createAuthority('cloudsec-fake, for one run')
  return { ca, names, ...issue(names) }
}

/** Records the TCP connection below each TLS connection, found by the client's address: Node does not expose it. */
function noteRawSockets(server: Server): void {
  const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
  const raws = new Map<string, Socket>()
  server.on('connection', (raw: Socket) => {
    const end = endOf(raw)
    raws.set(end, raw)
    raw.on('error', () => raw.destroy())
    raw.once('close', () => {
      if (raws.get(end) === raw) raws.delete(end)
    })
  })
  server.prependListener('secureConnection', (socket) => {
    const raw = raws.get(endOf(socket))
    if (raw !== undefined) rawSockets.set(socket, raw)
  })
}

/** OpenSSL's errors for a first message that is not TLS: with GET, POST, PUT or HEAD, with CONNECT, or any other. */
const noTls = new Set<unknown>(['ERR_SSL_HTTP_REQUEST', 'ERR_SSL_HTTPS_PROXY_REQUEST', 'ERR_SSL_WRONG_VERSION_NUMBER'])
