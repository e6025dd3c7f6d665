import { Hono } from 'hono'

import { documentPath, parseAddress } from './address.ts'
import { refuseOutside } from './pipeline.ts'
import type { Service } from './steps.ts'
import { toResponse, type Wire } from './wire.ts'

/** The app of what a fake answers besides the API; what it is given besides a request is what it came over. */
export type App = Hono<{ Bindings: Wire }>

/** Makes the app, with the OpenAPI document alone. The path is read as the pipeline does: without the sandbox, undecoded. */
export function createApp(service: Service): App {
  const app: App = new Hono<{ Bindings: Wire }>({ getPath: (request) => parseAddress(request.url).path })
  app.get(documentPath, async (c) => {
    const { serveDocument } = await import('./openapi/serve.ts')
    return serveDocument(service, c.req.raw)
  })
  app.onError((error) => toResponse(refuseOutside(service, error)))
  return app
}
