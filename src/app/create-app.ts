import { controlPath } from '../control/path.ts'
import type { ControlService } from '../control/route.ts'
import { type Address, documentPath } from '../http/address.ts'
import type { AppContext } from '../http/bindings.ts'
import { serve } from '../http/pipeline.ts'
import type { Service } from '../http/request-handling.ts'
import { type Answered, type App, atAddress, createApiApp, prefixes } from '../http/routes.ts'
import { lazily } from '../lib/lazily.ts'

/**
 * Makes the app of a fake: the operations of the API, the control plane and the OpenAPI document, each below every sandbox.
 * The control plane and the document are loaded with the first request for them: most starts get none.
 */
export function createApp(service: Service, controlService: ControlService): App {
  const app = createApiApp(service)
  const control = lazily(async () => (await import('../control/handler.ts')).createControlHandler(controlService))
  const serveControl = atAddress(service, async (c, address) => (await control())(c, address))
  for (const prefix of prefixes) {
    app.get(
      prefix + documentPath,
      atAddress(service, (_, address) => serveDocument(service, address)),
    )
    app.all(prefix + controlPath, serveControl)
    app.all(`${prefix}${controlPath}/*`, serveControl)
  }
  addUnmatched(
    app,
    atAddress(service, (c, address) => serve(service, c, address, undefined)),
  )
  // Only a connection that a rule breaks in process gets here: the caller of the app sees it as a fetch would.
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

async function serveDocument(service: Service, address: Address): Promise<Response> {
  const { serveDocument: serveIt } = await import('../openapi/serve.ts')
  return await serveIt(service, address)
}
