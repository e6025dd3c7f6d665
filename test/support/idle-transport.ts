import type { NotificationTransport } from '../../src/notifications/transport.ts'

/** A transport that sends nothing. */
export const idleTransport: NotificationTransport = {
  send: async () => ({ kind: 'refused', reason: 'this transport sends nothing' }),
  sign: async () => ({}),
  compose: async () => '',
  mail: async () => ({ kind: 'unsent' }),
  close: async () => {},
}
