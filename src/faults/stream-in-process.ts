import { abortWith } from '../lib/abort-with.ts'
import { waitOnWall } from '../time/clock.ts'
import type { DeliveryLimits, SentAnswer } from './fault.ts'

/** The pieces and the pace of a streamed body. */
interface Pieces {
  readonly chunks: readonly Uint8Array[]
  /** The time before each chunk. */
  readonly waitMs: number
  /** The error that ends the body; undefined for a body that ends well. */
  readonly failure?: Error
}

/** An answer in process with a body that arrives in pieces. */
export function streamInProcess(
  { status, headers }: SentAnswer,
  { chunks, waitMs, failure }: Pieces,
  { clientGone, stopping }: DeliveryLimits,
): Response {
  const over = new AbortController()
  abortWith(over, [clientGone, stopping])
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
