import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Guard } from './control/guard.ts'
import { waitOnWall } from './engine/clock.ts'
import { BodyTooLarge, joined, unreadable } from './http/body.ts'
import type { Head } from './http/head.ts'
import { type Answer, drip, firstHalf, framed, type Wire, type WireFault, withLength } from './http/wire.ts'
import type { ApiError } from './spec/api-error.ts'

/** What every socket of a server shares. */
export interface SocketOptions {
  readonly guard: Guard
  /** The answers that never come: their connections are closed when the server ends. */
  readonly hung: Set<ServerResponse>
  /** Sees to it that what is left of a request that is answered already does not go on arriving for ever. */
  readonly boundRest: (outgoing: ServerResponse) => void
}

/** The wire of one request that came over a socket. */
export class SocketWire implements Wire {
  readonly head: Head
  readonly #outgoing: ServerResponse
  readonly #options: SocketOptions

  constructor(outgoing: ServerResponse, head: Head, options: SocketOptions) {
    this.head = head
    this.#outgoing = outgoing
    this.#options = options
  }

  /** Keeps strangers from the control plane. */
  get guard(): Guard {
    return this.#options.guard
  }

  /** Reads the body off the socket. */
  async readBody(most: number): Promise<Uint8Array> {
    if (Number(this.head.get('Content-Length')) > most) throw new BodyTooLarge(most)
    return readIncoming(this.#outgoing.req, most)
  }

  /** Writes an answer. */
  send({ status, headers, body }: Answer): undefined {
    const outgoing = this.#outgoing
    if (this.#hasBody && !outgoing.req.complete) this.#options.boundRest(outgoing)
    outgoing.writeHead(status, body === null ? [...headers] : withLength(headers, body))
    outgoing.end(body)
  }

  /** Whether the request has a body. */
  get #hasBody(): boolean {
    return this.head.get('Content-Length') !== null || this.head.get('Transfer-Encoding') !== null
  }

  /** Does on the socket what a fault says. */
  async carry(fault: WireFault, answer: Answer): Promise<undefined> {
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
    this.#outgoing.writeHead(answer.status, answer.body === null ? [...answer.headers] : headers)
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

function readIncoming(incoming: IncomingMessage, most: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    const read = (chunk: Uint8Array): void => {
      length += chunk.length
      if (length <= most) chunks.push(chunk)
      else refuse(new BodyTooLarge(most))
    }
    const end = (): void => {
      leave()
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : joined(chunks, length))
    }
    const fail = (): void => refuse(unreadable())
    const leave = (): void => {
      incoming.off('data', read).off('end', end).off('error', fail).off('close', fail)
    }
    const refuse = (error: ApiError): void => {
      leave()
      reject(error)
    }
    incoming.on('data', read).on('end', end).on('error', fail).on('close', fail)
  })
}
