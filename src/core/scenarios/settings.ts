import type { Profile } from '../assumptions/register.ts'
import type { Quotas } from '../auth/quota.ts'
import type { LifecycleSetting } from '../time/lifecycle.ts'
import type { ActiveScenario } from './active.ts'
import type { Delay } from './fields.ts'
import type { LoadedScenario } from './library.ts'
import type { ActiveRule } from './rule.ts'
import type { WebhookSetting } from './schema.ts'

/** Together with the records, decides how a request is served. */
export interface Settings {
  readonly profile: Profile
  readonly lifecycles: Readonly<Record<string, LifecycleSetting>>
  readonly rules: readonly ActiveRule[]
  readonly quotas: Quotas
  readonly webhooks: WebhookSetting
  readonly delay?: Delay | undefined
  /** True if the settings make no request fail or wait. */
  readonly hasNoEffects: boolean
}

export interface BaseSettings extends Pick<Settings, 'profile' | 'lifecycles' | 'delay'> {
  /** Scenarios below all active ones. They are not listed, and cannot be switched off (none). */
  readonly preset?: readonly LoadedScenario[] | undefined
}

/**
 * Derives the settings from scenarios.
 * @param active the scenarios from the lowest to the highest priority
 * @param asked the same scenarios in the order in which their rules are tried
 */
export function mergeSettings(
  base: BaseSettings,
  quotas: Quotas,
  active: readonly ActiveScenario[],
  asked: readonly ActiveScenario[],
): Settings {
  const lifecycles = Object.entries(base.lifecycles).map(
    ([area, setting]) => [area, override(setting, active, (loaded) => loaded.lifecycles[area])] as const,
  )
  const rules = asked.flatMap((scenario) => scenario.rules)
  const delay = active.flatMap(({ loaded }) => loaded.definition.delay ?? []).at(-1) ?? base.delay
  return {
    profile: override(base.profile, active, ({ choices }) => choices),
    lifecycles: Object.fromEntries(lifecycles),
    webhooks: override({}, active, ({ definition }) => definition.webhooks),
    rules,
    delay,
    hasNoEffects: rules.length === 0 && delay === undefined,
    quotas: active.flatMap((one) => one.quotas ?? []).at(-1) ?? quotas,
  }
}

/** Overrides the fields of a base by the fields of scenarios; a later scenario overrides an earlier one. */
function override<T extends object>(
  base: T,
  active: readonly ActiveScenario[],
  read: (loaded: LoadedScenario) => Partial<T> | undefined,
): T {
  // An unchanged profile stays the same object, because caches use it as their key.
  const fields = active.map(({ loaded }) => read(loaded) ?? {}).filter((some) => Object.keys(some).length > 0)
  return fields.length === 0 ? base : Object.assign({}, base, ...fields)
}
