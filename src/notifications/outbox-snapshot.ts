import * as z from 'zod/mini'

import { bytesSchema } from '../store/storage.ts'
import { keptInstant } from '../time/instant.ts'
import { deliveryKinds, deliveryStates } from './delivery.ts'

const count = z.int().check(z.gte(0))

/** A delivery in a snapshot: all of it, in the order in which the outbox makes it, so that it is written the same each time. */
const keptDelivery = z.lazy(() =>
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
      }),
    ),
    sent: z.nullable(z.union([z.string(), z.record(z.string(), z.string())])),
    settled: z.nullable(count),
  }),
)

/** An outbox in a snapshot. */
export const outboxSnapshotSchema = z.lazy(() =>
  z.strictObject({
    /** How many were made. */
    made: count,
    lastSettled: count,
    /** The SHA-256 of the signing secret, where somebody set it. */
    secretHash: z.optional(z.string()),
    /** As they were made; those that were settled with what they take of the room for them. */
    deliveries: z.array(z.strictObject({ delivery: keptDelivery, keptBytes: z.optional(bytesSchema) })),
    /** The queues in the order in which their first ones are due. */
    turns: z.array(z.tuple([z.number(), z.string()])),
  }),
)

/** An outbox in a snapshot. */
export type OutboxSnapshot = z.infer<typeof outboxSnapshotSchema>
