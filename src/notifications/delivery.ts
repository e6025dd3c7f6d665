import type { Choice } from '../assumptions/register.ts'

/** How an attempt ended. */
export type Outcome =
  | {
      readonly kind: 'answered'
      /** Any status, those of redirects included: none is followed. */
      readonly status: number
      readonly durationMs: number
      /** The start of the body, at most 1 KiB of it, read as UTF-8. */
      readonly response: string
    }
  | {
      readonly kind: 'failed'
      /** One line. */
      readonly reason: string
      /** Whole milliseconds by the wall clock; 0 for what was never begun. */
      readonly durationMs: number
    }
  /** Nothing was sent, since the URL or the address may not be used; the reason is one line. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** There is nobody to hand it to. */
  | { readonly kind: 'unsent' }

/** The outcome of an attempt that ended with an error. */
export function toFailure(error: unknown): Outcome {
  return { kind: 'failed', reason: error instanceof Error ? error.message : String(error), durationMs: 0 }
}

/** Characters of an e-mail address at the most: a header cannot be folded inside one. */
const mostInAddress = 254

/** The outcome for an e-mail address that no message can go to; undefined for any other. */
export function refuseAddress({ length }: string): Outcome | undefined {
  if (length <= mostInAddress) return undefined
  return {
    kind: 'refused',
    reason: `email: expected an address of at most ${mostInAddress} characters (RFC 5321), got ${length}`,
  }
}

/** One attempt to deliver. */
interface Attempt {
  /** The instant of the sandbox's clock, in Unix milliseconds. */
  readonly atMs: number
  /** HTTP status; null where there was no answer. */
  readonly status: number | null
  readonly durationMs: number
  /** Why it failed; null where it was answered. */
  readonly reason: string | null
  /** The beginning of the answer. */
  readonly response: string
}

/** What is sent. */
export const deliveryKinds = ['webhook', 'email'] as const

/** What became of a delivery so far. An e-mail that nobody is to send on is kept. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'refused', 'kept'] as const

/** What is to be delivered. */
export interface Notification {
  readonly kind: (typeof deliveryKinds)[number]
  /** What it is about: deliveries of one group keep their order. */
  readonly group: string
  /** The same, as the API shows it. */
  readonly about: string
  /** What happened (`analysis_job.completed`). */
  readonly event: string
  /** The URL, or the e-mail address. */
  readonly to: string
  /** The body of a webhook, or the text of an e-mail. */
  readonly body: string
  /** The subject of an e-mail. */
  readonly subject: string
  /** Whether nothing more can come of its group. */
  readonly isLast: boolean
}

/** A delivery, as plain data. Instants in Unix milliseconds. */
export interface Delivery extends Notification {
  readonly id: string
  /** In which order they were made, from 0. */
  readonly number: number
  readonly createdMs: number
  state: (typeof deliveryStates)[number]
  /** Why it was refused; null otherwise. */
  reason: string | null
  /** When it is tried next; null where it is not, or waits for another. */
  nextMs: number | null
  /** Tries since it was made, or redelivered by hand. */
  tries: number
  /** How often it is sent again after it was accepted. */
  resends: number
  /** Whether it is held back until what comes after it in its group was delivered. */
  held: boolean
  attempts: readonly Attempt[]
  /** The headers of the last attempt, or the whole message of an e-mail. */
  sent: string | Readonly<Record<string, string>> | null
  /** In which order deliveries were settled, from 1; null for one that was not yet. */
  settled: number | null
}

/** Bytes that a delivery takes until it is settled, about. @param length characters of its body: a text is two bytes a character */
export const pendingBytes = (length: number): number => 1024 + 2 * length

/** How long to wait after each try that failed, in milliseconds; after the last it has failed for good. */
const backoffMs = [5_000, 300_000, 1_800_000, 7_200_000]

/** Attempts that are kept of one delivery. */
const mostAttempts = 50

/** A status that says that nothing is to be sent there any more. */
const gone = 410

const isAccepted = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300

function toAttempt(outcome: Outcome, atMs: number): Attempt | undefined {
  if (outcome.kind !== 'answered' && outcome.kind !== 'failed') return undefined
  const { durationMs } = outcome
  // Its fields are in one order, whatever came of it: they are shown as they stand.
  return outcome.kind === 'answered'
    ? { atMs, status: outcome.status, durationMs, reason: null, response: outcome.response }
    : { atMs, status: null, durationMs, reason: outcome.reason, response: '' }
}

/** When an attempt was sent, and when it ended: what a wait begins at. By the sandbox's clock. */
interface Times {
  readonly atMs: number
  readonly endMs: number
}

/** Writes down how an attempt ended, and what comes next. @param retries what the register says */
export function conclude(
  delivery: Delivery,
  outcome: Outcome,
  { atMs, endMs }: Times,
  retries: Choice<'webhookRetries'>,
): void {
  const attempt = toAttempt(outcome, atMs)
  if (attempt !== undefined) delivery.attempts = [...delivery.attempts, attempt].slice(-mostAttempts)
  delivery.tries += 1
  delivery.nextMs = null
  if (outcome.kind === 'refused') {
    delivery.state = 'refused'
    delivery.reason = outcome.reason
  } else if (outcome.kind === 'unsent') delivery.state = 'kept'
  else if (isAccepted(outcome)) {
    delivery.state = 'delivered'
    if (delivery.resends > 0) delivery.nextMs = endMs
    delivery.resends = Math.max(0, delivery.resends - 1)
  } else if (delivery.state === 'pending') concludeFailure(delivery, outcome, endMs, retries)
}

function concludeFailure(delivery: Delivery, outcome: Outcome, endMs: number, retries: Choice<'webhookRetries'>): void {
  const waitMs = retries === 'backoff' ? backoffMs[delivery.tries - 1] : undefined
  const isOver = outcome.kind === 'answered' && outcome.status === gone
  if (waitMs === undefined || isOver) delivery.state = 'failed'
  else delivery.nextMs = endMs + waitMs
}
