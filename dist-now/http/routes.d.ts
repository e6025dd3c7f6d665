import { Hono } from 'hono';
import { type Address } from './address.ts';
import type { AppContext, AppEnv } from './bindings.ts';
import type { Service } from './request-handling.ts';
/** The app of a fake. */
export type App = Hono<AppEnv>;
/** The response of a handler. */
export type Answered = Response | Promise<Response>;
/** Responds to a request at an address. */
export type Handler = (c: AppContext, address: Address) => Answered;
/** The prefixes of the paths of the default sandbox, and of the sandbox in the path. */
export declare const prefixes: string[];
/**
 * Makes a Hono handler that reads the address first.
 * A first segment such as `/@No!` is not the name of a sandbox: no operation has that path.
 * @param path of the route below the prefixes, with a fixed number of segments
 */
export declare function atAddress(service: Service, path: string, handler: Handler): (c: AppContext) => Answered;
/** Makes an app of the operations of the API: each has one handler, and no middleware runs before or after it. */
export declare function createApiApp(service: Service): App;
