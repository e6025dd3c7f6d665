import { Hono } from 'hono'

import { versionPath } from '../spec/version.ts'
import { parseAddress } from './address.ts'
import type { Asked } from './exchange.ts'
import type { Operation } from './operation.ts'
import { refuseOutside, serve, type Service } from './pipeline.ts'

/**
 * Mounts the operations on one Hono app: a single handler for each, with no middleware before or after it.
 * The path is read from the URL once, without the sandbox and undecoded, by the router and the pipeline alike.
 */
export function createApp(service: Service): Hono {
  const app = new Hono({ getPath: (request) => parseAddress(request.url).path })
  for (const operation of service.operations) {
    const route = versionPath + operation.path.replace('{id}', ':id')
    app.on(operation.method, route, (c) =>
      serve(service, c.req.raw, toAsked(c.req.raw, operation, c.req.param('id') ?? '')),
    )
  }
  app.notFound((c) => serve(service, c.req.raw, toAsked(c.req.raw, undefined, '')))
  app.onError((error) => refuseOutside(service, 'internal_error', error.message))
  return app
}

function toAsked(request: Request, operation: Operation | undefined, id: string): Asked {
  return { method: request.method, address: parseAddress(request.url), operation, id }
}
