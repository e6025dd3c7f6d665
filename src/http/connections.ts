import type { Connection } from '../journal/entry.ts'
import type { Bindings } from './bindings.ts'

/** Time that a connection may stay idle. Pools of clients close theirs earlier, so no client sends to a closed connection. */
export const keepAliveMs = 75_000

/** A connection that opens so soon after an answer on another one is opened by the client that got this answer. */
const handoverMs = 250

/** The connection of requests about which nothing is known: calls in process, pipelined requests, those to other servers. */
export const unknownConnection: Connection = { number: 0, lane: 0, client: 0, first: -1, answeredMs: -Infinity }

const connections = new WeakMap<object, Connection>()

/** The open connections by their lanes, which begin with 1. */
const lanes: (Connection | undefined)[] = [unknownConnection]

let count = 0

export function openConnection(socket: object): void {
  const sinceMs = performance.now() - handoverMs
  const recent = lanes.filter((other) => other !== undefined && other.lane > 0 && other.answeredMs > sinceMs)
  const free = lanes.indexOf(undefined)
  const lane = free === -1 ? lanes.length : free
  count += 1
  const [last] = recent
  // Where several connections had an answer, nobody can tell on which one it was.
  const client = recent.length === 1 && last !== undefined ? last.client : count
  // A client that needs a second connection opens one.
  if (last !== undefined) last.answeredMs = -Infinity
  const connection = { number: count, lane, client, first: 0, answeredMs: -Infinity }
  lanes[lane] = connection
  connections.set(socket, connection)
}

export function closeConnection(socket: object): void {
  const { lane } = connections.get(socket) ?? unknownConnection
  if (lane > 0) lanes[lane] = undefined
}

/** Notes that a client has an answer of the control plane. */
export function noteAnswer(bindings: Bindings): void {
  const connection = connectionOf(bindings)
  connection.first ||= -1
  connection.answeredMs = performance.now()
}

export function connectionOf({ incoming, outgoing }: Bindings): Connection {
  // The answer to a pipelined request has to wait for its socket: the client sent it before it had the answers before.
  if (incoming === undefined || outgoing?.socket === null) return unknownConnection
  return connections.get(incoming.socket) ?? unknownConnection
}
