import type { Server as HttpServer, ServerOptions } from 'node:http'
import { createServer, type Server } from 'node:https'
import { isIP, type Socket } from 'node:net'

import type { ListenOptions } from '../../app/listen-options.ts'
import type { Tls } from '../../control/tls.ts'
import type { TlsFaultName } from '../../faults/tls.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import type { Log } from '../../lib/log.ts'
import { withoutBrackets } from '../../lib/loopback.ts'
import { type Certificates, makeCertificates, ownCertificates } from './certificates.ts'
import { beginsHandshake, cutOff, handshakeLimitMs, takeHandshakes } from './handshakes.ts'
import { type OwnCertificate, readOwnCertificate } from './own-certificate.ts'

const refusalHead = 'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n'

/** A server of https, which may break handshakes. */
export interface SecureServer {
  readonly server: HttpServer
  /**
   * Gives it its certificates, before its first connection.
   * @param hosts further names of the server
   * @param endConnections ends idle connections, and the others after their answers
   */
  readonly begin: (origin: string, hosts: readonly string[], endConnections: () => void) => Tls
}

/** Creates a server of https. @throws InputError for a certificate that cannot be used */
export function createSecureServer(
  options: ServerOptions,
  { tlsCert, tlsKey }: Pick<ListenOptions, 'tlsCert' | 'tlsKey'>,
  log: Log,
): SecureServer {
  const own = tlsCert === undefined || tlsKey === undefined ? undefined : readOwnCertificate({ tlsCert, tlsKey })
  const server = createServer({ ...options, handshakeTimeout: handshakeLimitMs })
  const handshakes = takeHandshakes(server)
  return {
    server,
    begin: (origin, hosts, endConnections) => {
      const certificates = own === undefined ? makeCertificates(hosts) : ownCertificates(own)
      if (own !== undefined) warnOfHost(own, origin, log)
      const faults = createFaults(server, certificates, log)
      handshakes.decide = (socket, accept) => {
        if (beginsHandshake(socket)) faults.decide(socket, accept)
        else {
          log.warn('a client spoke no TLS to the port of https, such as plain HTTP')
          cutOff(socket, `${refusalHead}plain HTTP was sent to the HTTPS port; use ${origin}\n`)
        }
      }
      return {
        origin,
        show: () => ({ origin, names: [...certificates.names], ca: certificates.ca, ...faults.now() }),
        change: (fault, times) => {
          faults.change(fault, times)
          handshakes.end()
          endConnections()
        },
      }
    },
  }
}

/** The fault that is on. It decides how the handshake of each connection goes. */
function createFaults(server: Server, { right, wrong }: Certificates, log: Log) {
  let fault: TlsFaultName | null = null
  let left = Number.POSITIVE_INFINITY
  const turn = (next: TlsFaultName | null, handshakes = Number.POSITIVE_INFINITY): void => {
    fault = next
    left = handshakes
    // Session tickets end with the earlier certificate, so every client has to look at this one.
    server.setSecureContext((fault && wrong[fault]) ?? right)
  }
  turn(null)
  return {
    decide: (socket: Socket, accept: () => void) => {
      if (fault === null) {
        accept()
        return
      }
      if (fault === 'tls_handshake_cut') cutOff(socket)
      else accept()
      log.info(`${fault}: the handshake of a connection`)
      left -= 1
      if (left === 0) turn(null)
    },
    now: () => ({ fault, handshakes: Number.isFinite(left) ? left : null }),
    change: (next: TlsFaultName | null, handshakes?: number) => {
      requireCertificate(next, wrong)
      turn(next, handshakes)
      log.info(next === null ? 'TLS: healed' : `TLS: ${next} is on`)
    },
  }
}

/** @throws InputError for a fault that needs the key of an authority */
function requireCertificate(fault: TlsFaultName | null, wrong: Certificates['wrong']): void {
  if (fault === null || fault === 'tls_handshake_cut' || wrong[fault] !== undefined) return
  const allowed = [...Object.keys(wrong), 'tls_handshake_cut'].join(' or ')
  throw new InputError(
    `expected ${allowed} beside a certificate of your own, got ${quote(fault)}: the fake cannot sign as its authority`,
    {
      field: 'fault',
    },
  )
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
