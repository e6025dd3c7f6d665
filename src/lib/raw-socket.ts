import type { Socket } from 'node:net'

/** The connection of TCP below one of TLS: only one of TCP can be reset. */
export const rawSockets = new WeakMap<object, Socket>()
