import * as z from 'zod/mini'

import { keptQuotas } from '../auth/quota.ts'
import { bytesSchema } from '../store/storage.ts'
import { lifecycleSettingSchema } from '../time/lifecycle.ts'

const count = z.int().check(z.gte(0))

/** The switches of a sandbox in a snapshot: whole, whatever options the fake has that it is loaded into. */
export const managerSchema = z.lazy(() =>
  z.strictObject({
    /** The choices that differ from the defaults of the register. */
    choices: z.record(z.string(), z.union([z.string(), z.number()])),
    lifecycles: z.record(z.string(), lifecycleSettingSchema),
    quotas: keptQuotas,
    /** The scenarios that were defined here. */
    inline: z.array(z.strictObject({ definition: z.unknown(), bytes: z.optional(bytesSchema) })),
    /** The scenarios that count, be they on or not. */
    armed: z.array(
      z.strictObject({
        name: z.string(),
        /** The SHA-256 of its definition. */
        definition: z.string(),
        rested: z.boolean(),
        rules: z.array(z.strictObject({ matches: count, hits: count })),
        /** Its own quotas, where it has any. */
        quotas: z.optional(keptQuotas),
      }),
    ),
    /** Names of those that are on, in the order in which they were switched on. */
    on: z.array(z.string()),
  }),
)

/** The switches of a sandbox in a snapshot. */
export type ManagerSnapshot = z.infer<typeof managerSchema>
