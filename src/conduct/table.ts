import { connectionPerRequest } from './connections.ts'
import { keyTooPowerful, usedRevokedKey } from './keys.ts'
import { askedBeyondEnd, builtPageLink, readSmallPages } from './pages.ts'
import { polledAfterEnd, polledTooOften } from './polling.ts'
import { gaveUp, repeatedCommittedCreate, retriedInVain } from './refusals.ts'
import { matchedNoOperation, sentIgnoredFields } from './requests.ts'
import { retriedTooEarly, retriedWithoutBackoff } from './retries.ts'
import { tookTamperedWebhook } from './webhooks.ts'

/** Every verdict, the worst first. */
export const verdicts = [
  retriedTooEarly,
  repeatedCommittedCreate,
  usedRevokedKey,
  tookTamperedWebhook,
  retriedInVain,
  retriedWithoutBackoff,
  gaveUp,
  builtPageLink,
  askedBeyondEnd,
  polledTooOften,
  polledAfterEnd,
  sentIgnoredFields,
  matchedNoOperation,
  keyTooPowerful,
  connectionPerRequest,
  readSmallPages,
] as const

/** Id of a verdict. */
export type VerdictId = (typeof verdicts)[number]['id']
