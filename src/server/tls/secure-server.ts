import type { Server as HttpServer, ServerOptions } from 'node:http'
import { createServer, type Server } from 'node:https'
import { isIP, type Socket } from 'node:net'

import type { ListenOptions } from '../../app/listen-options.ts'
import type { Tls } from '../../control/tls.ts'
import type { TlsFaultName } from '../../faults/tls.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import type { Log } from '../../lib/log.ts'
import { setRawSocket } from '../../lib/raw-socket.ts'
import { destroyLater } from '../traffic.ts'
import { type Certificates, makeCertificates, ownCertificates } from './certificates.ts'
import { type OwnCertificate, readOwnCertificate } from './own-certificate.ts'

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
  const server = createServer(options)
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ERR_SSL_HTTP_REQUEST') log.warn('a client spoke plain HTTP to the port of https')
  })
  return {
    server,
    begin: (origin, hosts, endConnections) => {
      const certificates = own === undefined ? makeCertificates(hosts) : ownCertificates(own)
      if (own !== undefined) warnOfHost(own, origin, log)
      const faults = breakHandshakes(server, certificates, log)
      return {
        origin,
        show: () => ({ origin, names: [...certificates.names], ca: certificates.ca, ...faults.now() }),
        change: (fault, handshakes) => {
          faults.change(fault, handshakes)
          endConnections()
        },
      }
    },
  }
}

/** Has the fault that is on decide how the handshake of each connection goes. */
function breakHandshakes(server: Server, { right, wrong }: Certificates, log: Log) {
  let fault: TlsFaultName | null = null
  let left = Number.POSITIVE_INFINITY
  const turn = (next: TlsFaultName | null, handshakes = Number.POSITIVE_INFINITY): void => {
    fault = next
    left = handshakes
    // Session tickets end with the earlier certificate, so every client has to look at this one.
    server.setSecureContext((fault && wrong[fault]) ?? right)
  }
  turn(null)
  takeConnections(server, (socket, accept) => {
    if (fault === 'tls_handshake_cut') cutOff(socket)
    else accept()
    if (fault === null) return
    log.info(`${fault}: the handshake of a connection`)
    left -= 1
    if (left === 0) turn(null)
  })
  return {
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
    `expected ${allowed} beside a certificate of your own, got ${quote(fault)}: no other is signed`,
    {
      field: 'fault',
    },
  )
}

/**
 * Decides for each connection of TCP before TLS begins.
 * @param take calls `accept` for a connection that gets a handshake, with the certificate of this moment
 */
function takeConnections(server: Server, take: (socket: Socket, accept: () => void) => void): void {
  const begin = server.listeners('connection')
  const raws = new Map<string, Socket>()
  const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const end = endOf(socket)
    raws.set(end, socket)
    socket.once('close', () => {
      if (raws.get(end) === socket) raws.delete(end)
    })
    take(socket, () => {
      for (const listener of begin) Reflect.apply(listener, server, [socket])
    })
  })
  server.prependListener('secureConnection', (socket) => {
    const raw = raws.get(endOf(socket))
    if (raw !== undefined) setRawSocket(socket, raw)
  })
}

/** Ends a connection in the middle of its handshake. */
function cutOff(socket: Socket): void {
  socket.on('error', () => socket.destroy())
  socket.once('data', () => {
    socket.end()
    destroyLater(socket)
  })
}

/** Warns where clients that check the name would refuse the base URL. */
function warnOfHost({ certificate, names }: OwnCertificate, origin: string, log: Log): void {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  const isFor = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)
  if (isFor !== undefined) return
  log.warn(`tlsCert: the certificate is for ${names.join(', ')}, not for ${host}, the host of the base URL`)
}
