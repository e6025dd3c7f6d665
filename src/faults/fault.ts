import type { ServerResponse } from 'node:http'

type Headers = Readonly<Record<string, string>>

/** An answer as it goes to the network: its headers have the length of the body. */
export interface SentAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

export interface DeliveryLimits {
  /** Time of the delivery by the rule; undefined where it does not say. */
  readonly overMs: number | undefined
  /** Aborted when the client has gone. */
  readonly clientGone: AbortSignal
  readonly stopping: AbortSignal
}

/** The delivery of an answer, or of none, to the client. */
export interface Delivery {
  /** Ends the response of Node's server; it may return before the connection is done with it. */
  readonly overSocket: (outgoing: ServerResponse, answer: SentAnswer, limits: DeliveryLimits) => Promise<void> | void
  /** Answers a call in process. @throws TypeError where the connection breaks before the answer, as a global `fetch` does */
  readonly inProcess: (answer: SentAnswer, limits: DeliveryLimits) => Promise<Response> | Response
}

/**
 * A fault, by its kind:
 * - `noAnswer`: the client gets none. A rule may use it before the request is served.
 * - `otherAnswer`: the client gets the answer of another request. Likewise.
 * - `content`: the answer has another body, or headers in place of those of the same name.
 * - `transfer`: the body of the answer arrives in another way. An answer without a body is not affected.
 */
export type Fault =
  | ({ readonly kind: 'noAnswer' } & Delivery)
  | {
      readonly kind: 'otherAnswer'
      readonly answer: (nowMs: number) => { readonly status: number; readonly headers: Headers; readonly body: string }
    }
  | {
      readonly kind: 'content'
      readonly edit: (body: string) => { readonly headers?: Headers; readonly body?: string }
    }
  | ({ readonly kind: 'transfer' } & Delivery)
