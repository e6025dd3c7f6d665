import type { Profile } from '../assumptions/register.ts'
import type { Quotas } from '../auth/quota.ts'
import type { LifecycleSetting } from '../time/lifecycle.ts'
import type { Delay } from './fields.ts'
import type { LoadedScenario } from './library.ts'
import type { ActiveScenario } from './manager-state.ts'
import type { ActiveRule } from './rule.ts'
import type { WebhookSetting } from './schema.ts'

/** Decides how a request is served, together with the records. */
export interface Settings {
  readonly profile: Profile
  readonly lifecycles: Readonly<Record<string, LifecycleSetting>>
  readonly rules: readonly ActiveRule[]
  readonly quotas: Quotas
  readonly webhooks: WebhookSetting
  readonly delay?: Delay | undefined
  /** No request can fail or wait by the settings. */
  readonly isQuiet: boolean
}

export interface BaseSettings extends Pick<Settings, 'profile' | 'lifecycles' | 'delay'> {
  /** Holds below the active scenarios from the first use of the sandbox on: no list shows it, and nothing switches it off (none). */
  readonly variant?: LoadedScenario | undefined
}

/**
 * The settings that follow from scenarios.
 * @param active the scenarios from the weakest to the strongest
 * @param asked the same in the order in which their rules are tried
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
    isQuiet: rules.length === 0 && delay === undefined,
    quotas: active.flatMap((one) => one.quotas ?? []).at(-1) ?? quotas,
  }
}

/** A base with the fields of scenarios in place of its own; a stronger scenario overrides a weaker one. */
function override<T extends object>(
  base: T,
  active: readonly ActiveScenario[],
  read: (loaded: LoadedScenario) => Partial<T> | undefined,
): T {
  // What was made for a profile is found by the profile itself.
  const fields = active.map(({ loaded }) => read(loaded) ?? {}).filter((some) => Object.keys(some).length > 0)
  return fields.length === 0 ? base : Object.assign({}, base, ...fields)
}
