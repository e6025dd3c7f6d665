import type { AssumptionId, Choice } from '../assumptions/register.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import type { Arrived, Session } from './session.ts'

/** Requests with their answers, and webhooks that arrived. */
export type Evidence = readonly (RecordedExchange | Arrived)[]

/** The result of a probe, with its evidence. */
export type Finding<Option = string | number> =
  | { readonly option: Option; readonly evidence: Evidence }
  | (NotFound & { readonly option: undefined; readonly evidence: Evidence })

/** Why a probe found nothing. */
interface NotFound {
  /** In the probe's own words. */
  readonly reason: string
  /** A text of the service, its host or its network that ends the reason. */
  readonly said?: string | undefined
  /** The means that the probe lacked. */
  readonly need?: Need | undefined
}

/** Something that a probe needs beyond a key that may read everything. */
export type Need = 'write' | 'wait' | 'limitedKey' | 'otherKey' | 'spareKey' | 'receiver' | 'failedAssessment'

/** An option of another row that hides the difference between the options of a row. */
export interface Hiding {
  readonly row: AssumptionId
  readonly options: readonly string[]
  /** Why there is no difference then. */
  readonly reason: string
  /** The options of the row itself that are visible nevertheless (none). */
  readonly but?: readonly string[]
}

/** Finds out which option of a row a service follows. */
export interface Probe<Id extends AssumptionId = AssumptionId> {
  /** The means that it requires (none: it only reads). */
  readonly needs?: readonly Need[]
  /** The means that let it find more options (none). */
  readonly wants?: Need
  readonly hiddenBy?: readonly Hiding[]
  readonly find: (session: Session) => Promise<Finding<Choice<Id>>>
}

/** A probe for each of some rows. */
export type Probes<Id extends AssumptionId> = { readonly [Key in Id]: Probe<Key> }

/** The finding of an option. */
export function found<const Option>(option: Option, ...evidence: Evidence): Finding<Option> {
  return { option, evidence }
}

/** The finding that nothing was found. @param reason why, for people */
export function unknown(
  reason: string | NotFound,
  ...evidence: readonly (RecordedExchange | undefined)[]
): Finding<never> {
  const why: NotFound = typeof reason === 'string' ? { reason } : reason
  const { said, need } = why
  return { option: undefined, reason: why.reason, said, need, evidence: evidence.filter((seen) => seen !== undefined) }
}
