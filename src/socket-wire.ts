import type { ServerResponse } from 'node:http'

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

import type { Guard } from './control/guard.ts'
import { waitOnWall } from './engine/clock.ts'
import { type Answer, drip, firstHalf, framed, type Wire, type WireFault } from './http/wire.ts'

/** What every socket of a server shares. */
export interface SocketOptions {
  readonly guard: Guard
  /** The answers that never come: their connections are closed when the server ends. */
  readonly hung: Set<ServerResponse>
}

/** The wire of one request that came over a socket. */
export class SocketWire implements Wire {
  readonly #outgoing: ServerResponse
  readonly #options: SocketOptions

  constructor(outgoing: ServerResponse, options: SocketOptions) {
    this.#outgoing = outgoing
    this.#options = options
  }

  /** Keeps strangers from the control plane. */
  get guard(): Guard {
    return this.#options.guard
  }

  /** The headers as the parser read them. */
  headersOf(): readonly string[] {
    return this.#outgoing.req.rawHeaders
  }

  /** Does on the socket what a fault says. */
  async carry(fault: WireFault, answer: Answer): Promise<Response> {
    switch (fault.kind) {
      case 'reset':
        this.#reset()
        break
      case 'hang':
        await this.#hang()
        break
      case 'bare':
        this.#bare(answer)
        break
      case 'truncate':
        this.#truncate(answer)
        break
      case 'slow_body':
        await this.#drip(answer, fault.overMs)
    }
    return RESPONSE_ALREADY_SENT
  }

  /** Resets the connection, once what came before on it has been answered. */
  #reset(): void {
    const { socket } = this.#outgoing
    if (socket === null) this.#outgoing.once('socket', () => this.#reset())
    else socket.write('', () => socket.resetAndDestroy())
  }

  /** Ends when the connection does: so long somebody waits for an answer. */
  #hang(): Promise<void> {
    const { hung } = this.#options
    if (this.#outgoing.destroyed) return Promise.resolve()
    hung.add(this.#outgoing)
    return new Promise((resolve) => {
      this.#outgoing.once('close', () => {
        hung.delete(this.#outgoing)
        resolve()
      })
    })
  }

  #bare(answer: Answer): void {
    const { bytes, headers } = framed(answer)
    this.#outgoing.sendDate = false
    this.#outgoing.writeHead(answer.status, answer.body === null ? answer.headers : headers)
    this.#outgoing.end(bytes)
  }

  #truncate(answer: Answer): void {
    const { bytes, headers } = framed(answer)
    this.#outgoing.writeHead(answer.status, headers)
    this.#outgoing.write(firstHalf(bytes), () => this.#outgoing.socket?.destroySoon())
  }

  async #drip(answer: Answer, overMs: number): Promise<void> {
    const outgoing = this.#outgoing
    const { bytes, headers } = framed(answer)
    const { chunks, waitMs } = drip(bytes, overMs)
    const closed = new AbortController()
    outgoing.once('close', () => closed.abort())
    try {
      outgoing.writeHead(answer.status, headers)
      outgoing.flushHeaders()
      for (const chunk of chunks) {
        await waitOnWall(waitMs, closed.signal)
        outgoing.write(chunk)
      }
      outgoing.end()
    } catch {
      // The client has gone away, or the server ends: there is nobody left to tell.
      outgoing.destroy()
    }
  }
}
