import * as z from 'zod/mini'

import type { Choice } from '../assumptions/register.ts'
import { instantMs } from '../time/instant.ts'

export const deliveryKinds = ['webhook', 'email'] as const

export const deliveryStates = ['pending', 'delivered', 'failed', 'refused', 'kept'] as const

const count = z.int().check(z.gte(0))

/** One attempt to deliver, at an instant of the sandbox's clock. */
const attemptState = z.strictObject({
  atMs: instantMs,
  /** Any HTTP status, because no redirect is followed; null without an answer. */
  status: z.nullable(z.int()),
  /** Whole milliseconds of real time; 0 for an attempt that did not begin. */
  durationMs: z.number(),
  /** Why it failed, in one line; null with an answer. */
  reason: z.nullable(z.string()),
  /** At most the first KiB of the answer, read as UTF-8. */
  response: z.string(),
  /** True if the answer is to a wrong signature (no). */
  tampered: z.optional(z.literal(true)),
})

/** A delivery, as plain data. Instants in Unix milliseconds. The outbox sets the fields in this order, so that snapshots are equal. */
const deliveryState = z.strictObject({
  /** The id of the record that it is about: deliveries of one group keep their order. */
  group: z.string(),
  /** The id of that record, as the API shows it. */
  about: z.string(),
  /** The change (`analysis_job.completed`). */
  event: z.string(),
  /** True if it is the last of its group. */
  isLast: z.boolean(),
  subject: z.string(),
  kind: z.enum(deliveryKinds),
  to: z.string(),
  /** The body of a webhook, or the text of an e-mail. */
  body: z.string(),
  id: z.string(),
  /** Counts the deliveries of the sandbox, from 0. */
  number: count,
  createdMs: instantMs,
  state: z.enum(deliveryStates),
  /** Why it was refused; null in any other state. */
  reason: z.nullable(z.string()),
  /** When the next attempt is due; null for no further attempt. */
  nextMs: z.nullable(instantMs),
  /** Attempts since it was created, or redelivered manually. */
  tries: count,
  /** How often it is still repeated after it was accepted. */
  resends: count,
  /** True if it waits until a later delivery of its group is settled. */
  held: z.boolean(),
  attempts: z.array(attemptState),
  /** The headers of the last attempt, or the whole message of an e-mail. */
  sent: z.nullable(z.union([z.string(), z.record(z.string(), z.string())])),
  /** Counts the settled deliveries of the sandbox, from 1; null until it is settled. */
  settled: z.nullable(count),
})

export type Delivery = z.infer<typeof deliveryState>

export type Outcome =
  | ({ readonly kind: 'answered' | 'failed' } & Omit<Delivery['attempts'][number], 'atMs'>)
  /** The URL or the address is not allowed, so nothing was sent; the reason is one line. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** An e-mail, which never leaves the outbox. */
  | { readonly kind: 'unsent' }

export const failed = (reason: string, durationMs = 0): Outcome => ({
  kind: 'failed',
  status: null,
  durationMs,
  reason,
  response: '',
})

export type Notification = Readonly<
  Pick<Delivery, 'group' | 'about' | 'event' | 'isLast' | 'subject' | 'kind' | 'to' | 'body'>
>

/** A future change. Its notifications are composed when it is due. */
const noticeState = z.strictObject({
  group: z.string(),
  atMs: instantMs,
  change: z.string(),
})

export type Notice = Readonly<z.infer<typeof noticeState>>

export const outboxState = z.strictObject({
  made: count,
  lastSettled: count,
  /** In the order in which they were made. */
  deliveries: z.array(deliveryState),
  /** In the order in which they are due. */
  coming: z.array(noticeState),
})

export type OutboxState = z.infer<typeof outboxState>

/** About the bytes that a delivery takes until it is settled: two for each character of its body. */
export const pendingBytes = ({ body }: Pick<Delivery, 'body'>): number => 1024 + 2 * body.length

/** The wait after each failed attempt, in milliseconds. The attempt after the last wait is final. */
const backoffMs = [5_000, 300_000, 1_800_000, 7_200_000]

/** The maximum of attempts that a delivery shows. */
const maxAttempts = 50

/** With this status, a receiver unsubscribes. */
const gone = 410

const isAccepted = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && outcome.status !== null && outcome.status >= 200 && outcome.status < 300

function toAttempt(outcome: Outcome, atMs: number): Delivery['attempts'] {
  if (outcome.kind === 'refused' || outcome.kind === 'unsent') return []
  const { kind: _, ...attempt } = outcome
  return [{ atMs, ...attempt }]
}

/**
 * Records the outcome of an attempt, and schedules the next one.
 * @param atMs when it was sent, by the sandbox's clock
 * @param endMs when it ended; the backoff begins then
 */
export function conclude(
  delivery: Delivery,
  outcome: Outcome,
  atMs: number,
  endMs: number,
  retries: Choice<'webhookRetries'>,
): void {
  delivery.attempts = [...delivery.attempts, ...toAttempt(outcome, atMs)].slice(-maxAttempts)
  delivery.tries += 1
  delivery.nextMs = null
  if (outcome.kind === 'refused') {
    delivery.state = 'refused'
    delivery.reason = outcome.reason
  } else if (outcome.kind === 'unsent') delivery.state = 'kept'
  else if (isAccepted(outcome)) {
    delivery.state = 'delivered'
    if (delivery.resends > 0) delivery.nextMs = endMs
    delivery.resends = Math.max(0, delivery.resends - 1)
  } else if (delivery.state === 'pending') {
    const isOver = retries !== 'backoff' || (outcome.kind === 'answered' && outcome.status === gone)
    const waitMs = isOver ? undefined : backoffMs[delivery.tries - 1]
    if (waitMs === undefined) delivery.state = 'failed'
    else delivery.nextMs = endMs + waitMs
  }
}
