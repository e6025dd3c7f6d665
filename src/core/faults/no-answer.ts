import type { ServerResponse } from 'node:http'

import { abortWith } from '../lib/abort-with.ts'
import { rawSockets } from '../lib/raw-socket.ts'
import { waitOnWall } from '../time/clock.ts'
import type { DeliveryLimits, FaultOf } from './fault.ts'

/** The error of a `fetch` whose connection broke before the answer. */
function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  return new TypeError('fetch failed', { cause })
}

export const reset: FaultOf<'noAnswer'> = {
  kind: 'noAnswer',
  text: 'The connection was reset before an answer came.',
  words: ['reset', 'connection', 'network', 'down'],
  leavesBody: false,
  overSocket: resetConnection,
  inProcess: () => {
    throw connectionReset()
  },
}

/** Resets the connection once earlier requests on it are answered. */
function resetConnection(outgoing: ServerResponse): void {
  const { socket } = outgoing
  if (socket === null) outgoing.once('socket', () => resetConnection(outgoing))
  else socket.write('', () => (rawSockets.get(socket) ?? socket).resetAndDestroy())
}

export const hang: FaultOf<'noAnswer'> = {
  kind: 'noAnswer',
  text: 'The connection stays open, and no answer comes.',
  words: ['timeout', 'hang', 'no answer', 'network', 'down'],
  leavesBody: false,
  overSocket: async (outgoing, _answer, limits) => {
    await waitForEnd(limits)
    outgoing.destroy()
  },
  inProcess: async (_answer, limits) => {
    await waitForEnd(limits)
    throw connectionReset()
  },
}

async function waitForEnd({ clientGone, stopping }: DeliveryLimits): Promise<void> {
  const over = abortWith([clientGone, stopping])
  await waitOnWall(Number.POSITIVE_INFINITY, over.signal).catch(() => {})
}
