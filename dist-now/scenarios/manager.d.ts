import { type Choices } from '../assumptions/profile.ts';
import type { ByteUsage } from '../lib/byte-limit.ts';
import type { Clock } from '../time/clock.ts';
import { type Delay } from './delay.ts';
import type { LoadedScenario, ScenarioLibrary } from './library.ts';
import type { ManagerState } from './manager-state.ts';
import type { Effect } from './rule-schema.ts';
import { ActiveRule } from './rule.ts';
import { type BaseSettings, type Settings } from './settings.ts';
/** A scenario in one sandbox, with the counts of its rules. */
export interface ScenarioState {
    readonly loaded: LoadedScenario;
    readonly active: boolean;
    /** The instant from which the times of its rules count; undefined where no rule has one, or they do not count yet. */
    readonly sinceMs: number | undefined;
    readonly rules: readonly ActiveRule[];
}
interface ManagerOptions {
    readonly base: BaseSettings;
    readonly library: ScenarioLibrary;
    /** Names of the scenarios that are on from the start; a state overrides it. */
    readonly on: readonly string[];
    readonly seed: number;
    readonly clock: Clock;
    readonly storage: ByteUsage;
}
/** The scenarios of one sandbox, and the settings that follow from the active ones. */
export declare class ScenarioManager {
    #private;
    /** @throws InputError for a name in `on` that no scenario has, and for a state that cannot be used */
    constructor({ base, library, on, seed, clock, storage }: ManagerOptions, state?: ManagerState);
    /** The settings of a request that names no scenario. */
    get settings(): Settings;
    /** Names of the scenarios that are on, in the order in which they were switched on. */
    get active(): readonly string[];
    /** The schema of a scenario. */
    get scenarioSchema(): ScenarioLibrary['reader']['schema'];
    /** Sets choices of the register for this sandbox. An active scenario overrides them. @throws InputError for those that it cannot change */
    choose(choices: Choices): void;
    /**
     * Switches scenarios on with their counts at 0. A scenario that is on already keeps its place.
     * @throws InputError for an unknown one, with the nearest names; then nothing changes
     */
    on(names: readonly string[]): void;
    /** Switches scenarios off (all). Their counts can be read until the next use. @throws InputError for an unknown one; then nothing changes */
    off(names?: readonly string[]): void;
    /**
     * Defines or redefines a scenario, and switches it on.
     * @throws InputError for a definition that cannot be used, or that has the name of a scenario of all sandboxes
     */
    define(content: unknown): string;
    /** Reads a scenario as `define` does, without a change. @throws InputError as `define` does */
    check(content: unknown): LoadedScenario;
    /**
     * The settings of a request that names scenarios: these first, then the active ones.
     * @param nowMs the instant of the request, at which a scenario begins to count
     * @throws InputError for an unknown one
     */
    with(names: readonly string[], field: string, nowMs: number): Settings;
    /** The settings of a request that brings the effect of a rule, which is tried before the others. @param name of that rule */
    withEffect(settings: Settings, effect: Effect, name: string, nowMs: number): Settings;
    /** Draws the delay that every answer has, in milliseconds. */
    drawDelay(delay: Delay): number;
    /** All scenarios of the sandbox, by name. */
    list(): readonly ScenarioState[];
    /** The scenarios that were on, or that a request named, with the counts since they were last switched on. */
    used(): readonly ScenarioState[];
    /** @throws InputError for an unknown scenario, with the nearest names */
    show(name: string): ScenarioState;
    /** Changes the library. An active scenario with a new definition begins at 0; one without a definition goes off. */
    setLibrary(library: ScenarioLibrary): void;
    get state(): ManagerState;
}
export {};
