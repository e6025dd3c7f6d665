import type { ServerResponse } from 'node:http'

import { abortWith } from '../lib/abort-with.ts'
import { rawSockets } from '../lib/raw-socket.ts'
import { waitOnWall } from '../time/clock.ts'
import type { DeliveryLimits, Fault } from './fault.ts'

/** The error of a `fetch` whose connection broke before the answer. */
function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  return new TypeError('fetch failed', { cause })
}

/** The connection is reset before the answer. */
export const reset = {
  kind: 'noAnswer',
  overSocket: resetConnection,
  inProcess: () => {
    throw connectionReset()
  },
} as const satisfies Fault

/** Resets the connection once earlier requests on it are answered. */
function resetConnection(outgoing: ServerResponse): void {
  const { socket } = outgoing
  if (socket === null) outgoing.once('socket', () => resetConnection(outgoing))
  else socket.write('', () => (rawSockets.get(socket) ?? socket).resetAndDestroy())
}

/** The connection stays open without an answer. */
export const hang = {
  kind: 'noAnswer',
  overSocket: async (outgoing, _answer, limits) => {
    await waitForEnd(limits)
    outgoing.destroy()
  },
  inProcess: async (_answer, limits) => {
    await waitForEnd(limits)
    throw connectionReset()
  },
} as const satisfies Fault

async function waitForEnd({ clientGone, stopping }: DeliveryLimits): Promise<void> {
  const over = abortWith([clientGone, stopping])
  await waitOnWall(Number.POSITIVE_INFINITY, over.signal).catch(() => {})
}
