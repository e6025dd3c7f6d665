import type { ComponentChildren } from 'preact'

/** The meaning of a colour; `plain` has no background. */
export type Tone = 'warn' | 'bad' | 'info' | 'neutral' | 'plain'

/** A short coloured text. */
export const Badge = ({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone
  readonly children: ComponentChildren
}) => <span class={`badge ${tone}`}>{children}</span>

export function toneOf(status: number | null): Tone {
  if (status === null || status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'plain'
}

/** The HTTP status of an answer, or `no answer` for a network fault. */
export function StatusBadge({
  status,
  fault = null,
}: {
  readonly status: number | null
  readonly fault?: string | null
}) {
  return <Badge tone={fault === null ? toneOf(status) : 'bad'}>{status ?? 'no answer'}</Badge>
}

/** The states with a colour: pending or failed. */
const states: Readonly<Record<string, Tone>> = {
  revoked: 'bad',
  failed: 'bad',
  refused: 'bad',
  pending: 'info',
  in_progress: 'info',
}

/** The state of a record or a delivery. */
export const StateBadge = ({ state }: { readonly state: string }) => (
  <Badge tone={states[state] ?? 'plain'}>{state}</Badge>
)
