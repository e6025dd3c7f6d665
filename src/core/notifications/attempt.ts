import { messageOf } from '../lib/message-of.ts'
import type { Settings } from '../scenarios/settings.ts'
import { wallNow } from '../time/clock.ts'
import { type Delivery, failed, type Outcome } from './delivery.ts'
import { sign } from './signing.ts'
import { composeMail } from './transport/compose-mail.ts'
import type { Transport } from './transport/transport.ts'

interface Sending {
  readonly settings: Settings
  readonly transport: Pick<Transport, 'send'>
  readonly secret: string
  /** Called when a webhook is about to be sent; false cancels it. */
  readonly begin: () => boolean
}

/** The maximum length of an e-mail address: a header cannot be folded inside it. */
const maxAddressLength = 254

export async function attempt(delivery: Delivery, sending: Sending): Promise<Outcome> {
  try {
    return await (delivery.kind === 'email' ? composeOnly(delivery) : sendWebhook(delivery, sending))
  } catch (error) {
    return failed(messageOf(error))
  }
}

async function composeOnly(delivery: Delivery): Promise<Outcome> {
  const { length } = delivery.to
  if (length > maxAddressLength) {
    const expected = `expected an address of at most ${maxAddressLength} characters (RFC 5321)`
    return { kind: 'refused', reason: `email: ${expected}, got ${length}` }
  }
  delivery.sent = await composeMail(delivery)
  return { kind: 'unsent' }
}

async function sendWebhook(delivery: Delivery, { settings, transport, secret, begin }: Sending): Promise<Outcome> {
  const { fail = 0, tamper = false } = settings.webhooks
  const { to, body } = delivery
  const isSigned = settings.profile.webhookSigning !== 'none'
  const signature = isSigned ? sign(delivery, secret, wallNow(), tamper) : {}
  const headers = { 'Content-Type': 'application/json', ...signature }
  delivery.sent = headers
  if (delivery.tries < fail) return failed('a scenario says so')
  const outcome = await transport.send({ url: to, headers, body, begin })
  return isSigned && tamper && outcome.kind === 'answered' ? { ...outcome, tampered: true } : outcome
}
