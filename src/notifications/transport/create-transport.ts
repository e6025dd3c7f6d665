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

/** The outcome of one attempt to send a message. */
export type MailOutcome =
  | {
      readonly kind: 'sent'
      readonly durationMs: number
      /** The reply of the SMTP server, in one line. */
      readonly response: string
    }
  | Failed
  /** There is no SMTP server. */
  | { readonly kind: 'unsent'; readonly reason: string }

/** Sends webhooks and e-mails. */
export interface OpenTransport {
  /** Sends a request once. It never rejects. */
  post(request: WebhookRequest): Promise<Outcome>
  /** Sends a complete MIME message to the SMTP server once. It never rejects. */
  mail(message: Uint8Array, envelope: Envelope): Promise<MailOutcome>
  /** Fails the attempts under way, and ends all connections. */
  close(): Promise<void>
}

export interface TransportOptions {
  /** Host names, addresses and ranges such as `10.0.0.0/8` that webhooks may be sent to. */
  readonly allowHosts: readonly string[]
  /** Allows loopback addresses too (true). */
  readonly allowLoopback?: boolean | undefined
  /** `smtp://host:port` or `smtps://host:port`, with `user:password@` where the server asks for it (no server). */
  readonly smtp?: string | undefined
  /** Longest time of one attempt by the wall clock (10,000). */
  readonly timeoutMs?: number | undefined
  /** Most requests at once to one host, and eight times as many in all; the others wait in order (8). */
  readonly mostAtOnce?: number | undefined
  /** Finds the addresses of a host name (the resolver of this machine). */
  readonly lookup?: Lookup | undefined
}

/** Hosts that can each have their most requests at once. */
const hostsAtOnce = 8

/** @throws InputError for an invalid option */
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
  const posts = new ConcurrencyLimiter({ mostAtOnce: mostAtOnce * hostsAtOnce, mostForEach: mostAtOnce, timeoutMs })
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

/** Runs a task under the limits, and turns an error into a failed outcome. */
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
