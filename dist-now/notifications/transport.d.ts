import type { Outcome } from './delivery.ts';
/** A webhook to send. */
export interface WebhookRequest {
    readonly url: string;
    /** All but Host, Connection, User-Agent and Content-Length, which the transport sets. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    /** Called when its turn comes; false cancels it (always sent). */
    readonly isWanted?: () => boolean;
}
/** A webhook to sign. */
export interface Unsigned {
    /** `whsec_…`. */
    readonly secret: string;
    readonly id: string;
    /** The time of the signature, in Unix milliseconds. */
    readonly atMs: number;
    readonly body: string;
    /** Makes the signature wrong. */
    readonly tamper: boolean;
}
/** An e-mail to compose. */
export interface MailText {
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly body: string;
    /** In Unix milliseconds. */
    readonly dateMs: number;
}
/** Sends notifications. No method rejects. */
export interface NotificationTransport {
    /** Sends a webhook once. */
    readonly send: (request: WebhookRequest) => Promise<Outcome>;
    /** Returns the headers that sign a webhook. */
    readonly sign: (unsigned: Unsigned) => Promise<Readonly<Record<string, string>>>;
    /** Writes an e-mail as a complete MIME message. */
    readonly compose: (mail: MailText) => Promise<string>;
    /** Sends a message to the SMTP server, if there is one. */
    readonly mail: (message: string, to: string) => Promise<Outcome>;
    /** Ends the attempts under way. */
    readonly close: () => Promise<void>;
}
