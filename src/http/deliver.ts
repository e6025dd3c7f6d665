import { once } from 'node:events'

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

import type { Delivery } from '../faults/fault.ts'
import { type Answer, framed, respondTo } from './answer.ts'
import { type AppContext, bindingsOf } from './bindings.ts'

/** An answer, and how the network delivers it. */
export interface Delivered {
  readonly answer: Answer
  readonly delivery?: Delivery | undefined
  /** Time of a slow delivery; undefined for the usual time of the fault. */
  readonly overMs?: number | undefined
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
 * Delivers an answer.
 * @param stopping aborted when the fake stops
 * @returns the answer to a call in process; over a socket, the sign that it is sent
 * @throws TypeError in process where the connection breaks before an answer, as a global `fetch` does
 */
export async function deliver(
  c: AppContext,
  { answer, delivery, overMs }: Delivered,
  stopping: AbortSignal,
): Promise<Response> {
  if (delivery === undefined) return respondTo(c, answer)
  const { outgoing } = bindingsOf(c)
  if (delivery === bare && (answer.body === null || c.req.method === 'HEAD')) {
    if (outgoing !== undefined) outgoing.sendDate = false
    return respondTo(c, answer)
  }
  const sent = { status: answer.status, ...framed(answer) }
  if (outgoing === undefined) {
    return await delivery.inProcess(sent, { overMs, clientGone: c.req.raw.signal, stopping })
  }
  if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
  const closed = new AbortController()
  outgoing.once('close', () => closed.abort())
  const end = once(closed.signal, 'abort')
  await delivery.overSocket(outgoing, sent, { overMs, clientGone: closed.signal, stopping })
  // Until the connection is done with it.
  await end
  return RESPONSE_ALREADY_SENT
}
