import { onTestFinished } from 'vitest'

import {
  type OpenTransport,
  type TransportOptions,
  createTransport,
} from '../../src/notifications/transport/create-transport.ts'

/** A transport that is closed once the test is over. */
export function start(options: Partial<TransportOptions> = {}): OpenTransport {
  const transport = createTransport({ allowHosts: [], timeoutMs: 2000, ...options })
  onTestFinished(() => transport.close())
  return transport
}
