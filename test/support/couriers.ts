import { onTestFinished } from 'vitest'

import {
  type OpenTransport,
  type TransportOptions,
  createTransport,
} from '../../src/notifications/transport/create-transport.ts'

/** A courier that is closed once the test is over. */
export function start(options: Partial<TransportOptions> = {}): OpenTransport {
  const courier = createTransport({ allowHosts: [], timeoutMs: 2000, ...options })
  onTestFinished(() => courier.close())
  return courier
}
