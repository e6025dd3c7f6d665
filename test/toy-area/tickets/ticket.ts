import * as z from 'zod/mini'

import { uuidSchema } from '../../../src/random/ids.ts'
import { defineCollection } from '../../../src/store/collection.ts'
import { defineTable } from '../../../src/store/dataset.ts'
import { formatExact, instantSchema } from '../../../src/time/instant.ts'
import { lifecycleSchema, pinLifecycle, statusAt, statusChangedAt, statuses } from '../../../src/time/lifecycle.ts'

/** A ticket of a row of tickets.json. */
const fixture = z.strictObject({
  id: uuidSchema,
  title: z.string(),
  status: z.enum(statuses),
  created_at: instantSchema,
  ended_at: z.optional(instantSchema),
})

const ticketSchema = z.strictObject({ id: uuidSchema, title: z.string(), lifecycle: lifecycleSchema })

/** A ticket of the toy area. */
export type Ticket = z.infer<typeof ticketSchema>

export const ticketTable = defineTable<Ticket>({
  file: 'tickets.json',
  record: z.pipe(
    fixture,
    z.transform(({ id, title, status, created_at, ended_at = null }): Ticket => ({
      id,
      title,
      lifecycle: pinLifecycle(status, created_at, created_at, ended_at),
    })),
  ),
  id: ({ id }) => id,
  createdAt: ({ lifecycle }) => lifecycle.createdAt,
  lifecycle: ({ lifecycle }) => lifecycle,
  fields: {
    phase: ({ lifecycle }) => (lifecycle.pinned === null ? [] : [lifecycle.pinned]),
    title: ({ title }) => [title],
  },
})

export const tickets = defineCollection('tickets', ticketTable, ticketSchema)

/** A ticket in the form of its fixture file, at an instant. */
export function toRow({ id, title, lifecycle }: Ticket, nowMs: number) {
  const status = statusAt(lifecycle, nowMs)
  const hasEnded = status === 'completed' || status === 'failed'
  return {
    id,
    title,
    status,
    created_at: formatExact(lifecycle.createdAt),
    ...(hasEnded ? { ended_at: formatExact(statusChangedAt(lifecycle, status)) } : {}),
  }
}
