import { abortWith } from '../lib/abort-with.ts'
import { waitOnWall } from '../time/clock.ts'
import { connectionReset } from './connection-reset.ts'
import type { DeliveryLimits, Fault } from './fault.ts'

/** The connection stays open, and no answer comes. */
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
  const over = new AbortController()
  abortWith(over, [clientGone, stopping])
  await waitOnWall(Number.POSITIVE_INFINITY, over.signal).catch(() => {})
}
