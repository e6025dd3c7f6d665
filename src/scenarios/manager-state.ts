import * as z from 'zod/mini'

import { quotasState } from '../auth/quota.ts'
import { keptInstant } from '../time/instant.ts'
import { lifecycleSettingSchema } from '../time/lifecycle.ts'
import { delaySchema } from './delay.ts'

const count = z.int().check(z.gte(0))

/** The state of the scenarios in a snapshot. It is complete, so that the options of the fake that loads it do not matter. */
export const managerState = z.lazy(() =>
  z.strictObject({
    /** The choices that differ from the defaults of the register. */
    choices: z.record(z.string(), z.union([z.string(), z.number()])),
    lifecycles: z.record(z.string(), lifecycleSettingSchema),
    /** The delay of every answer; none where it is missing. */
    delay: z.optional(delaySchema),
    /** The draws of delays outside the rules of scenarios; none where it is missing. */
    draws: z.optional(count),
    quotas: quotasState,
    /** The definitions of the scenarios that were defined here. */
    inline: z.array(z.unknown()),
    /** The scenarios with counts, active or not. */
    active: z.array(
      z.strictObject({
        name: z.string(),
        /** The SHA-256 of its definition. */
        definition: z.string(),
        /** True if it was switched off: its next use begins at 0. */
        inactive: z.boolean(),
        /** The instant from which it counts. */
        sinceMs: keptInstant,
        rules: z.array(z.strictObject({ matches: count, hits: count })),
        /** The quotas of the scenario, where it sets any. */
        quotas: z.optional(quotasState),
      }),
    ),
    /** Names of the scenarios that are on, in the order in which they were switched on. */
    on: z.array(z.string()),
  }),
)

/** The state of the scenarios in a snapshot. */
export type ManagerState = z.infer<typeof managerState>
