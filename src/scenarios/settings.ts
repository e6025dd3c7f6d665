import type { Profile } from '../assumptions/register.ts'
import type { Quotas } from '../auth/quota.ts'
import type { LifecycleSetting } from '../time/lifecycle.ts'
import type { Delay } from './delay.ts'
import type { LoadedScenario } from './library.ts'
import type { ActiveScenario } from './manager-state.ts'
import type { ActiveRule } from './rule.ts'
import type { WebhookSetting } from './schema.ts'

/** Decides how a request is served, together with the records. */
export interface Settings {
  readonly profile: Profile
  /** The lifecycles of new records, by the name of their area. */
  readonly lifecycles: Readonly<Record<string, LifecycleSetting>>
  /** The rules in the order in which they are tried. */
  readonly rules: readonly ActiveRule[]
  /** The quotas of a scenario, or of the sandbox. */
  readonly quotas: Quotas
  readonly webhooks: WebhookSetting
  /** The delay of every answer; undefined for none. */
  readonly delay?: Delay | undefined
  /** No request can fail or wait by the settings. */
  readonly isQuiet: boolean
}

/** The settings of a sandbox without active scenarios. */
export interface BaseSettings extends Pick<Settings, 'profile' | 'lifecycles' | 'delay'> {
  /** Holds below the active scenarios from the first use of the sandbox on: no list shows it, and nothing switches it off (none). */
  readonly variant?: LoadedScenario | undefined
}

/**
 * The settings that follow from scenarios.
 * @param base the settings without them
 * @param active the scenarios from the weakest to the strongest
 * @param asked the same in the order in which their rules are tried
 */
export function mergeSettings(
  base: BaseSettings & Pick<Settings, 'quotas'>,
  active: readonly ActiveScenario[],
  asked: readonly ActiveScenario[],
): Settings {
  const lifecycles = Object.entries(base.lifecycles).map(([area, setting]) => [
    area,
    override(setting, active, (loaded) => loaded.lifecycles[area]),
  ])
  const rules = asked.flatMap((scenario) => scenario.rules)
  const delay =
    active.findLast(({ loaded }) => loaded.definition.delay !== undefined)?.loaded.definition.delay ?? base.delay
  return {
    profile: override(base.profile, active, ({ choices }) => choices),
    lifecycles: Object.fromEntries(lifecycles),
    webhooks: override({}, active, ({ definition }) => definition.webhooks),
    rules,
    delay,
    isQuiet: rules.length === 0 && delay === undefined,
    quotas: active.findLast(({ quotas }) => quotas !== undefined)?.quotas ?? base.quotas,
  }
}

/** A base with the fields of scenarios in place of its own; a stronger scenario overrides a weaker one. */
function override<T extends object>(
  base: T,
  active: readonly ActiveScenario[],
  read: (loaded: LoadedScenario) => Partial<T> | undefined,
): T {
  // What was made for a profile is found by the profile itself.
  if (active.length === 0) return base
  const value = { ...base }
  for (const { loaded } of active) Object.assign(value, read(loaded))
  return value
}
