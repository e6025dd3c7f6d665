/**
 * Faults of the TLS handshake. No request and no sandbox is known then, so no rule has them: they are switched for the whole fake.
 */
export declare const tlsFaultNames: readonly ['tls_expired', 'tls_wrong_host', 'tls_unknown_ca', 'tls_handshake_cut'];
/** One of `tlsFaultNames`. */
export type TlsFaultName = (typeof tlsFaultNames)[number];
