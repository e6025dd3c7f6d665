import { waitOnWall } from '../time/clock.ts'
import type { Fault } from './fault.ts'
import { streamInProcess } from './stream-in-process.ts'

/** Time that the body takes where the rule does not say. */
const usualMs = 5_000

const pieces = 25

/** The headers come at once, the body in pieces over some time. */
export const slowBody = {
  kind: 'transfer',
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
      // The client has gone, or the server ends: no client is left to answer.
      outgoing.destroy()
    }
  },
  inProcess: (answer, limits) => streamInProcess(answer, cut(answer.bytes, limits.overMs), limits),
} as const satisfies Fault

function cut(
  body: Uint8Array,
  overMs: number = usualMs,
): { readonly chunks: readonly Uint8Array[]; readonly waitMs: number } {
  const size = Math.max(1, Math.ceil(body.length / pieces))
  const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
    body.subarray(i * size, (i + 1) * size),
  )
  return { chunks, waitMs: overMs / Math.max(1, chunks.length) }
}
