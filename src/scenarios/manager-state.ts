import { hash } from 'node:crypto'

import * as z from 'zod/mini'

import { newQuotas, Quotas, quotasState } from '../auth/quota.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { keptInstant } from '../time/instant.ts'
import { lifecycleSettingSchema } from '../time/lifecycle.ts'
import { delaySchema } from './delay.ts'
import type { LoadedScenario } from './library.ts'
import { activateRule, type ActiveRule } from './rule.ts'

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
type ActiveState = ManagerState['active'][number]

/** A scenario that is on, or that a request named, with its counts. */
export interface ActiveScenario {
  readonly loaded: LoadedScenario
  /** The instant from which it counts. */
  readonly sinceMs: number
  readonly rules: readonly ActiveRule[]
  /** The quotas of the scenario, where it sets any. */
  readonly quotas: Quotas | undefined
  /** It was switched off: its counts can be read until its next use, which begins at 0. */
  inactive: boolean
}

/** Activates a scenario with its counts at 0. */
export function activate(loaded: LoadedScenario, seed: number, nowMs: number): ActiveScenario {
  return toActive(loaded, seed, { sinceMs: nowMs, quotas: newQuotas(nowMs), rules: [], inactive: false })
}

/** Activates a scenario with the counts of a snapshot. @throws InputError where its definition is another here */
export function restore(loaded: LoadedScenario, seed: number, state: ActiveState): ActiveScenario {
  if (state.definition === digest(loaded) && state.rules.length === loaded.rules.length) {
    return toActive(loaded, seed, state)
  }
  const reason = `the scenario ${quote(state.name)} is another one in this fake (${loaded.source})`
  throw new InputError(reason, { field: 'active' })
}

function toActive(
  loaded: LoadedScenario,
  seed: number,
  { sinceMs, quotas, rules, inactive }: Omit<ActiveState, 'name' | 'definition'>,
): ActiveScenario {
  const { definition, quota } = loaded
  return {
    loaded,
    sinceMs,
    rules: loaded.rules.map((rule, at) => activateRule(rule, `${definition.name}[${at}]`, seed, sinceMs, rules[at])),
    quotas: quota === undefined ? undefined : new Quotas(quota, quotas),
    inactive,
  }
}

/** The state of a scenario with counts. */
export function stateOf({ loaded, inactive, sinceMs, rules, quotas }: ActiveScenario): ActiveState {
  return {
    name: loaded.definition.name,
    definition: digest(loaded),
    inactive,
    sinceMs,
    rules: rules.map(({ matches, hits }) => ({ matches, hits })),
    quotas: quotas?.state,
  }
}

/** Differs between two definitions of one name. */
export const digest = ({ definition }: LoadedScenario): string => hash('sha256', JSON.stringify(definition))
