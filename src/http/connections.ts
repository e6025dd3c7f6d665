import type { Connection, JournalEntry } from '../journal/entry.ts'
import { steadyNow } from '../time/clock.ts'
import type { Bindings } from './bindings.ts'

/** Time that a connection may stay idle. Pools of clients close theirs earlier, so no client sends to a closed connection. */
export const keepAliveMs = 75_000

/** A client that opens a second connection does so in this time after an answer on the first one, even on a busy machine. */
const handoverMs = 250

/** The connection of requests that tell nothing about theirs: in process, pipelined, or to another server. */
const unknownConnection: Connection = { number: 0, closed: undefined, after: [], first: -1, answeredMs: -Infinity }

const connections = new WeakMap<object, Connection>()
const open = new Set<Connection>()
let events = 0

export function openConnection(socket: object): void {
  const sinceMs = steadyNow() - handoverMs
  const after = [...open].filter(({ answeredMs }) => answeredMs > sinceMs).map(({ number }) => number)
  events += 1
  const connection = { number: events, closed: undefined, after, first: 0, answeredMs: -Infinity }
  connections.set(socket, connection)
  open.add(connection)
}

export function closeConnection(socket: object): void {
  const connection = connections.get(socket)
  if (connection === undefined) return
  events += 1
  connection.closed = events
  open.delete(connection)
}

/** Notes that a client has an answer. @param nowMs of `steadyNow` */
export function noteRequest({ connection, sequence }: JournalEntry, nowMs: number): void {
  if (connection === undefined) return
  connection.first ||= sequence
  connection.answeredMs = nowMs
}

/** Notes that a client has an answer of the control plane. */
export function noteAnswer(bindings: Bindings): void {
  const connection = connectionOf(bindings)
  connection.first ||= -1
  connection.answeredMs = steadyNow()
}

export function connectionOf({ incoming, outgoing }: Bindings): Connection {
  // The answer to a pipelined request has to wait for its socket: the client sent it before it had the answers before.
  if (incoming === undefined || outgoing?.socket === null) return unknownConnection
  return connections.get(incoming.socket) ?? unknownConnection
}
