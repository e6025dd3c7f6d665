import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import { Head } from './http/head.ts'

/** One connection of a client. */
export class Connection {
  readonly #answers: ServerResponse[] = []
  #head = new Head()

  /** The headers of a request on it. Clients mostly send the same with each: those are read once. @param list names and values in turn */
  headOf(list: readonly string[]): Head {
    if (!this.#head.isSame(list)) this.#head = new Head(list)
    return this.#head
  }

  /** Adds the answer to a request that has arrived. */
  add(outgoing: ServerResponse): void {
    while (this.#answers[0]?.closed === true) this.#answers.shift()
    if (this.#answers.at(-1) !== outgoing) this.#answers.push(outgoing)
  }

  /** The answers that are not out yet, in the order of their requests. */
  underWay(): readonly ServerResponse[] {
    return this.#answers.filter((outgoing) => !outgoing.closed)
  }
}

/** The connections of a server. */
export class Connections {
  readonly #open = new Map<Duplex, Connection>()

  /** Adds the answer to a request that has arrived, where it is not there yet. @returns the connection that it arrived on */
  add(outgoing: ServerResponse): Connection {
    const connection = this.of(outgoing.req.socket)
    connection.add(outgoing)
    return connection
  }

  /** The one of a socket; noted until the socket closes. */
  of(socket: Duplex): Connection {
    return this.#open.get(socket) ?? this.#add(socket)
  }

  #add(socket: Duplex): Connection {
    const connection = new Connection()
    this.#open.set(socket, connection)
    socket.once('close', () => this.#open.delete(socket))
    return connection
  }

  /** All that are open. */
  all(): readonly (readonly [Duplex, Connection])[] {
    return [...this.#open]
  }
}
