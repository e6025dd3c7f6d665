import type { HttpHandler } from 'msw';
import type { SandboxClient, Fake } from '../app/client.ts';
/**
 * Creates MSW handlers that answer every request below a base URL by a fake in this process. Network faults of scenarios reach the client too.
 * @param baseUrl the base URL that the client uses (`https://api.example.com/v1`)
 * @param client the sandbox that answers (`default`)
 * @throws InputError for anything but an http or https URL without a query
 * @example
 * ```ts
 * const fake = await createFake()
 * const server = setupServer(...handlers('https://api.example.com/v1', fake))
 * ```
 */
export declare function handlers(baseUrl: string, fake: Pick<Fake, 'fetch' | 'baseUrl'>, client?: Pick<SandboxClient, 'baseUrl'>): HttpHandler[];
