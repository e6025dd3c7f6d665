import { InputError, UnknownError } from '../../lib/input-error.ts'
import { tlsEndpoints } from '../endpoints/tls.ts'
import { type ControlService, type Tls, toRoutes } from '../route.ts'

function tlsOf({ tls }: ControlService): Tls {
  const found = tls()
  if (found !== undefined) return found
  throw new UnknownError('this fake serves no https; start one with --tls, or by startFake({ tls: true })', {
    field: 'tls',
  })
}

/** Every sandbox answers these for the whole fake. */
export const tlsRoutes = toRoutes(tlsEndpoints, {
  showTls: ({ service }) => tlsOf(service).show(),
  changeTls: ({ service, body: { fault, handshakes } }) => {
    const tls = tlsOf(service)
    if (fault === null && handshakes !== undefined) {
      throw new InputError('no such field without a fault, as in { "fault": "tls_expired", "handshakes": 2 }', {
        field: 'handshakes',
      })
    }
    tls.change(fault, handshakes)
    return tls.show()
  },
})
