import type { ServerResponse } from 'node:http'

type Headers = Readonly<Record<string, string>>

/** An answer ready to send: its headers include `Content-Length`. */
export interface SentAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

export interface DeliveryLimits {
  /** The delivery time that the rule sets; undefined for the default. */
  readonly overMs: number | undefined
  /** Aborted when the client disconnects. */
  readonly clientGone: AbortSignal
  readonly stopping: AbortSignal
}

/** How an answer, or none, reaches the client. */
export interface Delivery {
  /** Ends the response of Node's server. It may return before everything is sent. */
  readonly overSocket: (outgoing: ServerResponse, answer: SentAnswer, limits: DeliveryLimits) => Promise<void> | void
  /** Answers a call in process. @throws TypeError if the connection breaks before the answer, as `fetch` does */
  readonly inProcess: (answer: SentAnswer, limits: DeliveryLimits) => Promise<Response> | Response
}

/** What a fault says of itself. */
export interface Description {
  /** What the client got, as a sentence for people. */
  readonly text: string
  /** Its badge, and more words that a search finds it by. */
  readonly words: readonly [badge: string, ...more: string[]]
  /** True if a client can read the body of the answer. */
  readonly leavesBody: boolean
}

/**
 * A fault, by its kind:
 * - `noAnswer`: the client gets no answer. A rule may apply it before the request is served.
 * - `otherAnswer`: the client gets another answer, such as a proxy's. A rule may apply it before the request is served.
 * - `content`: the body or some headers of the answer are replaced.
 * - `transfer`: the body is sent differently. An answer without a body is not affected.
 */
export type Fault = Description &
  (
    | ({ readonly kind: 'noAnswer' } & Delivery)
    | {
        readonly kind: 'otherAnswer'
        readonly answer: (nowMs: number) => {
          readonly status: number
          readonly headers: Headers
          readonly body: string
        }
      }
    | {
        readonly kind: 'content'
        readonly edit: (body: string) => { readonly headers?: Headers; readonly body?: string }
      }
    | ({ readonly kind: 'transfer' } & Delivery)
  )
