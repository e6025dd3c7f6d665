import { controlPath } from '../control/path.ts'
import type { ControlService } from '../control/route.ts'
import { documentPath, readAddress } from '../http/address.ts'
import { atAddress, createApiApp, prefixes, type App } from '../http/api-app.ts'
import { bindingsOf, sentHeadersOf } from '../http/request-context.ts'
import { serve, type MaybeAsyncResponse } from '../http/serve.ts'
import type { Address, AppContext, Service } from '../http/types.ts'
import { lazily } from '../lib/lazily.ts'

/**
 * Creates the app of a fake: the operations of the API, the control plane and the OpenAPI document, each below every sandbox.
 * The control plane and the document are loaded at their first request.
 */
export function createApp(service: Service, given: Omit<ControlService, 'recordAdmins' | 'send'>): App {
  const app = createApiApp(service)
  const control = lazily(async () => {
    const { createControlApp } = await import('../control/app.ts')
    const recordAdmins = await service.recordAdmins()
    return createControlApp({ ...given, recordAdmins, send: (request, bindings) => app.fetch(request, bindings) })
  })
  const serveControl = async (c: AppContext): Promise<Response> => (await control())(c, readAddress(c))
  for (const prefix of prefixes) {
    app.get(
      prefix + documentPath,
      atAddress(service, documentPath, async (c, address) =>
        hasUnknownHost(c)
          ? await serve(service, c, address, undefined)
          : await (await import('../openapi/document.ts')).serveDocument(service, address, c.req.raw),
      ),
    )
    app.all(prefix + controlPath, serveControl)
    app.all(`${prefix}${controlPath}/*`, serveControl)
  }
  addUnmatched(app, (c) => {
    const address = readAddress(c)
    const isPage = isForPages(c, address)
    return isPage ? servePage(service, c, address) : serve(service, c, address, undefined)
  })
  // Only a rule that breaks a connection in process gets here. The call rejects, as `fetch` does.
  app.onError((error) => {
    throw error
  })
  return app
}

/** True for a request for the dashboard or the documents, which are not part of the API. */
function isForPages(c: AppContext, { path }: Address): boolean {
  return (
    /^\/(?:$|favicon\.ico$|_dashboard\/|docs(?:$|\/)|llms\.txt$|skills\/cloudsec-fake\/SKILL\.md$)/.test(path) &&
    ['GET', 'HEAD'].includes(c.req.method) &&
    !hasUnknownHost(c)
  )
}

/** True if the API rejects the host of a request. Pages and documents are then closed, too. */
function hasUnknownHost(c: AppContext): boolean {
  return bindingsOf(c).guard?.checkHost(sentHeadersOf(c).host) !== undefined
}

async function servePage(service: Service, c: AppContext, address: Address): Promise<Response> {
  const { pageAt } = await import('../control/pages.ts')
  return pageAt(c.req.raw, address) ?? (await serve(service, c, address, undefined))
}

/**
 * Answers unmatched requests with the error envelope. An app that mounts this one takes over its routes, but not its `notFound`,
 * so a wildcard ends the routes. It is not in the router of this app: each request would match two routes, which Hono serves as
 * a chain of promises. That costs 4 µs, 8 % of a list.
 */
function addUnmatched(app: App, handler: (c: AppContext) => MaybeAsyncResponse): void {
  app.notFound(handler)
  app.routes.push({ basePath: '/', path: '/*', method: 'ALL', handler })
}
