import type { Fake } from '../app/client.ts';
import type { ListenOptions } from '../app/listen-options.ts';
import type { FakeOptions } from '../app/options.ts';
import type { ConductChecks, ConductMode } from './conduct.ts';
import { type CoverageChecks } from './coverage.ts';
import type { StrictChecks } from './strict.ts';
/** Options of the fake of a test runner. */
export interface RunnerOptions extends Omit<FakeOptions, 'coverage'>, ListenOptions {
    /**
     * Prints at the end of the file or worker what its tests have met, fails below a threshold, and writes a file; a running
     * fake that is used leaves this to `exec --coverage`. Default: false.
     */
    readonly coverage?: boolean | CoverageChecks | undefined;
    /**
     * Fails a test that passes otherwise if a request matched no operation (`unmatched`), or if a scenario with rules was on and never
     * fired (`scenarios`); `true` asks for both. Default: false.
     */
    readonly strict?: boolean | StrictChecks | undefined;
    /**
     * Judges the requests of a test that passes otherwise: fails it for an error or a warning (`fail`), or prints what it found (`warn`).
     * `{ mode, allow, pollEvery }` leaves verdicts out, and says how often a record may be read. Default: no judgement.
     */
    readonly conduct?: ConductMode | ConductChecks | undefined;
}
/**
 * Opens the fake for the sandboxes of a test runner: the running one that the environment names, unless there are options, else a new one.
 * @throws InputError for options that cannot be used, ControlError where the fake that runs cannot be reached
 */
export declare function openFake(given?: RunnerOptions): Promise<Fake>;
/** Closes a fake that `openFake` opened. @throws Error if its coverage is below a threshold of the options */
export declare function closeFake(fake: Fake, given?: RunnerOptions): Promise<void>;
/** A fake that opens with the first test that needs it. */
export interface LazyFake {
    readonly open: () => Promise<Fake>;
    /** Closes it if it was opened. */
    readonly close: () => Promise<void>;
}
/** @param options of the fake, as `openFake` takes them */
export declare function lazyFake(options: RunnerOptions | undefined): LazyFake;
