import * as z from 'zod/mini';
import { type TlsFaultName } from '../../faults/tls.ts';
import type { Call } from '../client/call.ts';
declare const tlsState: () => z.ZodMiniObject<{
    origin: z.ZodMiniString<string>;
    names: z.ZodMiniArray<z.ZodMiniString<string>>;
    ca: z.ZodMiniNullable<z.ZodMiniString<string>>;
    fault: z.ZodMiniNullable<z.ZodMiniEnum<{
        tls_expired: "tls_expired";
        tls_handshake_cut: "tls_handshake_cut";
        tls_unknown_ca: "tls_unknown_ca";
        tls_wrong_host: "tls_wrong_host";
    }>>;
    handshakes: z.ZodMiniNullable<z.ZodMiniInt>;
}, z.core.$strict>;
/** The TLS of a fake: its certificate, and the fault of its handshakes. */
export type TlsState = z.infer<ReturnType<typeof tlsState>>;
export declare const tlsEndpoints: {
    readonly showTls: {
        readonly method: "GET";
        readonly path: "/tls";
        readonly summary: "Shows the certificate authority of this fake, and the fault of its handshakes";
        readonly answer: () => z.ZodMiniObject<{
            origin: z.ZodMiniString<string>;
            names: z.ZodMiniArray<z.ZodMiniString<string>>;
            ca: z.ZodMiniNullable<z.ZodMiniString<string>>;
            fault: z.ZodMiniNullable<z.ZodMiniEnum<{
                tls_expired: "tls_expired";
                tls_handshake_cut: "tls_handshake_cut";
                tls_unknown_ca: "tls_unknown_ca";
                tls_wrong_host: "tls_wrong_host";
            }>>;
            handshakes: z.ZodMiniNullable<z.ZodMiniInt>;
        }, z.core.$strict>;
    };
    readonly changeTls: {
        readonly method: "PUT";
        readonly path: "/tls";
        readonly summary: "Switches a fault of the TLS handshakes of this fake on; null heals them";
        readonly body: () => z.ZodMiniObject<{
            fault: z.ZodMiniNullable<z.ZodMiniEnum<{
                tls_expired: "tls_expired";
                tls_handshake_cut: "tls_handshake_cut";
                tls_unknown_ca: "tls_unknown_ca";
                tls_wrong_host: "tls_wrong_host";
            }>>;
            handshakes: z.ZodMiniOptional<z.ZodMiniInt>;
        }, z.core.$strict>;
        readonly answer: () => z.ZodMiniObject<{
            origin: z.ZodMiniString<string>;
            names: z.ZodMiniArray<z.ZodMiniString<string>>;
            ca: z.ZodMiniNullable<z.ZodMiniString<string>>;
            fault: z.ZodMiniNullable<z.ZodMiniEnum<{
                tls_expired: "tls_expired";
                tls_handshake_cut: "tls_handshake_cut";
                tls_unknown_ca: "tls_unknown_ca";
                tls_wrong_host: "tls_wrong_host";
            }>>;
            handshakes: z.ZodMiniNullable<z.ZodMiniInt>;
        }, z.core.$strict>;
        readonly createsSandbox: false;
        readonly isAside: true;
    };
};
/** The TLS of a fake that serves https. Any other throws an InputError. */
export interface TlsControl {
    /** Shows its certificate authority, for clients to trust, and the fault that is on. */
    readonly show: () => Promise<TlsState>;
    /**
     * Breaks the handshakes of new connections, and ends idle ones. A control URL is on plain HTTP, and goes on.
     * @param name `tls_expired`, `tls_wrong_host`, `tls_unknown_ca` or `tls_handshake_cut`
     * @param options `handshakes`: how many connections it hits, after which it ends by itself (all)
     * @example
     * ```ts
     * await fake.tls.fault('tls_expired', { handshakes: 2 })
     * ```
     */
    readonly fault: (name: TlsFaultName, options?: {
        readonly handshakes?: number | undefined;
    }) => Promise<TlsState>;
    /** Ends the fault. */
    readonly heal: () => Promise<TlsState>;
}
/** Creates the calls about the TLS of a fake. */
export declare function createTlsControl(call: Call): TlsControl;
export {};
