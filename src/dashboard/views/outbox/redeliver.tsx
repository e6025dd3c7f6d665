import type { DeliveryInfo } from '../../../control/endpoints/outbox.ts'
import { below, change } from '../../state/ask.ts'
import { attempt, say } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'

/** Says how an attempt ended. */
function outcomeOf({ attempts, state, reason }: DeliveryInfo): string {
  const last = attempts.at(-1)
  if (last === undefined) return `It is ${state}${reason === null ? '' : `: ${reason}`}.`
  return last.status === null ? `No answer: ${last.reason ?? state}.` : `The receiver answered ${last.status}.`
}

/** Tries a delivery again. */
export function Redeliver({ delivery }: { readonly delivery: DeliveryInfo }) {
  const redeliver = (): Promise<boolean> =>
    attempt(async () => {
      const tried = await change<DeliveryInfo>('POST', `${below('/outbox', delivery.id)}/redeliver`)
      say(outcomeOf(tried), tried.attempts.at(-1)?.reason != null)
    })
  return (
    <Button size="small" icon="send" onClick={redeliver}>
      Redeliver
    </Button>
  )
}
