import type { Fake } from '../app/client.ts';
import { type Thresholds } from '../coverage/thresholds.ts';
/** The coverage at the end of a file or worker. */
export interface CoverageChecks {
    /**
     * The least percent of all that a client can meet, or percents of its kinds: `{ total: 60, error: 50 }`. Below it the run fails.
     * Default: none.
     */
    readonly min?: number | Thresholds | undefined;
    /** A JSON file to write the coverage to, relative to the working directory. Default: none. */
    readonly file?: string | undefined;
}
/** Reads the checks that an option asks for; undefined for none. @throws InputError */
export declare function readCoverage(options: {
    readonly coverage?: unknown;
}): CoverageChecks | undefined;
/** Prints the coverage of a fake, and writes it to a file. @throws Error below a threshold */
export declare function checkCoverage(fake: Fake, { min, file }: CoverageChecks): Promise<void>;
