import { advanceTo, readDue, useNow } from '../../state/clock.ts'
import { parseInstant } from '../../state/time.ts'
import { attempt } from '../../state/toasts.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { dateTimeOf, spanOf } from '../../ui/format.ts'

/** The states that time brings to a record, each with a button that moves the clock there. */
export function Lifecycle({ area, id }: { readonly area: string; readonly id: string }) {
  const now = useNow(250)
  const { value = [] } = useLoaded(`due ${area}/${id}`, () => readDue({ kind: area, id }))
  if (value.length === 0 || now === undefined) return null
  const last = value.length - 1
  return (
    <ol class="lifecycle" aria-label="What the clock brings">
      {value.map(({ at, event }, index) => (
        <li key={at} class="row">
          <StateBadge state={event} />
          <span class="num grow" title={dateTimeOf(at)}>
            in {spanOf(parseInstant(at) - now)}
          </span>
          <Button size="small" kind={index === last ? 'primary' : 'plain'} onClick={() => attempt(() => advanceTo(at))}>
            {`Advance to ${event}`}
          </Button>
        </li>
      ))}
    </ol>
  )
}
