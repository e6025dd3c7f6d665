import { type LocalFake } from '../app/create-fake.ts';
import type { ListenOptions } from '../app/listen-options.ts';
import type { FakeOptions } from '../app/options.ts';
/**
 * Makes a fake and serves it over HTTP.
 * @throws InputError for an option or a file that cannot be used, or the error of the system for the address (EADDRINUSE,
 * EACCES, EADDRNOTAVAIL)
 */
export declare function startFake(options?: FakeOptions & ListenOptions): Promise<LocalFake>;
