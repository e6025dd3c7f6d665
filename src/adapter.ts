import { type IncomingMessage, ServerResponse } from 'node:http'

import { getRequestListener, RequestError } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

import type { Core } from './fake.ts'
import { toResponse } from './http/wire.ts'
import type { SocketWire } from './socket-wire.ts'
import { ApiError } from './spec/api-error.ts'

/** Answers a request that is not to the API: the control plane and the OpenAPI document see it as a `fetch` would send it. */
export type Adapter = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/**
 * Makes an adapter.
 * @param host what stands for a Host header that is missing
 * @param ownsProcess lets it replace the global Request and Response by faster ones
 */
export function createAdapter(
  core: Core,
  host: string,
  ownsProcess: boolean,
  wireOf: (outgoing: ServerResponse) => SocketWire,
): Adapter {
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      if (!(outgoing instanceof ServerResponse)) throw new Error('not a request of HTTP/1.1')
      return (await core.handle(request, wireOf(outgoing))) ?? RESPONSE_ALREADY_SENT
    },
    {
      hostname: host,
      overrideGlobalObjects: ownsProcess,
      errorHandler: (error) => {
        const refusal = error instanceof RequestError ? new ApiError('invalid_request', error.message) : error
        return toResponse(core.refuse(refusal))
      },
    },
  )
  return (incoming, outgoing) => void listener(incoming, outgoing)
}
