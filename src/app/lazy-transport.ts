import type { Outcome } from '../notifications/delivery.ts'
import type { NotificationTransport, MailText, Unsigned } from '../notifications/transport.ts'
import { readAllowedHosts } from '../notifications/transport/allowed-hosts.ts'
import type { MailOutcome } from '../notifications/transport/create-transport.ts'
import { readSmtpServer } from '../notifications/transport/smtp-server.ts'
import { toDate } from '../time/instant.ts'
import type { ReadOptions } from './read-options.ts'

/** The sender of e-mails: a name that no network resolves (RFC 6761). */
const from = { name: 'cloudsec-fake', address: 'notifications@cloudsec-fake.test' }

interface LazyTransport extends NotificationTransport {
  /** Says, before the first message, that other machines reach the fake: they must not reach the loopback of this one through it. */
  readonly expose: () => void
}

/**
 * The transport of the sandboxes of a fake. It is loaded with the first message.
 * @param onSend is called for each webhook (none)
 * @throws InputError for a host or an SMTP server that cannot be used
 */
export function createLazyTransport(
  { allowWebhookHost, smtp }: Pick<ReadOptions, 'allowWebhookHost' | 'smtp'>,
  onSend?: () => void,
): LazyTransport {
  readAllowedHosts(allowWebhookHost)
  if (smtp !== undefined) readSmtpServer(smtp)
  let opened: ReturnType<typeof open> | undefined
  let isClosed = false
  let allowLoopback = true
  const open = async () => {
    const { createTransport } = await import('../notifications/transport/create-transport.ts')
    const transport = createTransport({ allowHosts: allowWebhookHost, allowLoopback, smtp })
    if (isClosed) await transport.close()
    return transport
  }
  const transport = async () => await (opened ??= open())
  return {
    expose: () => {
      allowLoopback = false
    },
    send: async (request) => {
      onSend?.()
      return await (await transport()).post(request)
    },
    sign,
    compose: async ({ id, to, subject, body, dateMs }: MailText) => {
      const { composeMail } = await import('../notifications/transport/compose-mail.ts')
      const messageId = `<${id}@cloudsec-fake.test>`
      const message = await composeMail({ from, to: { address: to }, subject, text: body, messageId, dateMs })
      return Buffer.from(message).toString('latin1')
    },
    mail: async (message, to) => {
      const envelope = { from: from.address, to }
      return toOutcome(await (await transport()).mail(Buffer.from(message, 'latin1'), envelope))
    },
    close: async () => {
      isClosed = true
      await (await opened)?.close()
    },
  }
}

/** The headers of Standard Webhooks; a tampered signature is that of another body. */
async function sign({ secret, id, atMs, body, tamper }: Unsigned): Promise<Readonly<Record<string, string>>> {
  const { Webhook } = await import('standardwebhooks')
  const seconds = Math.floor(atMs / 1000)
  const signature = new Webhook(secret).sign(id, toDate(seconds * 1000), tamper ? `${body} ` : body)
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signature }
}

/** An e-mail that was handed over is answered as SMTP has it: 250. */
function toOutcome(outcome: MailOutcome): Outcome {
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'answered', status: 250, durationMs: outcome.durationMs, response: outcome.response }
    case 'unsent':
      return { kind: 'unsent' }
    case 'failed':
      return outcome
  }
}
