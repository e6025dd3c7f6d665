import { createServer, type Server } from 'node:http'

import type { Core } from '../app/create-core.ts'
import { defaultHost, type ListenOptions } from '../app/listen-options.ts'
import { readListenOptions } from '../app/read-options.ts'
import { createGuard, drawToken } from '../control/guard.ts'
import type { Tls } from '../control/route.ts'
import type { Guard } from '../http/bindings.ts'
import { keepAliveMs } from '../http/connections.ts'
import { createLoopbackList, hasAddress, withoutBrackets } from '../lib/loopback.ts'
import { createListener } from './create-listener.ts'
import type { SecureServer } from './tls/secure-server.ts'
import { answerAll, drain, endConnections, isSecure, type Traffic } from './traffic.ts'

/** A fake that listens. */
export interface Listening {
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string
  /** The origin of its control plane: that of plain HTTP, if the fake serves https. */
  readonly controlOrigin: string
  /** The token that the control plane requires; undefined for none. */
  readonly controlToken: string | undefined
  /** Undefined without https. */
  readonly tls: Tls | undefined
  /**
   * Takes no more connections, and ends after the requests in progress, for up to 5 seconds.
   * @param lingerMs how long open connections may still send a request, and the answer ends the connection (0)
   */
  readonly close: (lingerMs?: number) => Promise<void>
}

/** A server of a fake, which listens. */
interface Door {
  /** Its address for clients: scheme, host and port. */
  readonly origin: string
  /** The names of its own address, where clients may use them. */
  readonly names: readonly string[]
  /** True if other machines can reach it. */
  readonly isExposed: boolean
  readonly traffic: Traffic
  /** Admits requests. Until then every one is refused. */
  readonly admit: (guard: Guard) => void
  readonly drain: (lingerMs: number) => Promise<void>
}

/**
 * Serves a fake over HTTP, or over https and, beside it, over HTTP on the loopback.
 * @param ownsProcess lets the server replace the global Request and Response by faster ones; false inside another program
 * @throws InputError for an option that cannot be used, or the error of the system for the address (EADDRINUSE, EACCES,
 * EADDRNOTAVAIL)
 */
export async function listen(core: Core, options: ListenOptions, ownsProcess: boolean): Promise<Listening> {
  const { port, host, allowHost, httpPort = 0, ...rest } = readListenOptions(options)
  const secured = await secure(rest, core)
  const server = secured?.server ?? createServer(serverOptions)
  const doors: Door[] = []
  const open = async (one: Server, at: Address): Promise<Door> => {
    const door = await openDoor(one, core, at, ownsProcess)
    doors.push(door)
    return door
  }
  const drainDoors = async (lingerMs: number): Promise<void> => {
    await Promise.all(doors.map((door) => door.drain(lingerMs)))
  }
  try {
    const first = await open(server, { host, port })
    // Node opens this address without a turn of its event loop, so https gets no connection before its certificate.
    if (secured !== undefined) await open(createServer(serverOptions), { host: defaultHost, port: httpPort })
    const hosts = [...first.names, ...allowHost]
    const tls = secured?.begin(first.origin, hosts.map(withoutBrackets), () => endConnections(first.traffic))
    core.secure(tls)
    if (first.isExposed) core.expose()
    const token = rest.controlToken ?? (first.isExposed ? drawToken() : undefined)
    for (const { isExposed, admit } of doors) admit(createGuard({ hosts, token, guardsApi: !isExposed }))
    await core.begin()
    let closing: Promise<void> | undefined
    const close = async (lingerMs: number): Promise<void> => {
      core.drain()
      await drainDoors(lingerMs)
      await core.end()
    }
    return {
      origin: first.origin,
      controlOrigin: (doors.at(-1) ?? first).origin,
      controlToken: token,
      tls,
      close: (lingerMs = 0) => (closing ??= close(lingerMs)),
    }
  } catch (error) {
    await drainDoors(0)
    throw error
  }
}

/** An address to listen on. */
interface Address {
  readonly host: string
  readonly port: number
}

const serverOptions = { keepAliveTimeout: keepAliveMs, requireHostHeader: false }

/** Makes the server of https; undefined where no option asks for it. @throws InputError */
async function secure(
  { tls, tlsCert, tlsKey }: Pick<ListenOptions, 'tls' | 'tlsCert' | 'tlsKey'>,
  { log }: Core,
): Promise<SecureServer | undefined> {
  if (tls !== true && tlsCert === undefined) return undefined
  const { createSecureServer } = await import('./tls/secure-server.ts')
  return createSecureServer(serverOptions, { tlsCert, tlsKey }, log)
}

/** Has a server listen. @throws the error of the system for the address */
async function openDoor(server: Server, core: Core, { host, port }: Address, ownsProcess: boolean): Promise<Door> {
  // This guard refuses every request. It is replaced when the address is known, before the first connection.
  let guard: Guard = createGuard({ hosts: [], token: drawToken(), guardsApi: true })
  const listener = createListener(core, { hostname: bracketed(host), ownsProcess, guard: () => guard })
  const traffic = answerAll(server, core, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error(`${host}: not an address of TCP`)
  const scheme = isSecure(server) ? 'https' : 'http'
  const shown = bracketed(reachable(address.address))
  return {
    origin: `${scheme}://${shown}:${address.port}`,
    names: shown === bracketed(address.address) ? [shown, bracketed(host)] : [],
    isExposed: !hasAddress(createLoopbackList(), address.address),
    traffic,
    admit: (given) => {
      guard = given
    },
    drain: async (lingerMs) => await drain(server, traffic, lingerMs),
  }
}

/** An address for clients: that of the loopback if the server listens on all addresses. */
function reachable(address: string): string {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
}

/** An address in the form of a URL. */
function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
