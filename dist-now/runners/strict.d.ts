import type { SandboxClient } from '../app/client.ts';
/** The checks at the end of a test that passed. */
export interface StrictChecks {
    /** Fails a test if a request matched no operation. Default: false. */
    readonly unmatched?: boolean | undefined;
    /** Fails a test if a scenario with rules was on and never fired. Default: false. */
    readonly scenarios?: boolean | undefined;
}
/** Reads which checks an option asks for: `true` is all of them. @throws InputError */
export declare function readStrict(options: {
    readonly strict?: unknown;
}): StrictChecks;
/** Makes the checks. @returns the messages of the failed checks */
export declare function failedChecks(sandbox: SandboxClient, strict: StrictChecks): Promise<readonly string[]>;
