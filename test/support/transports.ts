import { onTestFinished } from 'vitest'

import { Transport } from '../../src/core/notifications/transport/transport.ts'

type TransportOptions = ConstructorParameters<typeof Transport>[0]

/** Creates a transport that is closed when the test ends. */
export function start(options: TransportOptions = {}): Transport {
  const transport = new Transport({ timeoutMs: 2000, ...options })
  onTestFinished(() => transport.close())
  return transport
}

/** Sends a webhook once. */
export const call = (transport: Transport, url: string) => transport.send({ url, headers: {}, body: '{}' })

/** A transport that sends nothing. */
export const idleTransport = {
  send: async () => ({ kind: 'refused', reason: 'this transport sends nothing' }) as const,
}
