import { callTurn } from '../time/turns.ts'

/** Time that a connection may stay idle: longer than in the pools of clients, so that no client uses one that just closed. */
export const keepAliveMs = 75_000

const numbers = new WeakMap<object, number>()
let last = 0

/**
 * The number of the connection that a request came on, from 1. A call in process has none: each turn of its callers counts as a
 * connection of its own, with a number below 0.
 * @param socket the connection; undefined in process
 */
export function connectionNumber(socket: object | undefined): number {
  if (socket === undefined) return callTurn()
  const known = numbers.get(socket)
  if (known !== undefined) return known
  last += 1
  numbers.set(socket, last)
  return last
}
