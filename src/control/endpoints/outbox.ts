import * as z from 'zod/mini'

import { lazily } from '../../lib/lazily.ts'
import { deliveryKinds, deliveryStates } from '../../notifications/delivery.ts'
import type { Call } from '../client/call.ts'
import type { DeliveryCursors } from '../client/delivery-cursors.ts'
import { collectionOf, component, count, dateTime, defineEndpoints, limit } from './endpoint.ts'

const deliveryInfo = component('Delivery', () =>
  z.strictObject({
    id: z.string(),
    kind: z.enum(deliveryKinds),
    /** Id of the job. */
    job: z.string(),
    event: z.string(),
    to: z.string(),
    state: z.enum(deliveryStates),
    /** Why it was refused. */
    reason: z.nullable(z.string()),
    createdAt: dateTime(),
    nextAttemptAt: z.nullable(dateTime()),
    /** Its place in the order in which deliveries ended; null for one that is pending. */
    settled: z.nullable(count()),
    attempts: z.array(
      z.strictObject({
        at: dateTime(),
        /** HTTP status; null where there was no answer. */
        status: z.nullable(z.int()),
        durationMs: z.number(),
        /** Why there was no answer; null where there was one. */
        reason: z.nullable(z.string()),
        /** The start of the answer. */
        response: z.string(),
      }),
    ),
    body: z.string(),
    /** Headers of the last attempt of a webhook. */
    headers: z.optional(z.nullable(z.record(z.string(), z.string()))),
    subject: z.optional(z.string()),
    /** An e-mail as a complete MIME message. */
    message: z.optional(z.nullable(z.string())),
  }),
)

/** An e-mail or a webhook, with every attempt to deliver it. */
export type DeliveryInfo = z.infer<ReturnType<typeof deliveryInfo>>

/** A selection of deliveries (all). */
export interface DeliveryQuery {
  readonly kind?: DeliveryInfo['kind']
  readonly state?: DeliveryInfo['state']
  /** Id of the job. */
  readonly job?: string
}

const filters = {
  kind: { description: 'Only deliveries of this kind.', schema: lazily(() => z.enum(deliveryKinds)) },
  state: { description: 'Only deliveries in this state.', schema: lazily(() => z.enum(deliveryStates)) },
  job: { description: 'Only deliveries about the job with this id.', schema: lazily(() => z.string()) },
}

const signingSecret = lazily(() => z.strictObject({ secret: z.string() }))

export const outboxEndpoints = defineEndpoints({
  listOutbox: {
    method: 'GET',
    path: '/outbox',
    summary: 'Lists e-mails and webhooks, the newest last',
    query: { ...filters, limit },
    answer: collectionOf(deliveryInfo),
  },
  nextOfOutbox: {
    method: 'GET',
    path: '/outbox/next',
    summary:
      'Waits for the next delivery that ends; `item` is null when the time is up, `cursor` goes into the next request',
    query: {
      ...filters,
      after: { description: 'The cursor of an earlier answer (the beginning).', schema: lazily(() => z.string()) },
      timeout: { description: 'How long to wait: a duration of at most 10m (30s).', schema: lazily(() => z.string()) },
    },
    answer: lazily(() => z.strictObject({ item: z.nullable(deliveryInfo()), cursor: z.string() })),
  },
  showDelivery: {
    method: 'GET',
    path: '/outbox/{name}',
    summary: 'Shows a delivery',
    answer: deliveryInfo,
  },
  redeliver: {
    method: 'POST',
    path: '/outbox/{name}/redeliver',
    summary: 'Tries a delivery again and answers after the attempt',
    answer: deliveryInfo,
    isAside: true,
  },
  showSigningSecret: {
    method: 'GET',
    path: '/signing-secret',
    summary: 'Shows the secret that signs webhooks',
    isSecret: true,
    answer: signingSecret,
  },
  setSigningSecret: {
    method: 'PUT',
    path: '/signing-secret',
    summary: 'Sets the secret that signs webhooks',
    body: signingSecret,
    answer: signingSecret,
  },
})

const { listOutbox, showDelivery, redeliver, showSigningSecret, setSigningSecret } = outboxEndpoints

/** Creates the control of the outbox. @param cursors the position of the client in it */
export function createOutboxControl(call: Call, cursors: DeliveryCursors) {
  return {
    /**
     * Lists deliveries, the newest last.
     * @param query a selection (all); `limit` keeps the newest
     */
    async list(query: DeliveryQuery & { readonly limit?: number } = {}): Promise<readonly DeliveryInfo[]> {
      return (await call(listOutbox, { query })).items
    },
    /**
     * Shows a delivery.
     * @throws InputError where none has the id
     */
    async show(id: string): Promise<DeliveryInfo> {
      return await call(showDelivery, { path: { name: id } })
    },
    /**
     * Waits for the next delivery that ends: delivered, failed, refused or kept. Each call with the same selection returns another one.
     * @param query a selection (all), and how long to wait in real time (`30s`)
     * @throws ControlError when the time is up
     * @example
     * ```ts
     * const { body } = await fake.outbox.next({ kind: 'webhook', timeout: '5s' })
     * ```
     */
    async next(query: DeliveryQuery & { readonly timeout?: string } = {}): Promise<DeliveryInfo> {
      const { timeout = '30s', ...selection } = query
      return await cursors.next(selection, timeout)
    },
    /**
     * Tries a delivery again, and resolves after the attempt.
     * @throws InputError where none has the id
     */
    async redeliver(id: string): Promise<DeliveryInfo> {
      return await call(redeliver, { path: { name: id } })
    },
    /** Shows the secret that signs webhooks. */
    async signingSecret(): Promise<string> {
      return (await call(showSigningSecret, {})).secret
    },
    /**
     * Sets the secret that signs webhooks.
     * @param secret `whsec_` and 24 to 64 bytes in base64
     * @throws InputError for anything else
     */
    async setSigningSecret(secret: string): Promise<void> {
      await call(setSigningSecret, { body: { secret } })
    },
  }
}

/** The e-mails and webhooks that one sandbox sends. */
export interface OutboxControl extends ReturnType<typeof createOutboxControl> {}
