import { type ApiNames } from '../control/client/control.ts';
import { type Fake as FakeOf } from '../control/client/sandbox-client.ts';
import type { App } from '../http/routes.ts';
import type { Fake } from './client.ts';
import { type Core } from './create-core.ts';
import type { FakeOptions } from './options.ts';
/** The members that only a fake in this process has. */
interface Local {
    /**
     * The Hono app that serves every endpoint: the API, the control plane and the OpenAPI document, each below `/` and `/@NAME`.
     * Call it, mount it in another app, or give it to any server that Hono runs on.
     * Where this package's own server does not listen for it, the control plane answers to the names of the loopback.
     * @example
     * ```ts
     * const response = await fake.app.request('/v1/cloud/resources', { headers: { Authorization: `Bearer ${fake.apiKey}` } })
     * const app = new Hono().route('/fake', fake.app)
     * ```
     */
    readonly app: App;
}
/** A fake in this process. */
export interface LocalFake extends Fake, Local {
}
/** The facts of a fake that its creator decides. */
interface Ends extends Pick<LocalFake, 'controlToken' | 'close'> {
    /** Scheme, host and port, without a slash at the end. */
    readonly origin: string;
    /** Likewise, of the control plane, if others. */
    readonly controlOrigin?: string;
}
/** Gives programs a fake at an address. */
export declare function toLocalFake<Api extends ApiNames>(core: Core<Api['area']>, { origin, controlOrigin, controlToken, close }: Ends): FakeOf<Api> & Local;
/** Makes a fake without a socket, for tests in this process. @throws InputError for an option or a file that cannot be used */
export declare function createFake(options?: FakeOptions): Promise<LocalFake>;
export {};
