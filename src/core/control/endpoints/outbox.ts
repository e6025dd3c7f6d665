import * as z from 'zod/mini'

import { lazily } from '../../lib/lazily.ts'
import { deliveryKinds, deliveryStates } from '../../notifications/delivery.ts'
import { type Call, toQuery } from '../client/call.ts'
import { ControlError } from '../client/errors.ts'
import { collectionOf, count, dateTime, get, limit, namedObject, parameter, post, put, text } from './endpoint.ts'

const deliveryInfo = namedObject('Delivery', () => ({
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
  /** Its position in the order in which deliveries ended; null while it is pending. */
  settled: z.nullable(count()),
  attempts: z.array(
    z.strictObject({
      at: dateTime(),
      /** HTTP status; null without an answer. */
      status: z.nullable(z.int()),
      durationMs: z.number(),
      /** Why there was no answer; null with an answer. */
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
}))

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
  kind: parameter('Only deliveries of this kind.', () => z.enum(deliveryKinds)),
  state: parameter('Only deliveries in this state.', () => z.enum(deliveryStates)),
  job: parameter('Only deliveries about the job with this id.', text, '--job <id>'),
}

const notification = lazily(() =>
  z.strictObject({
    to: z.url({ protocol: /^https?$/, error: 'an http or https URL, such as "http://127.0.0.1:9000/hook"' }),
    event: z.string(),
    data: z.optional(z.record(z.string(), z.unknown())),
  }),
)

const signingSecret = lazily(() => z.strictObject({ secret: z.string() }))

export const outboxEndpoints = {
  listOutbox: get('/outbox', 'Lists e-mails and webhooks, the newest last', {
    query: { ...filters, limit },
    answer: collectionOf(deliveryInfo),
    commands: { 'outbox list': { columns: ['id', 'kind', 'event', 'state', 'attempts', 'to'] } },
  }),
  nextOfOutbox: get(
    '/outbox/next',
    'Waits for the next delivery that ends; `item` is null after the timeout, `cursor` goes into the next request',
    {
      query: {
        ...filters,
        after: parameter('The cursor of an earlier answer (the start).', text),
        timeout: parameter('How long to wait: a duration of at most 10m (30s).', text),
      },
      answer: lazily(() => z.strictObject({ item: z.nullable(deliveryInfo()), cursor: z.string() })),
    },
  ),
  showDelivery: get('/outbox/{name}', 'Shows a delivery with every attempt', {
    answer: deliveryInfo,
    commands: { 'outbox show <id>': {} },
  }),
  redeliver: post('/outbox/{name}/redeliver', 'Tries a delivery again and answers after the attempt', {
    answer: deliveryInfo,
    leavesAnswersUnchanged: true,
    commands: { 'outbox redeliver <id>': { about: 'try a delivery again' } },
  }),
  sendNotification: post('/outbox', 'Sends a signed webhook now, and answers after the attempt', {
    body: notification,
    answer: deliveryInfo,
    status: 201,
    leavesAnswersUnchanged: true,
    commands: {
      'outbox send': {
        about: 'send a signed webhook now',
        flags: {
          to: parameter('The URL to send it to.', text, '--to <url>'),
          event: parameter('The type of the event, such as analysis_job.completed.', text, '--event <event>'),
          data: parameter('A JSON file with the data of the payload (the newest job).', text, '--data <file>'),
        },
      },
    },
  }),
  showSigningSecret: get('/signing-secret', 'Shows the secret that signs webhooks', {
    isSecret: true,
    answer: signingSecret,
  }),
  setSigningSecret: put('/signing-secret', 'Sets the secret that signs webhooks', {
    body: signingSecret,
    answer: signingSecret,
  }),
}

const { listOutbox, nextOfOutbox, showDelivery, redeliver, sendNotification, showSigningSecret, setSigningSecret } =
  outboxEndpoints

/** A webhook to send on demand. */
export type HandMadeNotification = Readonly<z.infer<ReturnType<typeof notification>>>

/** The position up to which a client has read the deliveries of one selection. */
interface Position {
  readonly query: DeliveryQuery
  cursor?: string
  /** The last call, finished or not: calls for the same selection take turns. */
  turn: Promise<unknown>
}

export function createOutboxControl(call: Call) {
  const positions = new Map<string, Position>()
  const ask = ({ query, cursor }: Position, timeout: string) =>
    call(nextOfOutbox, { query: { ...query, timeout, after: cursor } })
  const take = async (position: Position, timeout: string): Promise<DeliveryInfo> => {
    const { item, cursor } = await ask(position, timeout)
    if (item === null) throw new ControlError(`outbox: no such delivery ended within ${timeout}`, 200)
    position.cursor = cursor
    return item
  }
  return {
    /** Lists deliveries, the newest last. @param query a selection (all); `limit` keeps the newest */
    list: async (query: DeliveryQuery & { readonly limit?: number } = {}): Promise<readonly DeliveryInfo[]> =>
      (await call(listOutbox, { query })).items,
    show: (id: string): Promise<DeliveryInfo> => call(showDelivery, { path: { name: id } }),
    /**
     * Waits for the next delivery that ends: delivered, failed, refused or kept. Each call with the same selection returns another one.
     * @param query a selection (all), and how long to wait in real time (`30s`)
     * @throws ControlError after the timeout
     * @example
     * ```ts
     * const { body } = await fake.outbox.next({ kind: 'webhook', timeout: '5s' })
     * ```
     */
    next: ({
      timeout = '30s',
      ...query
    }: DeliveryQuery & { readonly timeout?: string } = {}): Promise<DeliveryInfo> => {
      const key = toQuery({ ...query })
      const position = positions.get(key) ?? { query, turn: Promise.resolve() }
      positions.set(key, position)
      const turn = position.turn.then(() => take(position, timeout))
      position.turn = turn.catch(() => {})
      return turn
    },
    /** Tries a delivery again, and resolves after the attempt. */
    redeliver: (id: string): Promise<DeliveryInfo> => call(redeliver, { path: { name: id } }),
    /**
     * Sends a signed webhook now, and resolves after the attempt.
     * @param notification the URL, the event, and the data of the payload (the newest job of the sandbox)
     * @throws InputError for an unknown event
     * @example
     * ```ts
     * await fake.outbox.send({ to: 'http://127.0.0.1:9000/hook', event: 'analysis_job.completed' })
     * ```
     */
    send: (notification: HandMadeNotification): Promise<DeliveryInfo> => call(sendNotification, { body: notification }),
    signingSecret: async (): Promise<string> => (await call(showSigningSecret, {})).secret,
    /** @param secret signs webhooks: `whsec_` and 24 to 64 bytes in base64 */
    setSigningSecret: async (secret: string): Promise<void> =>
      void (await call(setSigningSecret, { body: { secret } })),
    /** Resets positions beyond the end of the outbox, after a snapshot has replaced it. */
    catchUp: async (): Promise<void> => {
      for (const position of positions.values()) {
        if (position.cursor === undefined) continue
        const { item, cursor } = await ask(position, '0s')
        if (item === null) position.cursor = cursor
      }
    },
  }
}
