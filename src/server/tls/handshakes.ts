import type { Server } from 'node:https'
import type { Socket } from 'node:net'

import { setRawSocket } from '../../lib/raw-socket.ts'
import { destroyLater } from '../traffic.ts'

/** Longest wait for the first byte of a client, and longest time of its handshake after that. */
export const handshakeLimitMs = 10_000

/** Decides about a connection. It calls `accept` for one that gets a handshake, with the certificate of this moment. */
type Decide = (socket: Socket, accept: () => void) => void

/** The connections of TCP that have not finished their handshake. */
interface Handshakes {
  /** Decides about a connection at its first byte. Until this is set, every connection ends. */
  decide: Decide
  /** Ends the handshakes that are under way. */
  readonly end: () => void
}

/** Takes the connections of a new server, before TLS begins on them. */
export function takeHandshakes(server: Server): Handshakes {
  const begin = server.listeners('connection')
  server.removeAllListeners('connection')
  const underWay = new Map<string, Socket>()
  const handshakes: Handshakes = {
    decide: (socket) => socket.destroy(),
    end: () => {
      for (const socket of underWay.values()) socket.destroy()
    },
  }
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    const late = destroyLater(socket, handshakeLimitMs)
    const end = endOf(socket)
    socket.once('close', () => {
      clearTimeout(late)
      if (underWay.get(end) === socket) underWay.delete(end)
    })
    socket.once('readable', () => {
      clearTimeout(late)
      // Without a byte, the client has ended its side.
      if (socket.readableLength === 0) socket.destroy()
      else {
        handshakes.decide(socket, () => {
          if (socket.remotePort !== undefined) underWay.set(end, socket)
          for (const listener of begin) Reflect.apply(listener, server, [socket])
        })
      }
    })
  })
  server.prependListener('secureConnection', (socket) => {
    const end = endOf(socket)
    const raw = underWay.get(end)
    underWay.delete(end)
    if (raw !== undefined) setRawSocket(socket, raw)
  })
  return handshakes
}

/** The end of a connection at the client; without a port, the client has gone. */
const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** True if the bytes that have come are those of a handshake. Each stays, to be read by TLS. */
export function beginsHandshake(socket: Socket): boolean {
  const first: unknown = socket.read(1)
  socket.unshift(first)
  return Buffer.isBuffer(first) && first[0] === 0x16
}

/** Ends a connection in the middle of its handshake, or instead of one. @param text what the client reads last (nothing) */
export function cutOff(socket: Socket, text = ''): void {
  socket.resume()
  socket.end(text)
  destroyLater(socket)
}
