import { useState } from 'preact/hooks'

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

/** Sends a request again, also with another choice of an assumption. The address has the new request, to compare both. */
export function useSendingAgain(before: RequestInfo) {
  const [switched, setSwitched] = useState<Switched>()
  const { sandbox } = before
  /** @returns why it is refused: the choice is taken back then */
  const send = async (next?: Switched): Promise<string | undefined> => {
    try {
      if (next !== undefined) await choose({ [next.id]: next.to }, sandbox)
      const after = await api('POST /requests/{name}/send', { path: { name: before.id }, sandbox })
      setSwitched(next)
      // Another request may be open by now.
      if (route.peek().item === keyOf(before)) setQuery({ compare: after.id })
      return undefined
    } catch (error) {
      if (next !== undefined) await choose({ [next.id]: next.from }, sandbox).catch(() => {})
      return messageOf(error)
    }
  }
  return { switched, send }
}
