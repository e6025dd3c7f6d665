import type { Arrival, Connection } from '../journal/entry.ts'
import type { Journals } from '../journal/journals.ts'
import { callTurn, loopTurn } from '../time/turns.ts'

/** Time that a connection may stay idle: longer than in the pools of clients, so that no client uses one that just closed. */
export const keepAliveMs = 75_000

const connections = new WeakMap<object, { readonly openedAfter: number; closedAfter: number | undefined }>()

/** Notes a connection. It is best done when it opens: its first request may come later. */
export function openConnection(socket: object, journals: Journals): Connection {
  const opened = { openedAfter: journals.lastBefore(loopTurn()), closedAfter: undefined }
  connections.set(socket, opened)
  return opened
}

/** Notes the end of a connection. */
export function closeConnection(socket: object, { last }: Journals): void {
  const connection = connections.get(socket)
  if (connection !== undefined) connection.closedAfter = last
}

/** The way that a request came. @param socket its connection; undefined in process */
export function arrivalOf(socket: object | undefined, journals: Journals): Arrival {
  if (socket === undefined) return { connection: undefined, knows: journals.lastBefore(callTurn()) }
  const connection = connections.get(socket) ?? openConnection(socket, journals)
  return { connection, knows: journals.lastBefore(loopTurn()) }
}
