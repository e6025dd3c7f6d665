import * as z from 'zod/mini'

import { uuidSchema } from '../../../../../src/core/random/ids.ts'
import { defineCollection } from '../../../../../src/core/sandbox/area-state.ts'
import { defineTable } from '../../../../../src/core/store/dataset.ts'
import { instantSchema } from '../../../../../src/core/time/instant.ts'
import { lifecycleSchema, pinLifecycle, statusChangedAt, statuses } from '../../../../../src/core/time/lifecycle.ts'

const fixtureSchema = z.strictObject({
  id: uuidSchema,
  title: z.string(),
  status: z.enum(statuses),
  created_at: instantSchema,
  ended_at: z.optional(instantSchema),
})

const recordSchema = z.strictObject({ id: uuidSchema, title: z.string(), lifecycle: lifecycleSchema })

/** A ticket of the toy area. */
export type Ticket = z.infer<typeof recordSchema>

const ticketCodec = z.codec(fixtureSchema, recordSchema, {
  decode: ({ status, created_at, ended_at = null, ...rest }) => ({
    ...rest,
    lifecycle: pinLifecycle(status, created_at, created_at, ended_at),
  }),
  encode: ({ lifecycle, ...rest }) => {
    const row = { ...rest, status: lifecycle.pinned ?? 'pending', created_at: lifecycle.createdAt }
    const hasEnded = row.status === 'completed' || row.status === 'failed'
    return { ...row, ended_at: hasEnded ? statusChangedAt(lifecycle, row.status) : undefined }
  },
})

const ticketTable = defineTable<Ticket>({
  file: 'tickets.json',
  record: ticketCodec,
  id: ({ id }) => id,
  createdAt: ({ lifecycle }) => lifecycle.createdAt,
  lifecycle: ({ lifecycle }) => lifecycle,
  fields: {
    title: ({ title }) => [title],
  },
})

export const tickets = defineCollection('tickets', ticketTable, recordSchema)
