import { hash } from 'node:crypto'

import type { NotificationTransport } from '../../src/notifications/transport.ts'

/** A transport that answers by what stands in the address, at once, and remembers what it was given. */
export interface StubTransport extends NotificationTransport {
  /** The messages that were sent, in their order: the address, the headers and the body of each, or the message. */
  readonly sent: string[]
}

/** Makes one: `/fails` is answered with 500, `/gone` with 410, anything else with 204; its signatures have no time. */
export function stubTransport(): StubTransport {
  const sent: string[] = []
  const statusOf = (url: string): number => (url.includes('/gone') ? 410 : url.includes('/fails') ? 500 : 204)
  return {
    sent,
    send: async ({ url, headers, body, isWanted = () => true }) => {
      if (!isWanted()) return { kind: 'failed', reason: 'it is no longer wanted', durationMs: 0 }
      sent.push([url, JSON.stringify(headers), body].join('\n'))
      return { kind: 'answered', status: statusOf(url), durationMs: 3, response: '' }
    },
    sign: async ({ secret, id, body, tamper }) => ({
      'webhook-id': id,
      'webhook-signature': hash('sha256', [secret, id, body, tamper].join('\n')),
    }),
    compose: async ({ id, to, subject, body, dateMs }) => [id, to, subject, dateMs, body].join('\n'),
    mail: async (message, to) => {
      sent.push([to, message].join('\n'))
      return { kind: 'answered', status: 250, durationMs: 3, response: '' }
    },
    close: async () => {},
  }
}
