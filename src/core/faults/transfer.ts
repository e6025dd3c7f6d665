import { abortWith } from '../lib/abort-with.ts'
import { waitOnWall } from '../time/clock.ts'
import type { DeliveryLimits, FaultOf, SentAnswer } from './fault.ts'

interface Pieces {
  readonly chunks: readonly Uint8Array[]
  readonly waitMs: number
  /** The error that ends the body; undefined for a complete body. */
  readonly failure?: Error
}

/** Creates an in-process response whose body arrives in pieces. */
function streamInProcess(
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

export const slowBody: FaultOf<'transfer'> = {
  kind: 'transfer',
  text: 'The headers came at once, the body slowly, in pieces.',
  words: ['slow body', 'timeout', 'network'],
  leavesBody: true,
  overSocket: async (outgoing, { status, headers, bytes }, { overMs, clientGone }) => {
    outgoing.writeHead(status, headers)
    outgoing.flushHeaders()
    const { chunks, waitMs } = cut(bytes, overMs)
    try {
      for (const chunk of chunks) {
        await waitOnWall(waitMs, clientGone)
        outgoing.write(chunk)
      }
      outgoing.end()
    } catch {
      // The client disconnected, or the server is stopping.
      outgoing.destroy()
    }
  },
  inProcess: (answer, limits) => streamInProcess(answer, cut(answer.bytes, limits.overMs), limits),
}

function cut(body: Uint8Array, overMs: number = defaultMs) {
  const size = Math.max(1, Math.ceil(body.length / pieces))
  const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
    body.subarray(i * size, (i + 1) * size),
  )
  return { chunks, waitMs: overMs / Math.max(1, chunks.length) }
}

export const truncate: FaultOf<'transfer'> = {
  kind: 'transfer',
  text: 'The connection ended in the middle of the body.',
  words: ['cut body', 'truncated', 'incomplete', 'network'],
  leavesBody: false,
  overSocket: (outgoing, { status, headers, bytes }) => {
    outgoing.writeHead(status, headers)
    outgoing.write(firstHalf(bytes), () => outgoing.socket?.destroySoon())
  },
  inProcess: (answer, limits) => {
    const failure = new TypeError('terminated', { cause: new Error('other side closed') })
    return streamInProcess(answer, { chunks: [firstHalf(answer.bytes)], waitMs: 0, failure }, limits)
  },
}

function firstHalf(body: Uint8Array): Uint8Array {
  return body.subarray(0, Math.floor(body.length / 2))
}
