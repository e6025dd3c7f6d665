import { hash } from 'node:crypto'

import { newQuotas, Quotas } from '../auth/quota.ts'
import { InputError, quote } from '../lib/input-error.ts'
import type { LoadedScenario } from './library.ts'
import type { ManagerState } from './manager-state.ts'
import { ActiveRule } from './rule.ts'

/** A scenario that was activated, with its counts from then on. */
export interface ActiveScenario {
  readonly loaded: LoadedScenario
  /** The instant from which it counts. */
  readonly sinceMs: number
  readonly rules: readonly ActiveRule[]
  /** The quotas of the scenario, where it sets any. */
  readonly quotas: Quotas | undefined
}

type ActiveState = ManagerState['active'][number]

/** Activates a scenario with its counts at 0. */
export function activate(loaded: LoadedScenario, seed: number, nowMs: number): ActiveScenario {
  return toActive(loaded, seed, { sinceMs: nowMs, quotas: newQuotas(nowMs), rules: [] })
}

/** Activates a scenario with the counts of a snapshot. @throws InputError where its definition is another here */
export function restore(loaded: LoadedScenario, seed: number, state: ActiveState) {
  const { name, definition, rules } = state
  if (definition !== digest(loaded) || rules.length !== loaded.rules.length) {
    throw new InputError(`the scenario ${quote(name)} is another one in this fake (${loaded.source})`, {
      field: 'active',
    })
  }
  return toActive(loaded, seed, state)
}

function toActive(
  loaded: LoadedScenario,
  seed: number,
  { sinceMs, quotas, rules: counts }: Pick<ActiveState, 'sinceMs' | 'quotas' | 'rules'>,
): ActiveScenario {
  const { name } = loaded.definition
  return {
    loaded,
    sinceMs,
    rules: loaded.rules.map((rule, at) => new ActiveRule(rule, { name: `${name}[${at}]`, seed, sinceMs }, counts[at])),
    quotas: loaded.quota === undefined ? undefined : new Quotas(loaded.quota, quotas),
  }
}

/** The state of an active scenario, or of an inactive one that still has readable counts. */
export function stateOf({ loaded, sinceMs, rules, quotas }: ActiveScenario, inactive: boolean): ActiveState {
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
