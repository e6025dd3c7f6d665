import type * as z from 'zod/mini';
import { type Choices } from '../assumptions/profile.ts';
import type { QuotaSetting } from '../auth/quota.ts';
import { UnknownError } from '../lib/input-error.ts';
import type { JsonFile } from '../lib/json-files.ts';
import type { LifecycleSetting } from '../time/lifecycle.ts';
import { type CompiledRule } from './rule.ts';
import { type ScenarioBase, type ScenarioNames } from './schema.ts';
type ScenarioSource = 'built-in' | 'file' | 'inline';
/** A definition of a scenario, compiled. */
export interface LoadedScenario {
    readonly definition: ScenarioBase;
    readonly source: ScenarioSource;
    readonly rules: readonly CompiledRule[];
    readonly lifecycles: Readonly<Record<string, Partial<LifecycleSetting>>>;
    readonly quota: QuotaSetting | undefined;
    readonly choices: Choices;
}
/** Reads scenarios by the schema of a fake. */
export interface ScenarioReader {
    readonly schema: z.ZodMiniType<ScenarioBase>;
    /** @param whole the name of the whole scenario in errors. @throws InputError */
    readonly read: (content: unknown, whole: string, source: ScenarioSource) => LoadedScenario;
}
/** Makes the reader of scenarios. It makes the schema when it first reads one. */
export declare function createScenarioReader(names: ScenarioNames): ScenarioReader;
/** The scenarios of all sandboxes of a fake: the built-in ones and those of files. */
export declare class ScenarioLibrary {
    #private;
    readonly reader: ScenarioReader;
    /**
     * @param own the scenarios of files
     * @param builtIn called when a scenario is first needed, or at once where there are files (none)
     * @throws InputError with file, path and reason for a scenario that cannot be used, or that has the name of another
     */
    constructor(reader: ScenarioReader, own: readonly JsonFile[], builtIn?: () => readonly LoadedScenario[]);
    /** The scenario of a name. */
    get(name: string): LoadedScenario | undefined;
    /** The scenario of a name. @param field the field of the name, in the message. @throws InputError where there is none */
    require(name: string, field: string): LoadedScenario;
    /** All scenarios, by name. */
    list(): readonly LoadedScenario[];
}
/** Reads a scenario of a file. @throws InputError with the file */
export declare function readScenarioFile(reader: ScenarioReader, file: JsonFile, source: ScenarioSource): LoadedScenario;
/** The refusal of an unknown scenario. @param field the field of the name, in the message */
export declare function unknownScenario(name: string, field: string, all: readonly LoadedScenario[]): UnknownError;
export {};
