import type { Area } from '../api/define-area.ts';
import type { Tls } from '../control/tls.ts';
import type { Answer } from '../http/answer.ts';
import type { App } from '../http/routes.ts';
import type { Log } from '../lib/log.ts';
import type { LastUsed } from '../sandbox/last-used.ts';
import { type AreaName } from './areas.ts';
import type { FakeOptions } from './options.ts';
import type { Swept } from './swept.ts';
/** The parts of a fake that a server needs. */
export interface Core<AreaNames extends string = AreaName> {
    /** Every route of the fake. */
    readonly app: App;
    /** The answer to what never became a request of a sandbox: an ApiError for a message that is not HTTP, anything else for a defect. */
    readonly refuse: (error: unknown) => Answer;
    /** An API key with full access; undefined where the fixtures have none in plain text. */
    readonly apiKey: string | undefined;
    /** The names of the areas. */
    readonly areaNames: readonly AreaNames[];
    /**
     * Opens a sandbox, and creates it where it does not exist.
     * @returns what stays the same until the sandbox is deleted
     * @throws InputError for a wrong name, and where there is no room for another sandbox
     */
    readonly open: (name: string) => LastUsed;
    /**
     * Reads the files of a fake again.
     * @param what the scenarios, which leaves all else as it is, or everything, which resets every sandbox
     * @throws InputError for an option or a file that cannot be used; then nothing changes
     */
    readonly reload: (options: FakeOptions, what: 'scenarios' | 'all') => Promise<void>;
    readonly log: Log;
    /** Says, before the first request, how the fake serves https. */
    readonly secure: (tls: Tls | undefined) => void;
    /** Says, before the first request, that other machines can reach the fake. */
    readonly expose: () => void;
    /** Begins the work that a state file left to do, and to save the state. */
    readonly begin: () => Promise<void>;
    /** Says of itself from now on that it is not ready. */
    readonly drain: () => void;
    /** Gives up what still waits, and saves the state. @throws Error where it cannot be saved */
    readonly end: () => Promise<void>;
}
/** The environment variable that `sweep` sets for its command: the folder of a run. */
export declare const runFolderVariable = "CLOUDSEC_SWEEP_DIR";
/**
 * Puts a fake together: dataset, sandboxes and one app.
 * @param swept the run of `sweep` that it is in (that of the environment; otherwise none)
 * @throws InputError for an option or a file that cannot be used
 */
export declare function createCore(options: FakeOptions, swept?: Swept): Promise<Core>;
/** Puts a fake together out of some areas. @throws InputError for an option or a file that cannot be used */
export declare function composeCore<AreaNames extends string>(options: FakeOptions, all: readonly Area<AreaNames>[], swept?: Swept): Promise<Core<AreaNames>>;
