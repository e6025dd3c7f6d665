import { InputError, quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'
import { polledTooOften } from './polling.ts'
import { gaveUp, retriedInVain, usedRevokedKey } from './refusals.ts'
import { matchedNoOperation, tookTamperedWebhook } from './requests.ts'
import { sameCreateElsewhere, repeatedCommittedCreate, retriedTooEarly, retriedWithoutBackoff } from './retries.ts'

/** Every verdict, the worst first. */
export const verdicts = [
  retriedTooEarly,
  repeatedCommittedCreate,
  usedRevokedKey,
  tookTamperedWebhook,
  retriedInVain,
  retriedWithoutBackoff,
  gaveUp,
  polledTooOften,
  matchedNoOperation,
  sameCreateElsewhere,
] as const

/** Id of a verdict. */
export type VerdictId = (typeof verdicts)[number]['id']

/** Reads ids of verdicts. @param field names them in errors @throws InputError */
export function readVerdictIds(ids: readonly string[], field: string): readonly VerdictId[] {
  const known = verdicts.map(({ id }) => id)
  return ids.map((id) => {
    const found = known.find((other) => other === id)
    if (found !== undefined) return found
    throw new InputError(`${quote(id)} is not one of ${known.join(', ')}.${didYouMean(id, known)}`, {
      kind: 'unknown',
      field,
    })
  })
}
