import { createAssume } from '../assumptions/used.ts'
import type { ByteUsage } from '../lib/byte-limit.ts'
import type { Settings } from '../scenarios/settings.ts'
import { type Clock, wallNow } from '../time/clock.ts'
import type { Scheduler } from '../time/scheduler.ts'
import { type Delivery, type Notice, type Outcome, refuseAddress } from './delivery.ts'
import type { NotificationTransport } from './transport.ts'

/** The parts of a sandbox that its outbox uses. */
export interface OutboxSandbox {
  readonly seed: number
  readonly seedName: string
  /** The label that the id of a delivery is drawn by. */
  readonly label: (kind: string, number: number) => string
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly scenarios: { readonly settings: Settings }
  readonly transport: NotificationTransport
  /** The bytes of pending deliveries. */
  readonly notifications: ByteUsage
  /** Makes the notifications of a change that is due. */
  readonly notify: (notice: Notice) => void
  readonly attempts: AttemptCounts
}

/** The number of attempts to deliver, by kind and result. */
export type AttemptCounts = Readonly<Record<Delivery['kind'], Map<string, number>>>

/** Sends a delivery once. @param secret signs a webhook @param begin called when the request goes out */
export async function transmit(
  sandbox: OutboxSandbox,
  delivery: Delivery,
  secret: string,
  begin: () => void,
): Promise<Outcome> {
  const { scheduler, transport } = sandbox
  const { profile, webhooks } = sandbox.scenarios.settings
  if (delivery.kind === 'email') {
    const refused = refuseAddress(delivery.to)
    if (refused !== undefined) return refused
    const message = await transport.compose({ ...delivery, dateMs: delivery.createdMs })
    delivery.sent = message
    return transport.mail(message, delivery.to)
  }
  const { fail = 0, tamper = false } = webhooks
  const assume = createAssume(profile)
  const unsigned = { secret, id: delivery.id, atMs: wallNow(), body: delivery.body, tamper }
  const signature = assume('webhookSigning') === 'none' ? {} : await transport.sign(unsigned)
  const headers = { 'Content-Type': 'application/json', ...signature }
  delivery.sent = headers
  const isWanted = (): boolean => {
    begin()
    return scheduler.isOpen
  }
  if (delivery.tries < fail) return { kind: 'failed', reason: 'a scenario says so', durationMs: 0 }
  const outcome = await transport.send({ url: delivery.to, headers, body: delivery.body, isWanted })
  const isTampered = tamper && Object.keys(signature).length > 0
  return isTampered && outcome.kind === 'answered' ? { ...outcome, tampered: true } : outcome
}
