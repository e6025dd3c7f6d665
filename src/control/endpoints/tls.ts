import * as z from 'zod/mini'

import { type TlsFaultName, tlsFaultNames } from '../../faults/tls.ts'
import { InputError } from '../../lib/input-error.ts'
import { lazily } from '../../lib/lazily.ts'
import type { Call } from '../client/call.ts'
import { component, get, parameter, put } from './endpoint.ts'

const tlsState = component('Tls', () =>
  z.strictObject({
    /** Scheme, host and port. */
    origin: z.string(),
    /** The names and addresses that the certificate is for. */
    names: z.array(z.string()),
    /** The certificate of the authority, in PEM; null beside a certificate of your own. */
    ca: z.nullable(z.string()),
    fault: z.nullable(z.enum(tlsFaultNames)),
    /** The connections that it still hits; null for all. */
    handshakes: z.nullable(z.int()),
  }),
)

/** The TLS of a fake: its certificate, and the fault of its handshakes. */
export type TlsState = z.infer<ReturnType<typeof tlsState>>

const change = lazily(() =>
  z.strictObject({
    fault: z.nullable(z.enum(tlsFaultNames)),
    handshakes: z.optional(z.int().check(z.gte(1))),
  }),
)

/** @throws InputError where the fake has no authority of its own */
function authority({ ca }: TlsState): string {
  if (ca !== null) return ca.trim()
  throw new InputError('the fake has a certificate of your own; ask those who signed it', { field: 'tls ca' })
}

export const tlsEndpoints = {
  showTls: get('/tls', 'Shows the certificate authority of this fake, and the fault of its handshakes', {
    answer: tlsState,
    commands: [
      { usage: 'tls show', about: 'show the address, the names of the certificate, and the fault' },
      { usage: 'tls ca', about: 'print the certificate authority in PEM', text: authority },
    ],
  }),
  changeTls: put('/tls', 'Switches a fault of the TLS handshakes of this fake on; null heals them', {
    body: change,
    answer: tlsState,
    createsSandbox: false,
    isAside: true,
    commands: [
      {
        usage: 'tls fault <name>',
        about: `break the handshakes of new connections: ${tlsFaultNames.join(', ')}`,
        flags: {
          handshakes: parameter('How many connections it hits (all).', () => z.int().check(z.gte(1))),
        },
        body: (fault) => ({ fault }),
      },
      { usage: 'tls heal', about: 'end the fault', body: () => ({ fault: null }) },
    ],
  }),
}

const { showTls, changeTls } = tlsEndpoints

/** The TLS of a fake that serves https. Any other throws an InputError. */
export const createTlsControl = (call: Call) => ({
  /** Shows its certificate authority, for clients to trust, and the fault that is on. */
  show: (): Promise<TlsState> => call(showTls, {}),
  /**
   * Breaks the handshakes of new connections, and ends idle ones. A control URL is on plain HTTP, and goes on.
   * @param fault `tls_expired`, `tls_wrong_host`, `tls_unknown_ca` or `tls_handshake_cut`
   * @param options `handshakes`: how many connections it hits, after which it ends by itself (all)
   * @example
   * ```ts
   * await fake.tls.fault('tls_expired', { handshakes: 2 })
   * ```
   */
  fault: (fault: TlsFaultName, options?: { readonly handshakes?: number | undefined }): Promise<TlsState> =>
    call(changeTls, { body: { ...options, fault } }),
  heal: (): Promise<TlsState> => call(changeTls, { body: { fault: null } }),
})
