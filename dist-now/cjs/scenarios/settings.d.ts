import type { Profile } from '../assumptions/register.ts';
import type { Quotas } from '../auth/quota.ts';
import type { LifecycleSetting } from '../time/lifecycle.ts';
import type { ActiveScenario } from './active-scenario.ts';
import type { Delay } from './delay.ts';
import type { LoadedScenario } from './library.ts';
import type { ActiveRule } from './rule.ts';
import type { WebhookSetting } from './schema.ts';
/** Decides how a request is served, together with the records. */
export interface Settings {
    readonly profile: Profile;
    /** The lifecycles of new records, by the name of their area. */
    readonly lifecycles: Readonly<Record<string, LifecycleSetting>>;
    /** The rules in the order in which they are tried. */
    readonly rules: readonly ActiveRule[];
    /** The quotas of a scenario, or of the sandbox. */
    readonly quotas: Quotas;
    readonly webhooks: WebhookSetting;
    /** The delay of every answer; undefined for none. */
    readonly delay?: Delay | undefined;
    /** No request can fail or wait by the settings. */
    readonly isQuiet: boolean;
}
/** The settings of a sandbox without active scenarios. */
export interface BaseSettings extends Pick<Settings, 'profile' | 'lifecycles' | 'delay'> {
    /** Holds below the active scenarios from the first use of the sandbox on: no list shows it, and nothing switches it off (none). */
    readonly variant?: LoadedScenario | undefined;
}
/**
 * The settings that follow from scenarios.
 * @param base the settings without them
 * @param active the scenarios from the weakest to the strongest
 * @param asked the same in the order in which their rules are tried
 */
export declare function mergeSettings(base: BaseSettings & Pick<Settings, 'quotas'>, active: readonly ActiveScenario[], asked: readonly ActiveScenario[]): Settings;
