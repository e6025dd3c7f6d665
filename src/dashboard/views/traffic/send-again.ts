import { useState } from 'preact/hooks'

import type { AssumptionInfo } from '../../../control/endpoints/assumptions.ts'
import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import { below, change } from '../../state/ask.ts'
import { type Choice, choose } from '../../state/assumptions.ts'
import { messageOf } from '../../state/use-loaded.ts'

/** An assumption that was switched, and stays so. */
export interface Switched {
  readonly id: string
  readonly from: Choice
  readonly to: Choice
}

/** A request that was sent again. */
export interface Comparison {
  readonly after: RequestInfo
  /** Undefined where nothing was switched before. */
  readonly switched: Switched | undefined
}

/** Ways to send a request again. Each answers with the reason of a refusal. */
export interface SendingAgain {
  /** Undefined until a request was sent again. */
  readonly comparison: Comparison | undefined
  readonly close: () => void
  readonly send: () => Promise<string | undefined>
  readonly sendWith: (assumption: AssumptionInfo, option: Choice) => Promise<string | undefined>
}

/** Sends a request again, also with another choice of an assumption. If the request is refused, the choice is taken back. */
export function useSendingAgain(before: RequestInfo): SendingAgain {
  const [comparison, compare] = useState<Comparison>()
  const { sandbox } = before
  const resend = (): Promise<RequestInfo> =>
    change<RequestInfo>('POST', `${below('/requests', before.id)}/send`, { sandbox })
  return {
    comparison,
    close: () => compare(undefined),
    send: () => refusalOf(async () => compare({ after: await resend(), switched: undefined })),
    sendWith: ({ id, choice: from }, to) =>
      refusalOf(async () => {
        try {
          await choose({ [id]: to }, sandbox)
          compare({ after: await resend(), switched: { id, from, to } })
        } catch (error) {
          await choose({ [id]: from }, sandbox).catch(() => {})
          throw error
        }
      }),
  }
}

async function refusalOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
