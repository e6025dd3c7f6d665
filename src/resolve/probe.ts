import type { AssumptionId, Choice } from '../assumptions/register.ts'
import { keysOf } from '../lib/keys-of.ts'
import { codeOf, isServed, paginationOf, type RecordedExchange, type Seen } from './recorded-exchange.ts'
import type { ProbeRequest } from './sent-request.ts'
import type { Arrived, Session } from './session.ts'

/** Requests with their answers, and webhooks that arrived. */
export type Evidence = readonly (RecordedExchange | Arrived)[]

/** The result of a probe. */
export interface Finding<Option = string | number> extends Partial<NotFound> {
  /** Undefined if none was found. */
  readonly option: Option | undefined
  readonly evidence: Evidence
}

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
  readonly find: Find<Choice<Id>>
}

type Find<Option> = (session: Session) => Promise<Finding<Option>>

/** A probe for each of some rows. */
export type Probes<Id extends AssumptionId> = { readonly [Key in Id]: Probe<Key> }

/** The finding of an option. */
export function found<const Option>(option: Option, ...evidence: readonly (Seen | Arrived)[]): Finding<Option> {
  return { option, evidence: evidence.filter((seen) => seen !== undefined) }
}

/** The finding that nothing was found. @param reason why, for people */
export function unknown(reason: string | NotFound, ...evidence: readonly Seen[]): Finding<never> {
  const { reason: why, said, need } = typeof reason === 'string' ? { reason } : reason
  return { ...found(undefined, ...evidence), option: undefined, reason: why, said, need }
}

/** The finding if a recording has no suitable request. */
export const notSeen = (): Finding<never> => unknown('the recording has no such request')

/** The finding for an answer that fits no option. */
export function unexpected(...evidence: readonly Seen[]): Finding<never> {
  const last = evidence.findLast((seen) => seen !== undefined)
  if (last === undefined) return notSeen()
  return unknown(`an answer that fits no option: ${last.status} ${codeOf(last) ?? ''}`.trimEnd(), ...evidence)
}

/** Finds the first option of which the condition holds. */
export function pick<const Option extends string>(
  conditions: Readonly<Record<Option, boolean>>,
  ...evidence: readonly Seen[]
): Finding<Option> {
  const option = keysOf(conditions).find((name) => conditions[name])
  return option === undefined || evidence.every((seen) => seen === undefined)
    ? unexpected(...evidence)
    : found(option, ...evidence)
}

/** Finds one option if a request was refused as invalid, another if it was served. */
export function refusedOr<const Refused extends string, const Served extends string>(
  seen: Seen,
  refused: Refused,
  served: Served,
): Finding<Refused | Served> {
  if (codeOf(seen) === 'invalid_request') return found(refused, seen)
  return isServed(seen) ? found(served, seen) : unexpected(seen)
}

/** The finding if a service returns records that do not match a filter. */
export const notApplied = (...evidence: readonly Seen[]): Finding<never> =>
  unknown('the service ignored the filter', ...evidence)

/** The finding for a filter that no record matches: a service that returns records ignores it. */
export function refusedOrEmpty(seen: Seen): Finding<'reject' | 'empty'> {
  return isServed(seen) && paginationOf(seen).total_items !== 0 ? notApplied(seen) : refusedOr(seen, 'reject', 'empty')
}

/** Finds an option by the answer to one request. @param isLike says if an exchange of a recording will do as well */
export function byAnswer<Option>(
  request: ProbeRequest,
  read: (seen: Seen) => Finding<Option>,
  isLike?: (seen: RecordedExchange) => boolean,
): { readonly find: Find<Option> } {
  return { find: async (session) => read(await session.see(request, isLike)) }
}
