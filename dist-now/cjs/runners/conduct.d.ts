import type { SandboxClient } from '../app/client.ts';
import { type VerdictId } from '../conduct/table.ts';
/** The consequence of an error or a warning: the test fails, or the console shows it. */
export type ConductMode = 'fail' | 'warn';
/** The judgement at the end of a test that passed. */
export interface ConductChecks {
    readonly mode: ConductMode;
    /** Ids of verdicts that do not count (none). */
    readonly allow?: readonly VerdictId[] | undefined;
    /** The shortest pause between two reads of a record that is not finished (`1s`). */
    readonly pollEvery?: string | undefined;
}
/** Reads how an option wants requests judged; undefined for not at all. @throws InputError */
export declare function readConduct(options: {
    readonly conduct?: unknown;
}): ConductChecks | undefined;
/** Judges the requests of a test. @returns a text about what fails it; undefined where nothing does */
export declare function misconduct(sandbox: SandboxClient, checks: ConductChecks | undefined): Promise<string | undefined>;
