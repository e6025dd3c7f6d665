import type { QuotaInfo } from '../../../control/endpoints/keys.ts'
import { summary } from '../../state/summary.ts'
import { parseInstant } from '../../state/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { numberText, spanOf } from '../../ui/format.ts'

/** How much of a quota is left, and when it begins again. */
export function QuotaMeter({ window }: { readonly window: QuotaInfo | undefined }) {
  if (window === undefined) return <span class="muted">–</span>
  const { limit, remaining, reset, name } = window
  const now = summary.value?.clock.now
  return (
    <div class="quota">
      <span class="num">
        <strong>{numberText(remaining)}</strong>
        <span class="muted"> of {numberText(limit)}</span> {remaining === 0 ? <Badge tone="bad">used up</Badge> : null}
      </span>
      <meter
        aria-label={`Requests left for ${name}`}
        min={0}
        max={Math.max(1, limit)}
        value={remaining}
        low={Math.max(1, limit) * 0.1}
      />
      {remaining < limit && now !== undefined ? (
        <span class="muted">resets in {spanOf(parseInstant(reset) - parseInstant(now))}</span>
      ) : null}
    </div>
  )
}
