import { connect, type Socket } from 'node:net'

/** The answer of a server. */
export interface Answer {
  readonly status: number
  /** The head as text: status line and headers. */
  readonly head: string
  readonly body: Buffer
}

/** Writes a request as bytes. @param path from the slash on */
export function toBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Buffer {
  const sized = body === undefined ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(sized).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

const lengthHeader = 'content-length: '

/** The index of the first byte of the body; undefined until the head is complete. */
function bodyAt(bytes: Buffer): number | undefined {
  const at = bytes.indexOf('\r\n\r\n', 0, 'latin1')
  return at === -1 ? undefined : at + 4
}

function lengthIn(head: string): number {
  const lower = head.toLowerCase()
  const at = lower.indexOf(lengthHeader)
  // A 204, for example, has no length.
  return at === -1 ? 0 : Number.parseInt(lower.slice(at + lengthHeader.length, at + lengthHeader.length + 12), 10)
}

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** An HTTP/1.1 keep-alive connection with one request at a time: a client that costs little compared to the server. */
export class Line {
  readonly #socket: Socket
  #held: Buffer = Buffer.alloc(0)
  #waiting: Waiting | undefined

  /** @param origin scheme, host and port */
  constructor(origin: string) {
    const { hostname, port } = new URL(origin)
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.on('data', (chunk) => this.#onData(chunk))
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  /** Sends a request and waits for the whole answer. @throws Error if the connection breaks */
  ask(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  /** Closes the connection. */
  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #onData(chunk: Buffer): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    const start = bodyAt(this.#held)
    if (start === undefined) return
    const head = this.#held.toString('latin1', 0, start)
    const end = start + lengthIn(head)
    if (this.#held.length < end) return
    const waiting = this.#waiting
    this.#waiting = undefined
    const body = this.#held.subarray(start, end)
    this.#held = this.#held.subarray(end)
    waiting?.resolve({ status: Number(head.slice(9, 12)), head, body })
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }
}
