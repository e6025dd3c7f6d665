import type { Fault } from './fault.ts'
import { streamInProcess } from './stream-in-process.ts'

/** The connection ends in the middle of the body. */
export const truncate = {
  kind: 'transfer',
  overSocket: (outgoing, { status, headers, bytes }) => {
    outgoing.writeHead(status, headers)
    outgoing.write(firstHalf(bytes), () => outgoing.socket?.destroySoon())
  },
  inProcess: (answer, limits) => {
    const failure = new TypeError('terminated', { cause: new Error('other side closed') })
    return streamInProcess(answer, { chunks: [firstHalf(answer.bytes)], waitMs: 0, failure }, limits)
  },
} as const satisfies Fault

function firstHalf(body: Uint8Array): Uint8Array {
  return body.subarray(0, Math.floor(body.length / 2))
}
