import type { Socket } from 'node:net'

/** The TCP connection below each TLS connection: only TCP can be reset. */
export const rawSockets = new WeakMap<object, Socket>()
