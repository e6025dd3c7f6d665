import type { ServerResponse } from 'node:http'

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

import { abortWith } from '../lib/abort-with.ts'
import { waitOnWall } from '../time/clock.ts'
import { type Answer, framed, toResponse } from './answer.ts'

/** What happens to an answer on the network; a bare one has no headers but its own and the length of its body. */
export type NetworkFault =
  | { readonly kind: 'reset' | 'hang' | 'truncate' | 'bare' }
  | { readonly kind: 'slow_body'; readonly overMs: number }

/** Where a fault happens. */
export interface FaultPlace {
  /** What the answer goes to over a socket; undefined in process. */
  readonly outgoing: ServerResponse | undefined
  /** Aborted once the client has gone away. */
  readonly signal: AbortSignal
  /** Aborted once the fake stops: what hangs is let go. */
  readonly stopping: AbortSignal
}

/**
 * Sends an answer that the network spoils.
 * @returns the answer to a call in process; over a socket, a sign that it is sent
 * @throws TypeError in process, as a global `fetch` does, where the connection breaks before an answer
 */
export async function applyFault(fault: NetworkFault, answer: Answer, place: FaultPlace): Promise<Response> {
  const { outgoing } = place
  if (outgoing === undefined) return await inProcess(fault, answer, place)
  if (fault.kind === 'bare' && answer.body === null) {
    outgoing.sendDate = false
    return toResponse(answer)
  }
  await overSocket(fault, answer, outgoing, place)
  return RESPONSE_ALREADY_SENT
}

/** How many pieces a slow body arrives in. */
const pieces = 25

/** The pieces of a slow body, and how long to wait before each. */
function slowly(body: Uint8Array, overMs: number): { readonly chunks: readonly Uint8Array[]; readonly waitMs: number } {
  const size = Math.max(1, Math.ceil(body.length / pieces))
  const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
    body.subarray(i * size, (i + 1) * size),
  )
  return { chunks, waitMs: overMs / Math.max(1, chunks.length) }
}

/** The part of a body that arrives before it is cut off. */
function firstHalf(body: Uint8Array): Uint8Array {
  return body.subarray(0, Math.floor(body.length / 2))
}

/** Aborted with the first of the signals of a place, or by its caller. */
function givenUp({ signal, stopping }: FaultPlace): AbortController {
  const over = new AbortController()
  abortWith(over, [signal, stopping])
  return over
}

async function inProcess(fault: NetworkFault, answer: Answer, place: FaultPlace): Promise<Response> {
  switch (fault.kind) {
    case 'reset':
      throw connectionReset()
    case 'hang':
      await waitOnWall(Number.POSITIVE_INFINITY, givenUp(place).signal).catch(() => {})
      throw connectionReset()
    case 'bare':
      return toResponse(answer.body === null ? answer : asBytes(answer))
    case 'truncate':
      return streamed(answer, [firstHalf(framed(answer).bytes)], 0, place, cutOff())
    case 'slow_body': {
      const { chunks, waitMs } = slowly(framed(answer).bytes, fault.overMs)
      return streamed(answer, chunks, waitMs, place)
    }
  }
}

function asBytes(answer: Answer): Answer {
  const { bytes, headers } = framed(answer)
  return { status: answer.status, headers, body: bytes }
}

/** The error of a `fetch` whose connection breaks before the answer. */
function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  return new TypeError('fetch failed', { cause })
}

/** The error of a `fetch` whose connection breaks within the body. */
function cutOff(): TypeError {
  return new TypeError('terminated', { cause: new Error('other side closed') })
}

function streamed(
  answer: Answer,
  chunks: readonly Uint8Array[],
  waitMs: number,
  place: FaultPlace,
  failure?: Error,
): Response {
  const over = givenUp(place)
  const left = chunks.values()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value, done } = left.next()
      if (done !== true) {
        await waitOnWall(waitMs, over.signal)
        controller.enqueue(value)
        return
      }
      over.abort()
      if (failure === undefined) controller.close()
      else controller.error(failure)
    },
    cancel: () => over.abort(),
  })
  return new Response(body, { status: answer.status, headers: framed(answer).headers })
}

/** Does to a connection what a fault says, and waits until the connection has no more use for the answer. */
async function overSocket(
  fault: NetworkFault,
  answer: Answer,
  outgoing: ServerResponse,
  { stopping }: FaultPlace,
): Promise<void> {
  if (outgoing.destroyed) return
  const { bytes, headers } = framed(answer)
  const closed = new AbortController()
  const close = new Promise<void>((resolve) => {
    outgoing.once('close', () => {
      closed.abort()
      resolve()
    })
  })
  switch (fault.kind) {
    case 'reset':
      reset(outgoing)
      break
    case 'hang':
      abortWith(closed, [stopping])
      await waitOnWall(Number.POSITIVE_INFINITY, closed.signal).catch(() => {})
      outgoing.destroy()
      break
    case 'bare':
      outgoing.sendDate = false
      outgoing.writeHead(answer.status, headers)
      outgoing.end(bytes)
      break
    case 'truncate':
      outgoing.writeHead(answer.status, headers)
      outgoing.write(firstHalf(bytes), () => outgoing.socket?.destroySoon())
      break
    case 'slow_body':
      outgoing.writeHead(answer.status, headers)
      outgoing.flushHeaders()
      await writeSlowly(outgoing, bytes, fault.overMs, closed.signal)
  }
  await close
}

/** Resets the connection once earlier requests on it are answered. */
function reset(outgoing: ServerResponse): void {
  const { socket } = outgoing
  if (socket === null) outgoing.once('socket', () => reset(outgoing))
  else socket.write('', () => socket.resetAndDestroy())
}

async function writeSlowly(outgoing: ServerResponse, bytes: Uint8Array, overMs: number, closed: AbortSignal) {
  const { chunks, waitMs } = slowly(bytes, overMs)
  try {
    for (const chunk of chunks) {
      await waitOnWall(waitMs, closed)
      outgoing.write(chunk)
    }
    outgoing.end()
  } catch {
    // The client has gone away, or the server ends: nobody is left to answer.
    outgoing.destroy()
  }
}
