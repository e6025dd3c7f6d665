import type { AssumptionId, Choice } from '../assumptions/register.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import type { Arrived, Session } from './session.ts'

/** What a finding is based on: requests with their answers, and webhooks that arrived. */
export type Evidence = readonly (RecordedExchange | Arrived)[]

/** What a probe found out, and what that is based on. */
export type Finding<Option = string | number> =
  | { readonly option: Option; readonly evidence: Evidence }
  | (NotFound & { readonly option: undefined; readonly evidence: Evidence })

/** Why a probe found nothing. */
interface NotFound {
  /** In the probe's own words. */
  readonly reason: string
  /** What the service, its host or its network said, which ends the reason. */
  readonly said?: string | undefined
  /** What would let it find something. */
  readonly need?: Need | undefined
}

/** What a probe cannot do without, besides a key that may read everything. */
export type Need = 'write' | 'wait' | 'limitedKey' | 'otherKey' | 'spareKey' | 'receiver' | 'failedAssessment'

/** A choice of another row under which the options of a row look alike. */
export interface Hiding {
  readonly row: AssumptionId
  readonly options: readonly string[]
  /** Why nothing can be seen then. */
  readonly reason: string
  /** The options of the row itself that can be told all the same (none). */
  readonly but?: readonly string[]
}

/** What finds out which option of a row a service follows. */
export interface Probe<Id extends AssumptionId = AssumptionId> {
  /** What it needs (nothing: it only reads). */
  readonly needs?: readonly Need[]
  /** What lets it find out more (nothing). */
  readonly wants?: Need
  readonly hiddenBy?: readonly Hiding[]
  readonly find: (session: Session) => Promise<Finding<Choice<Id>>>
}

/** A probe for each of some rows. */
export type Probes<Id extends AssumptionId> = { readonly [Key in Id]: Probe<Key> }

/** An option that was found. */
export function found<const Option>(option: Option, ...evidence: Evidence): Finding<Option> {
  return { option, evidence }
}

/** That nothing was found. @param reason why, for people; with what somebody else said where that ends it */
export function unknown(
  reason: string | NotFound,
  ...evidence: readonly (RecordedExchange | undefined)[]
): Finding<never> {
  const why: NotFound = typeof reason === 'string' ? { reason } : reason
  const { said, need } = why
  return { option: undefined, reason: why.reason, said, need, evidence: evidence.filter((seen) => seen !== undefined) }
}
