import { hash } from 'node:crypto'

import { Quotas } from '../auth/quota.ts'
import { InputError, quote } from '../lib/input-error.ts'
import type { LoadedScenario } from './library.ts'
import type { ManagerSnapshot } from './manager-snapshot.ts'
import { ActiveRule } from './rule.ts'

/** A scenario that was armed: what it counts from then on. */
export interface ActiveScenario {
  readonly loaded: LoadedScenario
  readonly rules: readonly ActiveRule[]
  /** Its own quotas, where it has any. */
  readonly quotas: Quotas | undefined
}

type KeptArmed = ManagerSnapshot['armed'][number]

/** Arms a scenario, its counts at 0. */
export function activate(loaded: LoadedScenario, seed: number, nowMs: number): ActiveScenario {
  const { name } = loaded.definition
  const rules = loaded.rules.map((rule, position) => new ActiveRule(rule, `${name}[${position}]`, seed))
  return { loaded, rules, quotas: loaded.quota === undefined ? undefined : new Quotas(loaded.quota, nowMs) }
}

/** What tells a definition from another of its name. */
const digest = ({ definition }: LoadedScenario): string => hash('sha256', JSON.stringify(definition))

/** Writes down what a scenario counted. */
export function saveActive({ loaded, rules, quotas }: ActiveScenario, rested: boolean): KeptArmed {
  return {
    name: loaded.definition.name,
    definition: digest(loaded),
    rested,
    rules: rules.map(({ matches, hits }) => ({ matches, hits })),
    quotas: quotas?.save(),
  }
}

/** Has a scenario that was just armed go on from what was saved. @throws InputError where another scenario has its name here */
export function loadActive({ loaded, rules, quotas }: ActiveScenario, saved: KeptArmed): void {
  if (saved.definition !== digest(loaded) || saved.rules.length !== rules.length) {
    throw new InputError(`armed: the scenario ${quote(saved.name)} is another one in this fake (${loaded.source})`)
  }
  rules.forEach((rule, position) => Object.assign(rule, saved.rules[position]))
  if (saved.quotas !== undefined) quotas?.load(saved.quotas)
}

/** What holds, with what scenarios say in its place: the later ones beat the earlier. */
export function withSettings<T extends object>(
  base: T,
  active: readonly ActiveScenario[],
  read: (loaded: LoadedScenario) => Partial<T> | undefined,
): T {
  const value = { ...base }
  for (const { loaded } of active) Object.assign(value, read(loaded))
  return value
}
