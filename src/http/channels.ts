import type { Channel } from '../journal/entry.ts'
import type { Journals } from '../journal/journal.ts'

/** Time that a connection may stay idle: longer than in the pools of clients, so that no client uses one that just closed. */
export const keepAliveMs = 75_000

const ofConnections = new WeakMap<object, Channel>()

/** The channel of a request. @param socket its connection; undefined in process */
export function channelOf(socket: object | undefined, journals: Journals): Channel {
  if (socket === undefined) return journals.turn
  return ofConnections.get(socket) ?? openChannel(socket, journals)
}

/** Notes a connection. It is best done when it opens: a request on it is sent only later. */
export function openChannel(socket: object, journals: Journals): Channel {
  const channel = journals.openConnection()
  ofConnections.set(socket, channel)
  return channel
}
