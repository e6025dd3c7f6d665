import { nextTick } from 'node:process'

import type { Connection } from '../journal/entry.ts'

/** Time that a connection may stay idle: longer than in the pools of clients, so that no client uses one that just closed. */
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

/** Notes the end of a connection. */
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
 * The connection that a request came on. Calls in process have none: those of one turn of their callers, which ends when all
 * promises that are settled have called back, share one that ends as it begins.
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
