import type { ServerResponse } from 'node:http'

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

import type { Delivery, SentAnswer } from '../faults/fault.ts'
import { type Answer, framed } from './answer.ts'

/** The delivery of an answer by the network. */
export interface NetworkFault {
  readonly delivery: Delivery
  /** Time of a slow delivery; undefined for the usual time of the fault. */
  readonly overMs?: number | undefined
}

/** The place of a fault. */
export interface FaultPlace {
  /** The response of Node's server; undefined in process. */
  readonly outgoing: ServerResponse | undefined
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  /** Aborted when the fake stops. */
  readonly stopping: AbortSignal
}

/** Sends only the headers of the answer and the length of its body, without those that Node adds. */
export const bare: Delivery = {
  overSocket: (outgoing, { status, headers, bytes }) => {
    outgoing.sendDate = false
    outgoing.writeHead(status, headers)
    outgoing.end(bytes)
  },
  inProcess: ({ status, headers, bytes }) => new Response(Buffer.from(bytes), { status, headers }),
}

/**
 * Delivers an answer as a fault says.
 * @returns the answer to a call in process; over a socket, the sign that it is sent
 * @throws TypeError in process where the connection breaks before an answer, as a global `fetch` does
 */
export async function applyFault(fault: NetworkFault, answer: Answer, place: FaultPlace): Promise<Response> {
  const { outgoing, signal: clientGone, stopping } = place
  const { delivery, overMs } = fault
  const sent = { status: answer.status, ...framed(answer) }
  if (outgoing === undefined) return await delivery.inProcess(sent, { overMs, clientGone, stopping })
  if (!outgoing.destroyed) await deliver(fault, sent, outgoing, stopping)
  return RESPONSE_ALREADY_SENT
}

/** Delivers an answer over a socket, and waits until the connection is done with it. */
async function deliver(
  { delivery, overMs }: NetworkFault,
  answer: SentAnswer,
  outgoing: ServerResponse,
  stopping: AbortSignal,
): Promise<void> {
  const closed = new AbortController()
  const close = new Promise<void>((resolve) => {
    outgoing.once('close', () => {
      closed.abort()
      resolve()
    })
  })
  await delivery.overSocket(outgoing, answer, { overMs, clientGone: closed.signal, stopping })
  await close
}
