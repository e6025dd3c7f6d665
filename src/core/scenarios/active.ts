import { hash } from 'node:crypto'

import * as z from 'zod/mini'

import { newQuotas, Quotas, quotasState } from '../auth/quota.ts'
import { InputError } from '../lib/input-error.ts'
import { instantMs } from '../time/instant.ts'
import { lifecycleSettingSchema } from '../time/lifecycle.ts'
import { delaySchema } from './fields.ts'
import type { LoadedScenario } from './library.ts'
import { refusals } from './refusals.ts'
import { activateRule, type ActiveRule, type Period } from './rule.ts'

const count = z.int().check(z.gte(0))

/** The scenarios of a sandbox as plain data. */
export const scenariosState = z.lazy(() =>
  z.strictObject({
    /** The choices that differ from the defaults of the register. */
    choices: z.record(z.string(), z.union([z.string(), z.number()])),
    lifecycles: z.record(z.string(), lifecycleSettingSchema),
    delay: z.optional(delaySchema),
    /** The number of delays drawn outside the rules of scenarios (0). */
    draws: z.optional(count),
    quotas: quotasState,
    inline: z.array(z.unknown()),
    /** The scenarios with counts, active or not. */
    active: z.array(
      z.strictObject({
        name: z.string(),
        definition: z.string(),
        /** True if it was switched off: its counts can be read until its next use, which begins at 0. */
        inactive: z.boolean(),
        sinceMs: instantMs,
        /** When it switches itself off (never). */
        untilMs: z.optional(instantMs),
        rules: z.array(z.strictObject({ matches: count, hits: count })),
        quotas: z.optional(quotasState),
      }),
    ),
    on: z.array(z.string()),
  }),
)

export type ScenariosState = z.infer<typeof scenariosState>
type ActiveState = ScenariosState['active'][number]

/** A scenario that is on or that a request named, with its counts. */
export interface ActiveScenario extends Pick<ActiveState, 'inactive'>, Period {
  readonly loaded: LoadedScenario
  readonly rules: readonly ActiveRule[]
  readonly quotas: Quotas | undefined
}

/** True for a scenario that is off at an instant: its next use begins at 0. */
export const isOver = (known: ActiveScenario | undefined, nowMs: number): boolean =>
  known === undefined || known.inactive || nowMs >= (known.untilMs ?? Infinity)

/** Activates a scenario with its counts at 0, or from a snapshot. @throws InputError if the snapshot has another definition */
export function activate(loaded: LoadedScenario, seed: number, period: Period, saved?: ActiveState): ActiveScenario {
  const { definition, quota, source } = loaded
  const { name, rules = [] } = definition
  const { sinceMs, untilMs } = period
  if (saved !== undefined && (saved.definition !== digest(definition) || saved.rules.length !== rules.length)) {
    throw new InputError(refusals.otherDefinition(name, source), { field: 'active' })
  }
  return {
    inactive: saved?.inactive ?? false,
    sinceMs,
    untilMs,
    loaded,
    rules: rules.map((rule, at) => activateRule(rule, `${name}[${at}]`, seed, period, saved?.rules[at])),
    quotas: quota && new Quotas(quota, saved === undefined ? newQuotas(sinceMs) : saved.quotas, name),
  }
}

export const stateOf = ({ loaded, rules, quotas, ...plain }: ActiveScenario): ActiveState => ({
  name: loaded.definition.name,
  definition: digest(loaded.definition),
  ...plain,
  rules: rules.map(({ matches, hits }) => ({ matches, hits })),
  quotas: quotas?.state,
})

export const digest = (definition: unknown): string => hash('sha256', JSON.stringify(definition))
