import type { ComponentChildren } from 'preact'

/** The meaning of a colour; `plain` is a text without a ground. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral' | 'plain'

/** A short word with a meaning. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>
}

export function toneOf(status: number | null): Tone {
  if (status === null || status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'plain'
}

/** The HTTP status of an answer; a network fault where there was none. */
export function StatusBadge({
  status,
  fault = null,
}: {
  readonly status: number | null
  readonly fault?: string | null
}) {
  return <Badge tone={fault === null ? toneOf(status) : 'bad'}>{status ?? 'no answer'}</Badge>
}

const states: Readonly<Record<string, Tone>> = {
  completed: 'plain',
  delivered: 'plain',
  kept: 'plain',
  active: 'plain',
  revoked: 'bad',
  failed: 'bad',
  refused: 'bad',
  retrying: 'warn',
  pending: 'info',
  running: 'plain',
  in_progress: 'info',
}

/** The state of a record or a delivery. */
export function StateBadge({ state }: { readonly state: string }) {
  return <Badge tone={states[state] ?? 'neutral'}>{state}</Badge>
}
