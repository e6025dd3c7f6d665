import type { TlsFaultName } from '../faults/tls.ts';
import type { TlsState } from './endpoints/tls.ts';
/** The TLS of a fake that listens. */
export interface Tls {
    /** Scheme, host and port. */
    readonly origin: string;
    readonly show: () => TlsState;
    /**
     * Switches a fault on, for new connections. Idle ones end.
     * @param handshakes how many connections it hits (all)
     * @throws InputError for a fault that the certificate does not allow
     */
    readonly change: (fault: TlsFaultName | null, handshakes?: number) => void;
}
