import { lookup } from 'node:dns/promises'

import type { Outcome } from '../delivery.ts'
import type { WebhookRequest } from '../transport.ts'
import { readAllowedHosts } from './allowed-hosts.ts'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { CutOff, describeFailure, Refused } from './failure.ts'
import { type Envelope, mostSmtpConnections, Smtp } from './smtp.ts'
import { findTarget, type Lookup } from './target.ts'
import { sendWebhook } from './webhook.ts'

type Failed = Extract<Outcome, { readonly kind: 'failed' }>

/** How one attempt to hand a message over ended. */
export type MailOutcome =
  | {
      readonly kind: 'sent'
      readonly durationMs: number
      /** The reply of the SMTP server, in one line. */
      readonly response: string
    }
  | Failed
  /** There is no SMTP server; the reason is one line. */
  | { readonly kind: 'unsent'; readonly reason: string }

/** Sends webhook requests and e-mail. */
export interface OpenTransport {
  /** Sends a request once. It never rejects. */
  post(request: WebhookRequest): Promise<Outcome>
  /** Hands a complete MIME message to the SMTP server once. It never rejects. */
  mail(message: Uint8Array, envelope: Envelope): Promise<MailOutcome>
  /** Ends what is under way, as failed, and all connections. */
  close(): Promise<void>
}

/** How a courier is made. */
export interface TransportOptions {
  /** Host names, addresses and ranges such as `10.0.0.0/8` that may be called. */
  readonly allowHosts: readonly string[]
  /** Whether loopback addresses may be called too (they may). */
  readonly allowLoopback?: boolean | undefined
  /** `smtp://host:port` or `smtps://host:port`, with `user:password@` where the server asks for it (none). */
  readonly smtp?: string | undefined
  /** How long one attempt may take, by the wall clock (10,000). */
  readonly timeoutMs?: number | undefined
  /** Most requests at once to one host, and eight times as many in all; the others wait in their order (8). */
  readonly mostAtOnce?: number | undefined
  /** Finds the addresses of a host name (as other programs of this machine do). */
  readonly lookup?: Lookup | undefined
}

/** How many hosts can be called with all that one may have at once. */
const hostsAtOnce = 8

/** Makes a courier. @throws InputError for an option that cannot be used */
export function createTransport({
  allowHosts,
  allowLoopback,
  smtp: address,
  timeoutMs = 10_000,
  mostAtOnce = 8,
  lookup = lookupAll,
}: TransportOptions): OpenTransport {
  const allowed = readAllowedHosts(allowHosts, allowLoopback)
  const smtp = address === undefined ? undefined : new Smtp(address, timeoutMs)
  const posts = new ConcurrencyLimiter({ mostAtOnce: mostAtOnce * hostsAtOnce, mostFor: mostAtOnce, timeoutMs })
  const mails = new ConcurrencyLimiter({ mostAtOnce: mostSmtpConnections, timeoutMs })

  return {
    post: ({ url, headers, body, isWanted = () => true }) =>
      attempt<Outcome>(posts, hostOf(url), async (signal, passedMs) => {
        if (!isWanted()) throw new CutOff('it is no longer wanted')
        try {
          const target = await findTarget(url, allowed, lookup, signal)
          const answer = await sendWebhook({ target, headers, body }, signal)
          return { kind: 'answered', ...answer, durationMs: passedMs() }
        } catch (error) {
          if (error instanceof Refused) return { kind: 'refused', reason: error.message }
          throw error
        }
      }),
    mail: async (message, envelope) => {
      if (smtp === undefined) return { kind: 'unsent', reason: 'there is no SMTP server; --smtp names one' }
      return await attempt<MailOutcome>(mails, '', async (signal, passedMs) => {
        const response = await smtp.send(message, envelope, signal)
        return { kind: 'sent', response, durationMs: passedMs() }
      })
    },
    close: async () => {
      await Promise.all([posts.close(), mails.close()])
      smtp?.close()
    },
  }
}

/** Runs a task in a lane; what it throws is how it failed. */
async function attempt<T>(
  limiter: ConcurrencyLimiter,
  destination: string,
  task: (signal: AbortSignal, passedMs: () => number) => Promise<T>,
): Promise<T | Failed> {
  let passedMs = (): number => 0
  try {
    return await limiter.run(destination, (signal) => {
      const startedAt = performance.now()
      passedMs = () => Math.round(performance.now() - startedAt)
      return task(signal, passedMs)
    })
  } catch (error) {
    return { kind: 'failed', reason: describeFailure(error), durationMs: passedMs() }
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

const lookupAll: Lookup = (hostname) => lookup(hostname, { all: true })
