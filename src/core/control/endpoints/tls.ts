import * as z from 'zod/mini'

import { InputError } from '../../lib/input-error.ts'
import type { Call } from '../client/call.ts'
import { get, namedObject } from './endpoint.ts'

const tlsState = namedObject('Tls', () => ({
  /** Scheme, host and port. */
  origin: z.string(),
  /** The names and addresses that the certificate is for. */
  names: z.array(z.string()),
  /** The certificate of the authority, in PEM; null with a certificate of your own. */
  ca: z.nullable(z.string()),
}))

/** The TLS of a fake. */
export type TlsState = z.infer<ReturnType<typeof tlsState>>

/** @throws InputError if the fake has no authority */
function authority({ ca }: TlsState): string {
  if (ca !== null) return ca.trim()
  throw new InputError('the fake has a certificate of your own; get the authority from its issuer', { field: 'tls ca' })
}

export const tlsEndpoints = {
  showTls: get('/tls', 'Shows the certificate authority of this fake, and the names of its certificate', {
    answer: tlsState,
    commands: {
      'tls show': { about: 'show the address, and the names of the certificate' },
      'tls ca': { about: 'print the certificate authority in PEM', text: authority },
    },
  }),
}

/** The TLS of a fake. Without https, its calls throw an InputError. */
export const createTlsControl = (call: Call) => ({
  /** Shows its certificate authority, for clients to trust. */
  show: (): Promise<TlsState> => call(tlsEndpoints.showTls, {}),
})
