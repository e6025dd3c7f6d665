import { once } from 'node:events'
import { createServer, type RequestListener, type Server, ServerResponse } from 'node:http'

import { getRequestListener, RequestError } from '@hono/node-server'

import type { Core } from '../app/create-core.ts'
import { defaultHost, type ListenOptions } from '../app/listen-options.ts'
import { readListenOptions } from '../app/read-options.ts'
import { createGuard, drawToken } from '../control/guard.ts'
import { toResponse } from '../http/answer.ts'
import { keepAliveMs } from '../http/connections.ts'
import { SentHeaders } from '../http/headers.ts'
import type { Guard } from '../http/types.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { createLoopbackList, hasAddress, isLoopbackOrigin } from '../lib/loopback.ts'
import { ApiError } from '../spec/api-error.ts'
import { versionPath } from '../spec/version.ts'
import { attachHandlers, drain, isSecure } from './traffic.ts'

export type Listening = Awaited<ReturnType<typeof listen>>

const serverOptions = { keepAliveTimeout: keepAliveMs, requireHostHeader: false }

/** The program that serves a fake. */
interface Program {
  /** Lets the server replace the global Request and Response by faster ones; false inside another program. */
  readonly ownsProcess: boolean
  /** The id by which other commands recognize a run of `start` (none). */
  readonly runId?: string | undefined
}

/**
 * Serves a fake over HTTP, or over https and also over HTTP on the loopback.
 * @throws InputError for an invalid option, or the system's error for the address (EADDRINUSE, EACCES, EADDRNOTAVAIL)
 */
export async function listen(core: Core, options: ListenOptions, { ownsProcess, runId }: Program) {
  const { port, host, allowHost, httpPort = 0, ...rest } = readListenOptions(options)
  const isSecured = rest.tls || rest.tlsCert !== undefined
  const secured = isSecured
    ? (await import('./tls/secure-server.ts')).createSecureServer(serverOptions, rest, core.log)
    : undefined
  const listeners: Listener[] = []
  const open = async (server: Server, at: Address): Promise<Listener> => {
    const listener = await openListener(server, core, at, ownsProcess)
    listeners.push(listener)
    return listener
  }
  const drainAll = async (lingerMs: number): Promise<void> => {
    await Promise.all(listeners.map((listener) => listener.drain(lingerMs)))
  }
  try {
    const first = await open(secured?.server ?? createServer(serverOptions), { host, port })
    // Node opens this port in the same turn of the event loop, so https gets no connection before its certificate.
    if (secured !== undefined) await open(createServer(serverOptions), { host: defaultHost, port: httpPort })
    const hosts = [...first.names, ...allowHost]
    refuseOwnAddress(core.upstreamUrl, listeners, hosts)
    const tls = secured?.begin(first.origin, hosts)
    const token = tokenOf(rest, first.isExposed)
    const guarded = { hosts, token, readToken: rest.controlReadToken }
    for (const { isExposed, admit } of listeners) admit(createGuard({ ...guarded, guardsApi: !isExposed }))
    await core.begin({ tls, runId, isExposed: first.isExposed })
    let closing: Promise<void> | undefined
    return {
      /** Scheme, host and port, without a trailing slash. */
      origin: first.origin,
      /** The origin of its control plane, in plain HTTP even if the fake serves https. */
      controlOrigin: (listeners.at(-1) ?? first).origin,
      controlToken: token,
      tls,
      /**
       * Accepts no more connections, and waits up to 5 seconds for requests in progress.
       * @param lingerMs how long open connections may still send a request, whose answer ends the connection
       */
      close: (lingerMs = 0): Promise<void> => (closing ??= core.end(() => drainAll(lingerMs))),
    }
  } catch (error) {
    await drainAll(0)
    throw error
  }
}

/** @throws InputError if the real service is this fake itself */
function refuseOwnAddress(upstream: string | undefined, listeners: readonly Listener[], hosts: readonly string[]) {
  if (upstream === undefined) return
  const { port, hostname, origin: service } = new URL(upstream)
  const isHere = isLoopbackOrigin(service) || hosts.includes(hostname)
  if (!isHere || !listeners.some(({ origin }) => new URL(origin).port === port)) return
  throw new InputError(`expected a service other than this fake, got ${quote(upstream)}`, { field: 'upstream' })
}

/** The token that the control plane requires. On the loopback it is drawn only if there is a read-only token. */
function tokenOf({ controlToken, controlReadToken }: ListenOptions, isExposed: boolean): string | undefined {
  return controlToken ?? (isExposed || controlReadToken !== undefined ? drawToken() : undefined)
}

type Address = Readonly<{ host: string; port: number }>

type Listener = Awaited<ReturnType<typeof openListener>>

async function openListener(server: Server, core: Core, { host, port }: Address, ownsProcess: boolean) {
  // This guard rejects every request. It is replaced once the address is known, before the first connection.
  let guard: Guard = createGuard({ hosts: [], token: drawToken(), guardsApi: true })
  const listener = createListener(core, bracketed(host), ownsProcess, () => guard)
  const traffic = attachHandlers(server, core, listener)
  await once(server.listen(port, host), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error(`${host}: not an address of TCP`)
  // A server on all addresses is reached by its loopback address.
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address]
  const shown = bracketed(reachable ?? address.address)
  return {
    origin: `${isSecure(server) ? 'https' : 'http'}://${shown}:${address.port}`,
    /** The names of its own address, if clients may use them. */
    names: reachable === undefined ? [shown, bracketed(host)] : [],
    isExposed: !hasAddress(createLoopbackList(), address.address),
    admit: (given: Guard): void => {
      guard = given
    },
    drain: (lingerMs: number): Promise<void> => drain(server, traffic, lingerMs),
  }
}

/** Creates the listener of a server, which passes each request to the app. @param hostname for a request without a Host header */
function createListener(core: Core, hostname: string, ownsProcess: boolean, guard: () => Guard): RequestListener {
  const refuse = (reason: string): Response => toResponse(core.refuse(new ApiError('invalid_request', reason)))
  const listener = getRequestListener(
    (request, { incoming, outgoing }) => {
      if (!(outgoing instanceof ServerResponse)) throw new Error('not a request of HTTP/1.1')
      const sent = new SentHeaders(incoming.rawHeaders)
      // HTTP/1.1 requires one Host header (RFC 9112, section 3.2).
      if (incoming.httpVersion === '1.1' && (sent.host === null || sent.host.includes(','))) {
        outgoing.setHeader('Connection', 'close')
        return refuse('Host: expected one such header')
      }
      return core.app.fetch(request, { incoming, outgoing, guard: guard(), sent })
    },
    {
      hostname,
      overrideGlobalObjects: ownsProcess,
      errorHandler: (error) =>
        error instanceof RequestError
          ? refuse(`Host and request target: expected an address such as http://${hostname}${versionPath}`)
          : toResponse(core.refuse(error)),
    },
  )
  return (incoming, outgoing) => void listener(incoming, outgoing)
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
