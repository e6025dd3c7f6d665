import type { ServerResponse } from 'node:http'

import { abortWith } from '../lib/abort-with.ts'
import { rawSockets } from '../lib/raw-socket.ts'
import { waitOnWall } from '../time/clock.ts'
import type { DeliveryLimits, SentAnswer } from './fault.ts'

/** The error of a `fetch` whose connection broke before the answer. */
export function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  return new TypeError('fetch failed', { cause })
}

/** Resets the connection once earlier requests on it are answered. */
export function resetConnection(outgoing: ServerResponse): void {
  const { socket } = outgoing
  if (socket === null) outgoing.once('socket', () => resetConnection(outgoing))
  else socket.write('', () => (rawSockets.get(socket) ?? socket).resetAndDestroy())
}

export async function waitForEnd({ clientGone, stopping }: DeliveryLimits): Promise<void> {
  const over = abortWith([clientGone, stopping])
  await waitOnWall(Number.POSITIVE_INFINITY, over.signal).catch(() => {})
}

interface Pieces {
  readonly chunks: readonly Uint8Array[]
  readonly waitMs: number
  /** The error that ends the body; undefined for a complete body. */
  readonly failure?: Error
}

/** Creates an in-process response whose body arrives in pieces. */
export function streamInProcess(
  { status, headers }: SentAnswer,
  { chunks, waitMs, failure }: Pieces,
  { clientGone, stopping }: DeliveryLimits,
): Response {
  const over = abortWith([clientGone, stopping])
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
  return new Response(body, { status, headers })
}

const defaultMs = 5_000

const pieces = 25

/** Cuts a body into the pieces in which it is sent. */
export function cut(body: Uint8Array, overMs: number = defaultMs): Pieces {
  const size = Math.max(1, Math.ceil(body.length / pieces))
  const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
    body.subarray(i * size, (i + 1) * size),
  )
  return { chunks, waitMs: overMs / Math.max(1, chunks.length) }
}

export const firstHalf = (body: Uint8Array): Uint8Array => body.subarray(0, Math.floor(body.length / 2))
