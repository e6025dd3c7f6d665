import { Hono } from 'hono'

import { toRoutePath } from '../lib/path-template.ts'
import { versionPath } from '../spec/version.ts'
import { type Address, readAddress } from './address.ts'
import type { AppContext, AppEnv } from './bindings.ts'
import { serve } from './pipeline.ts'
import type { Service } from './request-handling.ts'

export type App = Hono<AppEnv>

export type Answered = Response | Promise<Response>

export type Handler = (c: AppContext, address: Address) => Answered

/** The prefix of the paths of the sandbox in the path, as Hono declares it. */
const sandboxPrefix = '/:sandbox{@[^/]+}'

/** The prefixes of the paths of the default sandbox, and of the sandbox in the path. */
export const prefixes = ['', sandboxPrefix]

/**
 * Makes a Hono handler that reads the address first.
 * A first segment such as `/@No!` is not the name of a sandbox: no operation has that path.
 * @param path of the route below the prefixes, with a fixed number of segments
 */
export function atAddress(service: Service, path: string, handler: Handler): (c: AppContext) => Answered {
  const segments = path.split('/').length - 1
  return (c) => {
    const address = readAddress(c, segments)
    return address.path.startsWith('/@') ? serve(service, c, address, undefined) : handler(c, address)
  }
}

/** Makes an app of the operations of the API: each has one handler, and no middleware runs before or after it. */
export function createApiApp(service: Service): App {
  const app: App = new Hono<AppEnv>()
  app.router = new PrefixRouter(app.router)
  for (const operation of service.operations) {
    const path = versionPath + toRoutePath(operation.path)
    const handler = atAddress(service, path, (c, address) => serve(service, c, address, operation))
    for (const prefix of prefixes) app.on(operation.method, prefix + path, handler)
  }
  return app
}

type Router = App['router']

/**
 * Routes a path below the prefix of a sandbox as the path without it: every route of a fake is below both prefixes. So Hono can
 * take its fast router, which knows no parameter beside the first segments of other routes.
 */
class PrefixRouter implements Router {
  readonly name = 'PrefixRouter'
  readonly #inner: Router

  constructor(inner: Router) {
    this.#inner = inner
  }

  add(...route: Parameters<Router['add']>): void {
    const [, path] = route
    if (!path.startsWith(sandboxPrefix)) this.#inner.add(...route)
  }

  match(method: string, path: string): ReturnType<Router['match']> {
    const end = path.startsWith('/@') ? path.indexOf('/', 2) : 0
    return this.#inner.match(method, end > 2 ? path.slice(end) : path)
  }
}
