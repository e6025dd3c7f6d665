import type { ServerResponse } from 'node:http'

import { rawSocketOf } from '../lib/raw-socket.ts'
import { connectionReset } from './connection-reset.ts'
import type { Fault } from './fault.ts'

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
  else socket.write('', () => rawSocketOf(socket).resetAndDestroy())
}
