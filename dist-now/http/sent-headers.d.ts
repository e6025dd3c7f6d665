/** The headers of a request that serving it reads: null for one that was not sent. Several of one name are joined as `fetch` does. */
declare class ReadHeaders {
    host: string | null;
    authorization: string | null;
    sandbox: string | null;
    baggage: string | null;
    scenario: string | null;
    effect: string | null;
    origin: string | null;
    basePath: string | null;
    contentType: string | null;
    contentEncoding: string | null;
}
/** The headers of a request, read in one pass. */
export declare class SentHeaders extends ReadHeaders {
    /** Names and values in turn, as sent. */
    readonly sent: readonly string[];
    /** Some are meant for the fake, known or not. */
    hasOfFake: boolean;
    constructor(sent: readonly string[]);
    /** The value of any header; null for one that was not sent. */
    get(name: string): string | null;
}
/** The headers of a request that has none. */
export declare const noHeadersSent: SentHeaders;
export {};
