import { useState } from 'preact/hooks'

import { readDue, tellPassed, useNow } from '../../state/clock.ts'
import { parseInstant } from '../../state/time.ts'
import { attempt } from '../../state/toasts.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Refused, View } from '../../ui/view.tsx'
import { Clock } from './clock.tsx'
import { Due } from './due.tsx'

/** Moves the clock. What came due is told in the view. */
export type Act = (work: (tell: (text: string) => void) => Promise<void>) => Promise<boolean>

/** The clock of the sandbox, and what comes due next. */
export function Time() {
  const { value, error } = useLoaded('due', () => readDue())
  const now = useNow(500)
  const [told, tell] = useState('')
  const act: Act = (work) => {
    tell('')
    return attempt(() => work(tell))
  }
  if (now === undefined) return <View title="Time">{null}</View>
  // A running clock passes some before they are listed again.
  const items = value?.filter(({ at }) => parseInstant(at) > now)
  return (
    <View title="Time">
      <Clock
        next={items?.[0]}
        told={told}
        act={act}
        onSet={(clock) => {
          tell('')
          tellPassed(tell, items ?? [], clock)
        }}
      />
      <Refused text={error} />
      {items === undefined ? null : <Due items={items} now={now} act={act} />}
    </View>
  )
}
