import * as z from 'zod/mini'

import { keptInstant } from '../time/instant.ts'
import { deliveryKinds, deliveryStates } from './delivery.ts'

const count = z.int().check(z.gte(0))

/** A delivery in a snapshot. The order of its fields is that of the outbox, so that each snapshot writes it alike. */
const deliveryState = z.lazy(() =>
  z.strictObject({
    group: z.string(),
    about: z.string(),
    event: z.string(),
    isLast: z.boolean(),
    subject: z.string(),
    kind: z.enum(deliveryKinds),
    to: z.string(),
    body: z.string(),
    id: z.string(),
    number: count,
    createdMs: keptInstant,
    state: z.enum(deliveryStates),
    reason: z.nullable(z.string()),
    nextMs: z.nullable(keptInstant),
    tries: count,
    resends: count,
    held: z.boolean(),
    attempts: z.array(
      z.strictObject({
        atMs: keptInstant,
        status: z.nullable(z.int()),
        durationMs: z.number(),
        reason: z.nullable(z.string()),
        response: z.string(),
        tampered: z.optional(z.literal(true)),
      }),
    ),
    sent: z.nullable(z.union([z.string(), z.record(z.string(), z.string())])),
    settled: z.nullable(count),
  }),
)

export const outboxState = z.lazy(() =>
  z.strictObject({
    /** Deliveries that were ever made. */
    made: count,
    lastSettled: count,
    /** The SHA-256 of the signing secret, where a client set it. */
    secretHash: z.optional(z.string()),
    /** In the order in which they were made. */
    deliveries: z.array(deliveryState),
    /** In the order in which they were planned. */
    coming: z.array(z.strictObject({ group: z.string(), atMs: keptInstant, change: z.string(), reserved: count })),
  }),
)

/** The state of an outbox in a snapshot. */
export type OutboxState = z.infer<typeof outboxState>
