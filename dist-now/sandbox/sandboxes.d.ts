import { KeyIndex } from '../auth/key-index.ts';
import type { Journals } from '../journal/journals.ts';
import type { ScenarioLibrary } from '../scenarios/library.ts';
import { type Limits } from './limits.ts';
import { SandboxNames, type NamesState } from './sandbox-names.ts';
import { type Restored, Sandbox, type SandboxOptions } from './sandbox.ts';
import type { SavedSandbox } from './saved-head.ts';
/** Name of the sandbox behind the plain base address. */
export declare const defaultSandbox = "default";
/** True if a value has the form of a sandbox name. */
export declare function isSandboxName(name: unknown): name is string;
/** @throws InputError for a value without the form of a sandbox name */
export declare function requireSandboxName(name: unknown): void;
/** The sandboxes of a fake, each made on first use. There is a largest number, and none is deleted to make room for another. */
export declare class Sandboxes {
    #private;
    /** The largest number of sandboxes, the default one included. */
    readonly max: number;
    /** The keys that the sandboxes made. */
    readonly keys: KeyIndex;
    constructor(options: SandboxOptions, max: number, reserved?: number);
    /** The sandbox behind the plain base address. It is always there. */
    get default(): Sandbox;
    /** The requests that all of them served. */
    get journals(): Journals;
    get limits(): Limits;
    /** The sandbox of a name. A new one is dropped unless `register` adds it. */
    getOrCreate(name: string): Sandbox;
    has(name: string): boolean;
    get size(): number;
    /** All sandboxes, in the order in which they were made. */
    list(): readonly Sandbox[];
    /** A name that no sandbox has, and that was never drawn before (`sandbox-1`). */
    drawName(): string;
    /**
     * Sandboxes for trials, with the choices of one of these, a frozen clock, no active scenario and bounds of their own.
     * The caller closes them.
     * @param isFull true if there is no room for another sandbox or record (false)
     */
    scratch({ scenarios: { settings } }: Sandbox, isFull?: boolean): Sandboxes;
    /** Adds a sandbox. @returns false where it would be one too many */
    register(sandbox: Sandbox): boolean;
    /** Waits until there is a sandbox of a name, or the signal is aborted. */
    made(name: string, signal: AbortSignal): Promise<Sandbox | undefined>;
    /** True if a sandbox was added, and is not replaced or deleted. */
    isCurrent(sandbox: Sandbox): boolean;
    /** Puts a new sandbox in the place of one. */
    reset(name: string): void;
    /** Deletes a sandbox, unless it is the default one. @returns true if it was deleted */
    delete(name: string): boolean;
    /**
     * Puts the sandbox of a snapshot in the place of the one that it replaces, unless that would be one too many.
     * @throws InputError for a snapshot that cannot be used; then nothing changes
     */
    replace(restored: Restored & {
        readonly replaced: Sandbox;
    }, incarnation: number): void;
    /** The names that were drawn or deleted. */
    get names(): SandboxNames;
    /**
     * Takes over the sandboxes and the names of an earlier fake, before the first request. Their work begins with `wake`.
     * @throws InputError for a state that cannot be used
     */
    restore(saved: readonly SavedSandbox[], names: NamesState): void;
    /** Begins the work that has come due in the sandboxes that were taken over. */
    wake(): void;
    close(): void;
    /** Changes the options, and resets every sandbox. */
    resetAll(options: SandboxOptions): void;
    /** Changes the library of scenarios in every sandbox. @throws InputError where it lacks a scenario that is on from the start */
    setLibrary(library: ScenarioLibrary): void;
}
