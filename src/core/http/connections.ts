import { type Connection, type JournalEntry, maxBeside } from '../journal/entry.ts'
import { steadyNow } from '../time/clock.ts'
import type { Bindings } from './types.ts'

/** How long a connection may stay idle. Client pools close theirs earlier, so no client sends on a closed connection. */
export const keepAliveMs = 75_000

/** A client opens its next connection within this time after an answer, even on a busy machine. */
const handoverMs = 250

/** Stands for an unknown connection: in process, pipelined, or to another server. */
const unknownConnection: Connection = { number: 0, beside: [], after: [], first: -1, answeredMs: -Infinity }

const connections = new WeakMap<object, Connection>()
const open = new Set<Connection>()
let opened = 0

export function openConnection(socket: object): void {
  const sinceMs = steadyNow() - handoverMs
  const after = [...open].filter(({ answeredMs }) => answeredMs > sinceMs).map(({ number }) => number)
  const beside = [...open].slice(-maxBeside).map(({ number }) => number)
  opened += 1
  const connection = { number: opened, beside, after, first: 0, answeredMs: -Infinity }
  connections.set(socket, connection)
  open.add(connection)
}

export function closeConnection(socket: object): void {
  const connection = connections.get(socket)
  if (connection !== undefined) open.delete(connection)
}

/** Records that a client has an answer. @param nowMs by `steadyNow` */
export function recordAnswered({ connection, sequence }: JournalEntry, nowMs: number): void {
  if (connection === undefined) return
  connection.first ||= sequence
  connection.answeredMs = nowMs
}

/** Records that a client has an answer of the control plane. */
export function recordControlAnswered(bindings: Bindings): void {
  const connection = connectionOf(bindings)
  connection.first ||= -1
  connection.answeredMs = steadyNow()
}

export function connectionOf({ incoming, outgoing }: Bindings): Connection {
  // A pipelined request waits for its socket: the client sent it before the previous answer arrived.
  if (incoming === undefined || outgoing?.socket === null) return unknownConnection
  return connections.get(incoming.socket) ?? unknownConnection
}
