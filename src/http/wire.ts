import { waitOnWall } from '../engine/clock.ts'
import type { Body } from '../lib/body.ts'
import { toPairs } from '../lib/header-list.ts'
import { readBytes } from './body.ts'
import { Head } from './head.ts'

/** An answer before it is sent. */
export interface Answer {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** The whole body; null where the answer has none. */
  readonly body: Body | null
}

/** What became of an answer: a Response that the caller has to send, or undefined where it is on its way. */
export type Sent = Response | undefined

/** What happens to an answer on the network; a bare one has no headers but its own and the length of its body. */
export type WireFault =
  | { readonly kind: 'reset' | 'hang' | 'truncate' | 'bare' }
  | { readonly kind: 'slow_body'; readonly overMs: number }

/** What one request came over, and its answer goes back: a socket, or a call in this process. */
export interface Wire {
  /** The headers of the request. */
  readonly head: Head
  /** Reads the body of the request. @param most how many bytes it may have. @throws ApiError invalid_request above that, and where the client stops in the middle */
  readonly readBody: (most: number) => Promise<Uint8Array>
  /** Sends an answer. */
  readonly send: (answer: Answer) => Sent
  /** Sends an answer that the network spoils. */
  readonly carry: (fault: WireFault, answer: Answer) => Sent | Promise<Sent>
}

/** How many pieces a body drips in. */
const pieces = 25

/** The pieces that a body drips in, and how long to wait before each. */
export function drip(
  body: Uint8Array,
  overMs: number,
): { readonly chunks: readonly Uint8Array[]; readonly waitMs: number } {
  const size = Math.max(1, Math.ceil(body.length / pieces))
  const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
    body.subarray(i * size, (i + 1) * size),
  )
  return { chunks, waitMs: overMs / Math.max(1, chunks.length) }
}

/** The part of a body that arrives before it is cut off. */
export function firstHalf(body: Uint8Array): Uint8Array {
  return body.subarray(0, Math.floor(body.length / 2))
}

/** The bytes of an answer, and its headers with their length. */
export function framed({ headers, body }: Answer): {
  readonly bytes: Uint8Array
  readonly headers: string[]
} {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
  return { bytes, headers: withLength(headers, bytes) }
}

/** An answer as a Response; its headers keep their spelling on the way to a socket. */
export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers: Object.fromEntries(toPairs(headers)) })
}

/** The headers of an answer, with the length of its body in bytes. */
export function withLength(headers: readonly string[], body: Body): string[] {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  return headers.concat('Content-Length', String(length))
}

/** The wire of one call in this process: the caller sees what a `fetch` makes of a fault. */
export class CallWire implements Wire {
  readonly head: Head
  readonly #request: Request
  readonly #ended: AbortSignal
  #isBroken = false

  /** @param ended aborted once the fake has ended */
  constructor(request: Request, ended: AbortSignal) {
    this.head = new Head([...request.headers].flat())
    this.#request = request
    this.#ended = ended
  }

  /** Whether the connection broke before an answer: what was answered then is none. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  readBody(most: number): Promise<Uint8Array> {
    return readBytes(this.#request, most)
  }

  send(answer: Answer): Response {
    return toResponse(this.#request.method === 'HEAD' ? { ...answer, body: null } : answer)
  }

  async carry(fault: WireFault, answer: Answer): Promise<Response> {
    const given = AbortSignal.any([this.#ended, this.#request.signal])
    switch (fault.kind) {
      case 'reset':
        return this.#break()
      case 'hang':
        await waitOnWall(Number.POSITIVE_INFINITY, given).catch(() => {})
        return this.#break()
      case 'bare': {
        const { bytes, headers } = framed(answer)
        return this.send({ status: answer.status, headers, body: answer.body === null ? null : bytes })
      }
      case 'truncate':
        return stream(answer, (bytes) => [firstHalf(bytes)], 0, given, terminated())
      case 'slow_body': {
        const { waitMs } = drip(framed(answer).bytes, fault.overMs)
        return stream(answer, (bytes) => drip(bytes, fault.overMs).chunks, waitMs, given)
      }
    }
  }

  #break(): Response {
    this.#isBroken = true
    return new Response(null)
  }
}

/** What a `fetch` says of a body that breaks off. */
function terminated(): TypeError {
  return new TypeError('terminated', { cause: new Error('other side closed') })
}

function stream(
  answer: Answer,
  split: (bytes: Uint8Array) => readonly Uint8Array[],
  waitMs: number,
  given: AbortSignal,
  failure?: Error,
): Response {
  const { bytes, headers } = framed(answer)
  const chunks = split(bytes).values()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value, done } = chunks.next()
      if (done !== true) {
        await waitOnWall(waitMs, given)
        controller.enqueue(value)
      } else if (failure === undefined) controller.close()
      else controller.error(failure)
    },
  })
  return new Response(body, { status: answer.status, headers: toPairs(headers) })
}
