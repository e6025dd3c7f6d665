import { hash } from 'node:crypto'

import { newQuotas, Quotas, type QuotasState } from '../auth/quota.ts'
import { InputError, quote } from '../lib/input-error.ts'
import type { LoadedScenario } from './library.ts'
import type { ManagerState } from './manager-state.ts'
import { ActiveRule } from './rule.ts'

/** A scenario that was activated, with its counts from then on. */
export interface ActiveScenario {
  readonly loaded: LoadedScenario
  readonly rules: readonly ActiveRule[]
  /** The quotas of the scenario, where it sets any. */
  readonly quotas: Quotas | undefined
}

type ActiveState = ManagerState['active'][number]

/** Activates a scenario with its counts at 0. */
export function activate(loaded: LoadedScenario, seed: number, nowMs: number): ActiveScenario {
  return toActive(loaded, seed, newQuotas(nowMs))
}

/** Activates a scenario with the counts of a snapshot. @throws InputError where its definition is another here */
export function restore(loaded: LoadedScenario, seed: number, { name, definition, rules, quotas }: ActiveState) {
  if (definition !== digest(loaded) || rules.length !== loaded.rules.length) {
    throw new InputError(`the scenario ${quote(name)} is another one in this fake (${loaded.source})`, {
      field: 'active',
    })
  }
  return toActive(loaded, seed, quotas, rules)
}

function toActive(
  loaded: LoadedScenario,
  seed: number,
  quotas: QuotasState | undefined,
  counts: ActiveState['rules'] = [],
): ActiveScenario {
  const { name } = loaded.definition
  return {
    loaded,
    rules: loaded.rules.map((rule, at) => new ActiveRule(rule, `${name}[${at}]`, seed, counts[at])),
    quotas: loaded.quota === undefined ? undefined : new Quotas(loaded.quota, quotas),
  }
}

/** The state of an active scenario, or of an inactive one that still has readable counts. */
export function stateOf({ loaded, rules, quotas }: ActiveScenario, inactive: boolean): ActiveState {
  return {
    name: loaded.definition.name,
    definition: digest(loaded),
    inactive,
    rules: rules.map(({ matches, hits }) => ({ matches, hits })),
    quotas: quotas?.state,
  }
}

/** Differs between two definitions of one name. */
const digest = ({ definition }: LoadedScenario): string => hash('sha256', JSON.stringify(definition))
