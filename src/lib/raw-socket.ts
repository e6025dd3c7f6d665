import type { Socket } from 'node:net'

const raws = new WeakMap<object, Socket>()

export function setRawSocket(secure: object, raw: Socket): void {
  raws.set(secure, raw)
}

/** The connection of TCP below another, or that itself: only one of TCP can be reset. */
export function rawSocketOf(socket: Socket): Socket {
  return raws.get(socket) ?? socket
}
