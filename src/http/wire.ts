import { waitOnWall } from '../engine/clock.ts'

/** An answer before it is sent. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The whole body as text; null for a status that has none. */
  readonly body: string | null
}

/** What happens to an answer on the network; a bare one has no headers but its own and the length of its body. */
export type WireFault =
  | { readonly kind: 'reset' | 'hang' | 'truncate' | 'bare' }
  | { readonly kind: 'slow_body'; readonly overMs: number }

/** What carries answers to a client: a socket, or a call in this process. */
export interface Wire {
  /** The headers of the request, names and values in turn, as sent. */
  readonly headersOf: (request: Request) => readonly string[]
  /** Carries an answer that the network spoils. @param request the one that is answered */
  readonly carry: (fault: WireFault, answer: Answer, request: Request) => Response | Promise<Response>
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
  readonly headers: Record<string, string>
} {
  const bytes = new TextEncoder().encode(body ?? '')
  return { bytes, headers: { ...headers, 'Content-Length': String(bytes.length) } }
}

/** The wire of one call in this process: the caller sees what a `fetch` makes of a fault. */
export class CallWire implements Wire {
  readonly #ended: AbortSignal
  #isBroken = false

  /** @param ended aborted once the fake has ended */
  constructor(ended: AbortSignal) {
    this.#ended = ended
  }

  /** Whether the connection broke before an answer: what was answered then is none. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  headersOf(request: Request): readonly string[] {
    return [...request.headers].flat()
  }

  async carry(fault: WireFault, answer: Answer, request: Request): Promise<Response> {
    const given = AbortSignal.any([this.#ended, request.signal])
    switch (fault.kind) {
      case 'reset':
        return this.#break()
      case 'hang':
        await waitOnWall(Number.POSITIVE_INFINITY, given).catch(() => {})
        return this.#break()
      case 'bare': {
        const { bytes, headers } = framed(answer)
        return new Response(answer.body === null ? null : bytes, { status: answer.status, headers })
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
  return new Response(body, { status: answer.status, headers })
}
