import { lookup as lookupAll } from 'node:dns/promises'
import { setMaxListeners } from 'node:events'

import pLimit from 'p-limit'

import { abortWith } from '../../lib/abort-with.ts'
import { InputError } from '../../lib/input-error.ts'
import { abortAfter } from '../../time/abort-after.ts'
import { steadyNow } from '../../time/clock.ts'
import { failed, type Outcome } from '../delivery.ts'
import { AllowedHosts, findTarget, type Lookup } from './target.ts'

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Called just before it is sent; false cancels it (always sent). */
  readonly begin?: () => boolean
}

interface TransportOptions {
  /** Host names, addresses and ranges such as `10.0.0.0/8` that webhooks may be sent to, beyond loopback addresses (none). */
  readonly allowHosts?: readonly string[]
  /** Called after each attempt (nothing). */
  readonly onEnd?: ((attempt: { readonly status: number | null; readonly isSigned: boolean }) => void) | undefined
  /** The timeout of one attempt by the wall clock (10,000). */
  readonly timeoutMs?: number
  /** The maximum of concurrent requests; others wait in order (64). */
  readonly maxConcurrent?: number
  /** Resolves host names (the resolver of this machine). */
  readonly lookup?: Lookup
}

export class Transport {
  readonly #allowed: AllowedHosts
  readonly #options: TransportOptions
  readonly #limit
  readonly #closing = abortWith()

  /** @throws InputError for a host that cannot be used */
  constructor(options: TransportOptions = {}) {
    this.#options = options
    this.#allowed = new AllowedHosts(options.allowHosts ?? [])
    this.#limit = pLimit(options.maxConcurrent ?? 64)
    setMaxListeners(0, this.#closing.signal)
  }

  /** Called before the first message if other machines can reach the fake. */
  expose(): void {
    this.#allowed.hasLoopback = false
  }

  /** Sends a request once. It never rejects. */
  async send(request: WebhookRequest): Promise<Outcome> {
    const outcome = await this.#limit(() => this.#post(request))
    const status = outcome.kind === 'answered' ? outcome.status : null
    this.#options.onEnd?.({ status, isSigned: 'webhook-signature' in request.headers })
    return outcome
  }

  async #post(request: WebhookRequest): Promise<Outcome> {
    const { url, begin = () => true } = request
    const { timeoutMs = 10_000, lookup = (hostname) => lookupAll(hostname, { all: true }) } = this.#options
    if (!begin()) return failed('canceled')
    const over = abortAfter(timeoutMs, [this.#closing.signal], () => new Error(`no answer within ${timeoutMs / 1000}s`))
    const { signal } = over
    const beganAt = steadyNow()
    const passedMs = (): number => Math.round(steadyNow() - beganAt)
    try {
      const target = await findTarget(url, this.#allowed, lookup, signal)
      const { sendWebhook } = await import('./webhook.ts')
      const { status, response } = await sendWebhook(target, request, signal)
      return { kind: 'answered', status, durationMs: passedMs(), reason: null, response }
    } catch (error) {
      if (error instanceof InputError) return { kind: 'refused', reason: error.message }
      return failed(describeFailure(signal.aborted ? signal.reason : error), passedMs())
    } finally {
      over.abort()
    }
  }

  /** Fails the attempts under way and the waiting ones. */
  close(): void {
    this.#closing.abort(new Error('the fake was stopped'))
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  // The message of OpenSSL contains memory addresses.
  if (/^(?:EPROTO|ERR_SSL_)/.test(code)) return 'the TLS handshake failed'
  // Node appends the local address to some messages.
  const message = error.message.replace(/ - Local .*/, '') || code
  return message.replaceAll(/\s+/g, ' ').slice(0, 300)
}
