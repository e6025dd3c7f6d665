import { UnknownError } from '../../lib/input-error.ts'
import { tlsEndpoints } from '../endpoints/tls.ts'
import { toRoutes } from '../route.ts'

/** Every sandbox serves this for the whole fake. */
export const tlsRoutes = toRoutes(tlsEndpoints, {
  showTls: ({ service }) => {
    const tls = service.tls()
    if (tls !== undefined) return tls
    const reason = 'this fake serves no https; start one with --tls, or by startFake({ tls: true })'
    throw new UnknownError(reason, { field: 'tls' })
  },
})
