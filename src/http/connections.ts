import { nextTick } from 'node:process'

import type { Connection } from '../journal/entry.ts'

/** Time that a connection may stay idle. Pools of clients close theirs earlier, so no client sends to a closed connection. */
export const keepAliveMs = 75_000

const connections = new WeakMap<object, { readonly opened: number; closed: number | undefined }>()
let events = 0
let turn: Connection | undefined

/** Notes a connection. It is best done when it opens: its first request may come later. */
export function openConnection(socket: object): Connection {
  events += 1
  const opened = { opened: events, closed: undefined }
  connections.set(socket, opened)
  return opened
}

export function closeConnection(socket: object): void {
  const connection = connections.get(socket)
  if (connection === undefined) return
  events += 1
  connection.closed = events
}

function endTurn(): void {
  turn = undefined
}

/**
 * The connection that a request came on. Calls in process share a connection for each turn of their callers, which closes as it
 * opens. A turn ends when all settled promises have called back.
 * @param socket undefined in process
 */
export function connectionOf(socket: object | undefined): Connection {
  if (socket !== undefined) return connections.get(socket) ?? openConnection(socket)
  if (turn === undefined) {
    events += 1
    turn = { opened: events, closed: events }
    nextTick(endTurn)
  }
  return turn
}
