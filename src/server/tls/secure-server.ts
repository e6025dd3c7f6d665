import { X509Certificate } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import { createServer, type Server } from 'node:https'
import { isIPv6, type Socket } from 'node:net'
import { createSecureContext } from 'node:tls'

import type { ListenOptions } from '../../app/listen-options.ts'
import type { Tls } from '../../control/route.ts'
import type { TlsFaultName } from '../../faults/tls.ts'
import { InputError, inTermsOf, quote } from '../../lib/input-error.ts'
import { readTextFile } from '../../lib/json-files.ts'
import type { Log } from '../../lib/log.ts'
import { setRawSocket } from '../../lib/raw-socket.ts'
import { createAuthority, type Issued } from './authority.ts'

export type SecureServer = ReturnType<typeof createSecureServer>

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
      const handshakes = noteRawSockets(server)
      server.on('tlsClientError', (error) => {
        if ('code' in error && noTls.has(error.code))
          log.warn(`a client spoke no TLS, such as plain HTTP; use ${origin}`)
      })
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

function readOwnCertificate(tlsCert: string, tlsKey: string) {
  const cert = inTermsOf('tlsCert', () => readTextFile(tlsCert))
  const key = inTermsOf('tlsKey', () => readTextFile(tlsKey))
  const attempt = <T>(option: string, reason: string, work: () => T): T => {
    try {
      return work()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new InputError(`${reason} (${why})`, { field: option, cause: error })
    }
  }
  const chain = `${tlsCert}: expected a certificate in PEM, then those between it and its authority`
  const certificate = attempt('tlsCert', chain, () => {
    createSecureContext({ cert })
    return new X509Certificate(cert)
  })
  const own = `${tlsKey}: expected the private key of ${tlsCert} in PEM, without a passphrase`
  attempt('tlsKey', own, () => createSecureContext({ cert, key }))
  const listed = (certificate.subjectAltName ?? '').matchAll(/(?:DNS|IP Address):([^,\s]+)/g)
  return { cert, key, names: [...listed].map(([, name = '']) => name) }
}

/** Makes all certificates at once, so that no key of an authority is kept. */
function makeCertificates(hosts: readonly string[], own: ReturnType<typeof readOwnCertificate> | undefined) {
  const names = own?.names ?? [...new Set(['localhost', '127.0.0.1', '::1', ...hosts.filter((host) => !isIPv6(host))])]
  const tls_unknown_ca = createAuthority('cloudsec-fake, an authority that nobody knows').issue(names)
  if (own !== undefined) return { ca: null, names, right: own, wrong: { tls_unknown_ca } }
  const { ca, issue } = createAuthority('cloudsec-fake, for one run')
  // No client asks for a name below .invalid (RFC 6761).
  const wrong = { tls_expired: issue(names, true), tls_wrong_host: issue(['wrong-host.invalid']), tls_unknown_ca }
  return { ca, names, right: issue(names), wrong }
}

/**
 * Notes the connection of TCP below each of TLS, by the end at the client: Node leads from TLS to none.
 * @returns those that have not finished their handshake
 */
function noteRawSockets(server: Server): ReadonlyMap<string, Socket> {
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
    raws.delete(endOf(socket))
    if (raw !== undefined) setRawSocket(socket, raw)
  })
  return raws
}

/** What OpenSSL says of a first message that is not one of TLS: one with GET, POST, PUT or HEAD, with CONNECT, or any other. */
const noTls = new Set<unknown>(['ERR_SSL_HTTP_REQUEST', 'ERR_SSL_HTTPS_PROXY_REQUEST', 'ERR_SSL_WRONG_VERSION_NUMBER'])

/** Switches the fault: new connections get its certificate, or end at once. */
function createFaults(server: Server, right: Issued, wrong: Partial<Record<TlsFaultName, Issued>>, log: Log) {
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
