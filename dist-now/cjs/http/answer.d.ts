import type { Body } from '../lib/body.ts';
import { type AppContext } from './bindings.ts';
/** The headers of an answer, by name. */
export type AnswerHeaders = Readonly<Record<string, string>>;
/** An answer before it is sent. */
export interface Answer {
    readonly status: number;
    readonly headers: AnswerHeaders;
    /** The whole body; null where the answer has none. */
    readonly body: Body | null;
}
/** An answer as the one Response that Hono sends. */
export declare function toResponse({ status, headers, body }: Answer): Response;
/** The same for a request. Hono copies an answer to HEAD, and the copy has its headers in lower case, so they go before it. */
export declare function respondTo(c: AppContext, answer: Answer): Response;
/** The bytes of an answer, and its headers with their length. */
export declare function framed({ headers, body }: Answer): {
    readonly bytes: Uint8Array;
    readonly headers: AnswerHeaders;
};
/** The headers of answers outside the API: nobody keeps them, and browsers take them for nothing but their type. */
export declare const uncached: {
    readonly 'Cache-Control': 'no-store';
    readonly 'X-Content-Type-Options': 'nosniff';
};
