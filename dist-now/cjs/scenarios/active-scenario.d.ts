import { Quotas } from '../auth/quota.ts';
import type { LoadedScenario } from './library.ts';
import type { ManagerState } from './manager-state.ts';
import { ActiveRule } from './rule.ts';
/** A scenario that was activated, with its counts from then on. */
export interface ActiveScenario {
    readonly loaded: LoadedScenario;
    /** The instant from which it counts. */
    readonly sinceMs: number;
    readonly rules: readonly ActiveRule[];
    /** The quotas of the scenario, where it sets any. */
    readonly quotas: Quotas | undefined;
}
type ActiveState = ManagerState['active'][number];
/** Activates a scenario with its counts at 0. */
export declare function activate(loaded: LoadedScenario, seed: number, nowMs: number): ActiveScenario;
/** Activates a scenario with the counts of a snapshot. @throws InputError where its definition is another here */
export declare function restore(loaded: LoadedScenario, seed: number, state: ActiveState): ActiveScenario;
/** The state of an active scenario, or of an inactive one that still has readable counts. */
export declare function stateOf({ loaded, sinceMs, rules, quotas }: ActiveScenario, inactive: boolean): ActiveState;
/** Differs between two definitions of one name. */
export declare const digest: ({ definition }: LoadedScenario) => string;
export {};
