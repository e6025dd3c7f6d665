/** The credential of a request (§5): the header, its scheme, and the hash of the secret. */
export declare class Credential {
    /** The header as sent; empty for none. */
    readonly header: string;
    /** The first word of the header. */
    readonly scheme: string;
    /** The rest of the header, without the spaces around it. */
    readonly secret: string;
    /** The scheme is that of an API key, in any case. */
    readonly hasKeyScheme: boolean;
    /** Empty where the scheme is another one. */
    readonly secretHash: string;
    constructor(header: string | null);
}
/** The credential in a header. Those of late are kept, so that the hash of a secret is computed once, not with each request. */
export declare function credentialIn(header: string | null): Credential;
