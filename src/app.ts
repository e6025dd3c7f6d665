import { Hono } from 'hono'

import { controlPath } from './control/path.ts'
import type { ControlService } from './control/route.ts'
import { defaultSandbox } from './engine/sandboxes.ts'
import { type Address, documentPath, readAddress } from './http/address.ts'
import type { AppContext, AppEnv } from './http/bindings.ts'
import { serve } from './http/pipeline.ts'
import type { Service } from './http/steps.ts'
import { lazily } from './lib/lazily.ts'
import { versionPath } from './spec/version.ts'

/** The app of a fake: the operations of the API, the control plane and the OpenAPI document, each below every sandbox. */
export type App = Hono<AppEnv>

type Answered = Response | Promise<Response>
type Handler = (c: AppContext, address: Address) => Answered

/** What precedes the paths of the default sandbox, and of the sandbox in the path. */
const prefixes = ['', '/:sandbox{@[^/]+}']

/**
 * Makes the app of a fake. Each operation has one synchronous handler, and no middleware runs before or after it.
 * The control plane and the OpenAPI document are loaded with the first request for them: most starts get none.
 */
export function createApp(service: Service, controlService: ControlService): App {
  const app: App = new Hono<AppEnv>()
  const unmatched: Handler = (c, address) => serve(service, c, address, undefined)
  // A first segment that looks like a sandbox but is no name of one belongs to a path that nothing serves.
  const at =
    (handler: Handler) =>
    (c: AppContext): Answered => {
      const address = readAddress(c)
      return (address.path.startsWith('/@') ? unmatched : handler)(c, address)
    }
  const control = lazily(async () => (await import('./control/handler.ts')).createControlHandler(controlService))
  const serveControl = at(async (c, address) => (await control())(c, address))
  for (const prefix of prefixes) {
    for (const operation of service.operations) {
      const path = prefix + versionPath + operation.path.replace('{id}', ':id')
      const handler = at((c, address) => serve(service, c, address, operation))
      app.on(operation.method, path, handler)
    }
    app.get(
      prefix + documentPath,
      at((_, { sandbox }) => serveDocument(service, sandbox)),
    )
    app.all(prefix + controlPath, serveControl)
    app.all(`${prefix}${controlPath}/*`, serveControl)
  }
  addUnmatched(app, at(unmatched))
  // What reaches this is a connection that a rule breaks in process: whoever called the app sees it as a fetch would.
  app.onError((error) => {
    throw error
  })
  return app
}

/**
 * Has requests that match no route answered in the envelope. An app that mounts this one takes over its routes but not its
 * `notFound`, so the routes end with one for every path. The router of this app does not have it: each request would
 * otherwise match two routes, and go through Hono's chain of middlewares.
 */
function addUnmatched(app: App, handler: (c: AppContext) => Answered): void {
  app.notFound(handler)
  app.routes.push({ basePath: '/', path: '/*', method: 'ALL', handler })
}

async function serveDocument(service: Service, sandbox = defaultSandbox): Promise<Response> {
  const { serveDocument: serveIt } = await import('./http/openapi/serve.ts')
  return serveIt(service, sandbox)
}
