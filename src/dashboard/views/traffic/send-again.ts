import { useState } from 'preact/hooks'

import type { AssumptionInfo } from '../../../control/endpoints/assumptions.ts'
import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import { api } from '../../state/api.ts'
import { type Choice, choose } from '../../state/assumptions.ts'
import { route, setQuery } from '../../state/route.ts'
import { keyOf } from '../../state/traffic.ts'
import { messageOf } from '../../state/use-loaded.ts'

/** An assumption that was switched, and stays so. */
export interface Switched {
  readonly id: string
  readonly from: Choice
  readonly to: Choice
}

export type SendingAgain = ReturnType<typeof useSendingAgain>

/**
 * Sends a request again, also with another choice of an assumption, which is taken back if the request is refused. The address
 * has the new request, to compare both. Each way answers with the reason of a refusal.
 */
export function useSendingAgain(before: RequestInfo) {
  const [switched, setSwitched] = useState<Switched>()
  const { sandbox } = before
  const resend = async (next?: Switched): Promise<void> => {
    const after = await api('POST /requests/{name}/send', { path: { name: before.id }, sandbox })
    setSwitched(next)
    // Another request may be open by now.
    if (route.peek().item === keyOf(before)) setQuery({ compare: after.id })
  }
  return {
    /** What was switched before; undefined where nothing was. */
    switched,
    send: () => refusalOf(resend),
    sendWith: ({ id, choice: from }: AssumptionInfo, to: Choice) =>
      refusalOf(async () => {
        try {
          await choose({ [id]: to }, sandbox)
          await resend({ id, from, to })
        } catch (error) {
          await choose({ [id]: from }, sandbox).catch(() => {})
          throw error
        }
      }),
  }
}

const refusalOf = (work: () => Promise<void>): Promise<string | undefined> => work().then(() => undefined, messageOf)
