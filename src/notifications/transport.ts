import type { Outcome } from './delivery.ts'

/** A webhook that is to be sent. */
export interface WebhookRequest {
  readonly url: string
  /** What comes besides Host, Connection, User-Agent and Content-Length, which are the courier's own. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Asked when its turn comes: what is no longer wanted is not sent (all is). */
  readonly isWanted?: () => boolean
}

/** What is signed. */
export interface Unsigned {
  /** `whsec_…`. */
  readonly secret: string
  readonly id: string
  /** When, in Unix milliseconds. */
  readonly atMs: number
  readonly body: string
  /** Whether the signature is to be a wrong one. */
  readonly tamper: boolean
}

/** An e-mail that is to be written. */
export interface MailText {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly body: string
  /** Its date, in Unix milliseconds. */
  readonly dateMs: number
}

/** What really sends: none of it rejects. */
export interface NotificationTransport {
  /** Sends a webhook once. */
  readonly send: (request: WebhookRequest) => Promise<Outcome>
  /** The headers that sign a webhook. */
  readonly sign: (unsigned: Unsigned) => Promise<Readonly<Record<string, string>>>
  /** Writes an e-mail as a complete MIME message. */
  readonly compose: (mail: MailText) => Promise<string>
  /** Hands a message to the SMTP server, where there is one. */
  readonly mail: (message: string, to: string) => Promise<Outcome>
  /** Ends what is under way. */
  readonly close: () => Promise<void>
}
