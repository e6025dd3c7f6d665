import type { Choice } from '../assumptions/register.ts'

/** The outcome of an attempt. */
export type Outcome =
  | {
      readonly kind: 'answered'
      /** Any status: no redirect is followed. */
      readonly status: number
      readonly durationMs: number
      /** At most the first KiB of the body, read as UTF-8. */
      readonly response: string
      /** True if the signature was a wrong one (no). */
      readonly tampered?: true
    }
  | {
      readonly kind: 'failed'
      /** One line. */
      readonly reason: string
      /** Whole milliseconds by the wall clock; 0 for an attempt that did not begin. */
      readonly durationMs: number
    }
  /** The URL or the address may not be used, so nothing was sent; the reason is one line. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** There is no SMTP server to send it to. */
  | { readonly kind: 'unsent' }

/** The outcome of an attempt that ended with an error. */
export function toFailure(error: unknown): Outcome {
  return { kind: 'failed', reason: error instanceof Error ? error.message : String(error), durationMs: 0 }
}

/** Most characters of an e-mail address: a header cannot be folded inside one. */
const mostInAddress = 254

/** The refusal of an e-mail address that is too long for any message. */
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
  /** HTTP status; null where no answer came. */
  readonly status: number | null
  readonly durationMs: number
  /** Why it failed; null where an answer came. */
  readonly reason: string | null
  /** The beginning of the answer. */
  readonly response: string
  /** True if the answer is to a wrong signature (no). */
  readonly tampered?: true | undefined
}

/** The kinds of notification. */
export const deliveryKinds = ['webhook', 'email'] as const

/** The states of a delivery. An e-mail is `kept` where there is no SMTP server. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'refused', 'kept'] as const

/** A message about a change. */
export interface Notification {
  readonly kind: (typeof deliveryKinds)[number]
  /** The id of its subject: deliveries of one group keep their order. */
  readonly group: string
  /** The id of its subject, as the API shows it. */
  readonly about: string
  /** The change (`analysis_job.completed`). */
  readonly event: string
  /** The URL, or the e-mail address. */
  readonly to: string
  /** The body of a webhook, or the text of an e-mail. */
  readonly body: string
  /** The subject of an e-mail. */
  readonly subject: string
  /** True if it is the last of its group. */
  readonly isLast: boolean
}

/** A change to come. What its notifications say is decided when it is due. */
export interface Notice {
  /** The id of its subject. */
  readonly group: string
  /** When it is due, in Unix milliseconds. */
  readonly atMs: number
  readonly change: string
  /** Bytes that are kept free until then for the notifications. */
  readonly reserved: number
}

/** A delivery, as plain data. Instants in Unix milliseconds. */
export interface Delivery extends Notification {
  readonly id: string
  /** Counts the deliveries of the sandbox, from 0. */
  readonly number: number
  readonly createdMs: number
  state: (typeof deliveryStates)[number]
  /** Why it was refused; null in any other state. */
  reason: string | null
  /** When it is tried next; null where no attempt is to come. */
  nextMs: number | null
  /** Attempts since it was made, or redelivered by hand. */
  tries: number
  /** Times that it is still sent again after it was accepted. */
  resends: number
  /** True if it waits until a later delivery of its group is settled. */
  held: boolean
  attempts: readonly Attempt[]
  /** The headers of the last attempt, or the whole message of an e-mail. */
  sent: string | Readonly<Record<string, string>> | null
  /** Counts the settled deliveries of the sandbox, from 1; null until it is settled. */
  settled: number | null
}

/** Bytes that a delivery takes until it is settled, about: two for each character of its body. @param length of the body */
export const pendingBytes = (length: number): number => 1024 + 2 * length

/** The wait after each failed attempt, in milliseconds. The attempt after the last wait is final. */
const backoffMs = [5_000, 300_000, 1_800_000, 7_200_000]

/** Most attempts that one delivery shows. */
const mostAttempts = 50

/** The status of a receiver that wants no more. */
const gone = 410

const isAccepted = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300

/** The result of an attempt in one word. */
export function resultOf(outcome: Outcome): 'accepted' | 'rejected' | 'failed' | 'refused' | 'unsent' {
  if (outcome.kind !== 'answered') return outcome.kind
  return isAccepted(outcome) ? 'accepted' : 'rejected'
}

function toAttempt(outcome: Outcome, atMs: number): Attempt | undefined {
  if (outcome.kind !== 'answered' && outcome.kind !== 'failed') return undefined
  const { durationMs } = outcome
  // Both have their fields in one order, since the control plane shows them as they are.
  if (outcome.kind === 'failed') return { atMs, status: null, durationMs, reason: outcome.reason, response: '' }
  const { status, response, tampered } = outcome
  return { atMs, status, durationMs, reason: null, response, ...(tampered === undefined ? {} : { tampered }) }
}

/** When an attempt was sent and when it ended, by the sandbox's clock. A wait begins at the end. */
interface Times {
  readonly atMs: number
  readonly endMs: number
}

/** Records how an attempt ended, and what comes next. */
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
