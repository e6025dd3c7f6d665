import type { ServerOptions } from 'node:http'
import { createServer, type Server } from 'node:https'
import { isIP, type Socket } from 'node:net'

import type { ListenOptions } from '../../app/listen-options.ts'
import type { Tls } from '../../control/route.ts'
import type { TlsFaultName } from '../../faults/tls.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import type { Log } from '../../lib/log.ts'
import { withoutBrackets } from '../../lib/loopback.ts'
import { setRawSocket } from '../../lib/raw-socket.ts'
import { destroyLater } from '../traffic.ts'
import { createAuthority, type Issued } from './authority.ts'
import { type OwnCertificate, readOwnCertificate } from './own-certificate.ts'

/** A server of https, which may break handshakes. */
export type SecureServer = ReturnType<typeof createSecureServer>

/** Creates a server of https. @throws InputError for a certificate that cannot be used */
export function createSecureServer(
  options: ServerOptions,
  { tlsCert, tlsKey }: Pick<ListenOptions, 'tlsCert' | 'tlsKey'>,
  log: Log,
) {
  const own = tlsCert === undefined || tlsKey === undefined ? undefined : readOwnCertificate(tlsCert, tlsKey)
  const server = createServer({ ...options, handshakeTimeout: 10_000 })
  return {
    server,
    /** Gives it its certificates, before its first connection. @param hosts further names of the server */
    begin: (origin: string, hosts: readonly string[], endConnections: () => void): Tls => {
      if (own !== undefined) warnOfHost(own, origin, log)
      const handshakes = followHandshakes(server)
      refusePlainHttp(server, handshakes, origin, log)
      const { ca, names, right, wrong } = makeCertificates(hosts, own)
      const faults = createFaults(server, right, wrong, log)
      return {
        origin,
        show: () => ({ origin, names: [...names], ca, ...faults.now() }),
        change: (fault, times) => {
          faults.change(fault, times)
          for (const raw of handshakes.values()) raw.destroy()
          endConnections()
        },
      }
    },
  }
}

/** The certificates of the faults that can be switched on. */
type Wrong = Partial<Readonly<Record<TlsFaultName, Issued>>>

/** Makes all certificates at once, so that no key of an authority is kept. */
function makeCertificates(hosts: readonly string[], own: OwnCertificate | undefined) {
  const names = own?.names ?? [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])]
  const tls_unknown_ca = createAuthority('cloudsec-fake, an authority that nobody knows').issue(names)
  if (own !== undefined) return { ca: null, names, right: own, wrong: { tls_unknown_ca } }
  const { ca, issue } = createAuthority('cloudsec-fake, for one run')
  // No client asks for a name below .invalid (RFC 6761).
  const wrong = { tls_expired: issue(names, true), tls_wrong_host: issue(['wrong-host.invalid']), tls_unknown_ca }
  return { ca, names, right: issue(names), wrong }
}

/** The end of a connection at the client. */
const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** The connections of TCP that have not finished their handshake, by their ends: Node leads from TLS to none. */
function followHandshakes(server: Server): ReadonlyMap<string, Socket> {
  const underWay = new Map<string, Socket>()
  server.on('connection', (raw: Socket) => {
    const end = endOf(raw)
    underWay.set(end, raw)
    raw.on('error', () => raw.destroy())
    raw.once('close', () => {
      if (underWay.get(end) === raw) underWay.delete(end)
    })
  })
  server.prependListener('secureConnection', (socket) => {
    const raw = underWay.get(endOf(socket))
    underWay.delete(endOf(socket))
    if (raw !== undefined) setRawSocket(socket, raw)
  })
  return underWay
}

/** What OpenSSL says of a first message that is not one of TLS: one with GET, POST, PUT or HEAD, with CONNECT, or any other. */
const noTls = new Set<unknown>(['ERR_SSL_HTTP_REQUEST', 'ERR_SSL_HTTPS_PROXY_REQUEST', 'ERR_SSL_WRONG_VERSION_NUMBER'])

const refusalHead = 'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n'

function refusePlainHttp(server: Server, handshakes: ReadonlyMap<string, Socket>, origin: string, log: Log): void {
  server.on('tlsClientError', (error, socket) => {
    if (!('code' in error) || !noTls.has(error.code)) return
    log.warn('a client spoke no TLS to the port of https, such as plain HTTP')
    const raw = handshakes.get(endOf(socket))
    if (raw === undefined) return
    raw.end(`${refusalHead}plain HTTP was sent to the HTTPS port; use ${origin}\n`)
    destroyLater(raw)
  })
}

/** The fault that is on: new connections get its certificate, or end at once. */
function createFaults(server: Server, right: Issued, wrong: Wrong, log: Log) {
  let fault: TlsFaultName | null = null
  let left = Number.POSITIVE_INFINITY
  const turn = (next: TlsFaultName | null, handshakes = Number.POSITIVE_INFINITY): void => {
    fault = next
    left = handshakes
    // Session tickets end with the earlier certificate, so every client has to look at this one.
    server.setSecureContext((fault && wrong[fault]) ?? right)
  }
  turn(null)
  // Node has begun TLS on the connection before, with the certificate of this moment.
  server.on('connection', (raw: Socket) => {
    if (fault === null) return
    if (fault === 'tls_handshake_cut') raw.destroy()
    log.info(`${fault}: the handshake of a connection`)
    left -= 1
    if (left === 0) turn(null)
  })
  return {
    now: () => ({ fault, handshakes: Number.isFinite(left) ? left : null }),
    change: (next: TlsFaultName | null, handshakes?: number) => {
      const allowed = [...Object.keys(wrong), 'tls_handshake_cut']
      if (next !== null && !allowed.includes(next)) {
        const reason = `expected ${allowed.join(' or ')} beside a certificate of your own, got ${quote(next)}`
        throw new InputError(`${reason}: the fake cannot sign as its authority`, { field: 'fault' })
      }
      turn(next, handshakes)
      log.info(next === null ? 'TLS: healed' : `TLS: ${next} is on`)
    },
  }
}

/** Warns where clients that check the name would refuse the base URL. */
function warnOfHost({ certificate, names }: OwnCertificate, origin: string, log: Log): void {
  const host = withoutBrackets(new URL(origin).hostname)
  const isFor = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)
  if (names.length === 0) {
    log.warn('tlsCert: the certificate has no name or address in a subjectAltName, which most clients need')
  } else if (isFor === undefined) {
    log.warn(`tlsCert: the certificate is for ${names.join(', ')}, not for ${host}, the host of the base URL`)
  }
}
