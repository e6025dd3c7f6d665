import * as z from 'zod/mini';
/** The address that a fake listens on, and who may call it. */
export interface ListenOptions {
    /** 0 picks a free port. Default: 0. */
    readonly port?: number | undefined;
    /** An address or a name of this machine. Default: 127.0.0.1. */
    readonly host?: string | undefined;
    /**
     * The token that the control plane requires as `Authorization: Bearer …`: 8 to 200 characters of ASCII without a space.
     * Default: none on a loopback address, elsewhere and beside `controlReadToken` a generated one.
     */
    readonly controlToken?: string | undefined;
    /**
     * Another token of this form: it opens the requests of the control plane that only read, but no signing secret, snapshot
     * or API key. Default: none.
     */
    readonly controlReadToken?: string | undefined;
    /** Host names outside the loopback that the fake answers to. Default: none. */
    readonly allowHost?: readonly string[] | undefined;
    /**
     * Serves https, with a certificate that the fake makes for `localhost`, the loopback addresses, `host` and `allowHost`. Plain
     * HTTP stays at `httpPort`. Default: false.
     */
    readonly tls?: boolean | undefined;
    /** A PEM file with a certificate of your own, and those between it and its authority; serves https too. Default: none. */
    readonly tlsCert?: string | undefined;
    /** A PEM file with the key of `tlsCert`, without a passphrase. Default: none. */
    readonly tlsKey?: string | undefined;
    /** The port of plain HTTP on 127.0.0.1, beside https; 0 picks a free one. Default: a free one. */
    readonly httpPort?: number | undefined;
}
/** The port of a fake that a command starts. */
export declare const defaultPort = 4747;
/** The address that a fake listens on. */
export declare const defaultHost = "127.0.0.1";
/** The rows of `ListenOptions`. */
export declare const listenOptions: {
    readonly port: z.ZodMiniDefault<z.ZodMiniNumber<number>>;
    readonly host: z.ZodMiniDefault<z.ZodMiniString<string>>;
    readonly controlToken: z.ZodMiniOptional<z.ZodMiniString<string>>;
    readonly controlReadToken: z.ZodMiniOptional<z.ZodMiniString<string>>;
    readonly allowHost: z.ZodMiniDefault<z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    readonly tls: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
    readonly tlsCert: z.ZodMiniOptional<z.ZodMiniString<string>>;
    readonly tlsKey: z.ZodMiniOptional<z.ZodMiniString<string>>;
    readonly httpPort: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
};
