import type { Arrival } from '../journal/entry.ts'
import type { Journals } from '../journal/journals.ts'
import { loopTurn, microtaskTurn } from '../time/turns.ts'

/** Time that a connection may stay idle: longer than in the pools of clients, so that no client uses one that just closed. */
export const keepAliveMs = 75_000

interface Opened {
  readonly openedAfter: number
  isUsed: boolean
}

const connections = new WeakMap<object, Opened>()

/** Notes a connection. It is best done when it opens: its first request may come later. */
export function openConnection(socket: object, { last }: Journals): Opened {
  const opened = { openedAfter: last, isUsed: false }
  connections.set(socket, opened)
  return opened
}

/** The way that a request came. @param socket its connection; undefined in process */
export function arrivalOf(socket: object | undefined, journals: Journals): Arrival {
  if (socket === undefined) return { connection: undefined, knows: journals.lastBefore(microtaskTurn()) }
  const connection = connections.get(socket) ?? openConnection(socket, journals)
  // A client opens a connection for the request that it sends first.
  const knows = connection.isUsed ? journals.lastBefore(loopTurn()) : connection.openedAfter
  connection.isUsed = true
  return { connection, knows }
}
