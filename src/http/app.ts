import { Hono } from 'hono'

import { versionPath } from '../spec/version.ts'
import { parseAddress } from './address.ts'
import type { Asked } from './exchange.ts'
import type { Operation } from './operation.ts'
import { refuseOutside, serve } from './pipeline.ts'
import type { Service } from './steps.ts'
import type { Wire } from './wire.ts'

/** Where the OpenAPI document is, after what names the sandbox. */
export const documentPath = '/openapi.json'

/** The app of a fake; what it is given besides a request is what carries the answer. */
export type App = Hono<{ Bindings: Wire }>

/**
 * Mounts the operations on one Hono app: a single handler for each, with no middleware before or after it.
 * The router and the pipeline read the path by one function: without the sandbox, undecoded.
 */
export function createApp(service: Service): App {
  const app: App = new Hono<{ Bindings: Wire }>({ getPath: (request) => parseAddress(request.url).path })
  for (const operation of service.operations) {
    const route = versionPath + operation.path.replace('{id}', ':id')
    app.on(operation.method, route, (c) =>
      serve(service, c.req.raw, toAsked(c.req.raw, c.env, operation, c.req.param('id') ?? ''), c.env),
    )
  }
  // Loaded when somebody asks: a start need not wait for it.
  app.get(documentPath, async (c) => {
    const { serveDocument } = await import('./openapi/serve.ts')
    return serveDocument(service, c.req.raw)
  })
  app.notFound((c) => serve(service, c.req.raw, toAsked(c.req.raw, c.env, undefined, ''), c.env))
  app.onError((error) => refuseOutside(service, error))
  return app
}

function toAsked(request: Request, wire: Wire, operation: Operation | undefined, id: string): Asked {
  const { method, url } = request
  return { method, address: parseAddress(url), operation, id, headers: wire.headersOf(request) }
}
