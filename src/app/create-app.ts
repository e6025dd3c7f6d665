import { controlPath } from '../control/path.ts'
import type { ControlService } from '../control/route.ts'
import { type Address, documentPath, readAddress } from '../http/address.ts'
import { type AppContext, bindingsOf } from '../http/bindings.ts'
import { serve } from '../http/pipeline.ts'
import type { Service } from '../http/request-handling.ts'
import { type Answered, type App, atAddress, createApiApp, prefixes } from '../http/routes.ts'
import { lazily } from '../lib/lazily.ts'

/**
 * Makes the app of a fake: the operations of the API, the control plane and the OpenAPI document, each below every sandbox.
 * The control plane and the document are loaded with the first request for them: most starts get none.
 */
export function createApp(service: Service, given: Omit<ControlService, 'send'>): App {
  const app = createApiApp(service)
  const controlService: ControlService = { ...given, send: (request, bindings) => app.fetch(request, bindings) }
  const control = lazily(async () => (await import('../control/handler.ts')).createControlHandler(controlService))
  const serveControl = async (c: AppContext): Promise<Response> => (await control())(c, readAddress(c))
  for (const prefix of prefixes) {
    app.get(
      prefix + documentPath,
      atAddress(service, (_, address) => serveDocument(service, address)),
    )
    app.all(prefix + controlPath, serveControl)
    app.all(`${prefix}${controlPath}/*`, serveControl)
  }
  addPages(app, service, controlService.version)
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

/** Adds a page, and an empty answer for its icon, for a browser at the address of the fake. They are no part of the API. */
function addPages(app: App, service: Service, version: string): void {
  const addPage = (path: string, page: (c: AppContext, address: Address) => Answered): void => {
    app.get(path, (c) => {
      const address = readAddress(c)
      const isStranger = bindingsOf(c).guard?.refusalOfHost(c.req.raw.headers.get('Host')) !== undefined
      return isStranger ? serve(service, c, address, undefined) : page(c, address)
    })
  }
  addPage('/', async (c, { mount }) => {
    const { frontPage } = await import('../control/front-page.ts')
    return frontPage(new URL(c.req.url).origin + mount, version)
  })
  addPage('/favicon.ico', () => new Response(null, { status: 204 }))
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
