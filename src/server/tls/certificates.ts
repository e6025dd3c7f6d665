import type { TlsFaultName } from '../../faults/tls.ts'
import { createAuthority, type Issued } from './authority.ts'
import type { OwnCertificate } from './own-certificate.ts'

/** The certificates of a fake. */
export interface Certificates {
  /** The authority that clients trust, in PEM; null beside a certificate of one's own. */
  readonly ca: string | null
  readonly names: readonly string[]
  readonly right: Issued
  /** The certificates of the faults that can be switched on. */
  readonly wrong: Partial<Readonly<Record<TlsFaultName, Issued>>>
}

/** A name that no client asks for (RFC 6761). */
const wrongHost = 'wrong-host.invalid'

/** Makes all certificates at once, so that the key of the authority is not kept. */
export function makeCertificates(hosts: readonly string[]): Certificates {
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])]
  const { ca, issue } = createAuthority('cloudsec-fake, for one run')
  return {
    ca,
    names,
    right: issue({ names }),
    wrong: {
      tls_expired: issue({ names, isExpired: true }),
      tls_wrong_host: issue({ names: [wrongHost] }),
      tls_unknown_ca: unknown(names),
    },
  }
}

/** The certificates beside one of one's own: its authority is not here, to sign others. */
export function ownCertificates({ cert, key, names }: OwnCertificate): Certificates {
  return { ca: null, names, right: { cert, key }, wrong: { tls_unknown_ca: unknown(names) } }
}

const unknown = (names: readonly string[]): Issued =>
  createAuthority('cloudsec-fake, an authority that nobody knows').issue({ names })
