import { Hono } from 'hono'

import { toRoutePath } from '../lib/path-template.ts'
import { versionPath } from '../spec/version.ts'
import { type Address, readAddress } from './address.ts'
import type { AppContext, AppEnv } from './bindings.ts'
import { serve } from './pipeline.ts'
import type { Service } from './request-handling.ts'

/** The app of a fake. */
export type App = Hono<AppEnv>

/** The response of a handler. */
export type Answered = Response | Promise<Response>

/** Responds to a request at an address. */
export type Handler = (c: AppContext, address: Address) => Answered

/** The prefixes of the paths of the default sandbox, and of the sandbox in the path. */
export const prefixes = ['', '/:sandbox{@[^/]+}']

/**
 * Makes a Hono handler that reads the address first.
 * A first segment such as `/@No!` is not the name of a sandbox: no operation has that path.
 */
export function atAddress(service: Service, handler: Handler): (c: AppContext) => Answered {
  return (c) => {
    const address = readAddress(c)
    return address.path.startsWith('/@') ? serve(service, c, address, undefined) : handler(c, address)
  }
}

/** Makes an app of the operations of the API: each has one handler, and no middleware runs before or after it. */
export function createApiApp(service: Service): App {
  const app: App = new Hono<AppEnv>()
  for (const prefix of prefixes) {
    for (const operation of service.operations) {
      const path = prefix + versionPath + toRoutePath(operation.path)
      const handler = atAddress(service, (c, address) => serve(service, c, address, operation))
      app.on(operation.method, path, handler)
    }
  }
  return app
}
