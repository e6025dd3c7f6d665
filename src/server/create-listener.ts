import { type RequestListener, ServerResponse } from 'node:http'

import { getRequestListener, RequestError } from '@hono/node-server'

import type { Core } from '../app/create-core.ts'
import { toResponse } from '../http/answer.ts'
import type { Guard } from '../http/bindings.ts'
import { SentHeaders } from '../http/headers.ts'
import { ApiError } from '../spec/api-error.ts'
import { versionPath } from '../spec/version.ts'

/** The entry of requests into the app. */
interface ListenerOptions {
  /** The host of a request without a Host header. */
  readonly hostname: string
  readonly ownsProcess: boolean
  readonly guard: () => Guard
}

/** Creates the listener of a server: it hands each request to the app. */
export function createListener(core: Core, { hostname, ownsProcess, guard }: ListenerOptions): RequestListener {
  const refuse = (reason: string): Response => toResponse(core.refuse(new ApiError('invalid_request', reason)))
  const listener = getRequestListener(
    (request, { incoming, outgoing }) => {
      if (!(outgoing instanceof ServerResponse)) throw new Error('not a request of HTTP/1.1')
      const sent = new SentHeaders(incoming.rawHeaders)
      // HTTP/1.1 requires one Host header (RFC 9112, section 3.2).
      if (incoming.httpVersion === '1.1' && (sent.host === null || sent.host.includes(','))) {
        outgoing.setHeader('Connection', 'close')
        return refuse('Host: expected one such header')
      }
      return core.app.fetch(request, { incoming, outgoing, guard: guard(), sent })
    },
    {
      hostname,
      overrideGlobalObjects: ownsProcess,
      errorHandler: (error) =>
        error instanceof RequestError
          ? refuse(`Host and request target: expected an address such as http://${hostname}${versionPath}`)
          : toResponse(core.refuse(error)),
    },
  )
  return (incoming, outgoing) => void listener(incoming, outgoing)
}
