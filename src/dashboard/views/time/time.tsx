import type { DueInfo } from '../../../control/endpoints/clock.ts'
import { readDue } from '../../state/clock.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Refused, View } from '../../ui/view.tsx'
import { Clock } from './clock.tsx'
import { Due } from './due.tsx'

import './time.css'

/** The view Time: the clock of the sandbox, and what comes due next. */
export function Time() {
  const { value, error } = useLoaded<readonly DueInfo[]>('due', readDue)
  return (
    <View title="Time" lead="By this clock records change their state, quotas reset, and webhooks are attempted again.">
      <Clock />
      <Refused text={error} />
      {value === undefined ? null : <Due items={value} />}
    </View>
  )
}
