import type { AssumptionId, Choice } from '../../core/assumptions/register.ts'
import type { InputError } from '../../core/lib/input-error.ts'
import { keysOf } from '../../core/lib/keys-of.ts'
import type { RecordedExchange, ProbeRequest } from './recorded-exchange.ts'
import { type Need, type Session, unknownOption } from './session.ts'

/** The options of other rows under which the options of a row cannot be told apart. */
export type HidingOptions = { readonly [Id in AssumptionId]?: readonly Choice<Id>[] }

/** Finds the option of a row that a service follows. @throws Unknown if it finds none */
export type Find<Option = string | number> = (session: Session) => Promise<Option>

/** What finds the option, and what it requires. */
export interface Probe<Option = string | number> {
  /** The means that it requires. Default: none, it only reads. */
  readonly needs?: readonly Need[]
  /** The means that let it find more options. Default: none. */
  readonly wants?: readonly Need[]
  readonly hiddenBy?: HidingOptions
  /** The options of its row that can be found nevertheless. Default: none. */
  readonly neverHidden?: readonly Option[]
  readonly find: Find<Option>
}

/** A probe that requires nothing is a function alone. */
export type Probes<Id extends AssumptionId> = { readonly [Key in Id]: Find<Choice<Key>> | Probe<Choice<Key>> }

export const unexpected = (seen: RecordedExchange): InputError =>
  unknownOption(`the answer fits no option: ${seen.status} ${seen.code ?? ''}`.trimEnd())

export function pickOption<const Option extends string>(
  conditions: Readonly<Record<Option, boolean>>,
  seen: RecordedExchange,
): Option {
  const option = keysOf(conditions).find((name) => conditions[name])
  if (option === undefined) throw unexpected(seen)
  return option
}

export function rejectedOr<const Refused extends string, const Served extends string>(
  seen: RecordedExchange,
  refused: Refused,
  served: Served,
): Refused | Served {
  if (seen.code === 'invalid_request') return refused
  if (seen.isServed) return served
  throw unexpected(seen)
}

export const notApplied = (): InputError => unknownOption('the service ignored the filter')

/** Finds the option with a filter that no record matches. A service that returns records ignored the filter. */
export function rejectedOrEmpty(seen: RecordedExchange): 'reject' | 'empty' {
  if (seen.isServed && seen.page.total_items !== 0) throw notApplied()
  return rejectedOr(seen, 'reject', 'empty')
}

/** Reads the answer to one request. @param isLike accepts another exchange in its place */
export const byAnswer =
  <Option>(
    request: ProbeRequest,
    read: (seen: RecordedExchange) => Option,
    isLike?: (seen: RecordedExchange) => boolean,
  ): Find<Option> =>
  async (session) =>
    read(await session.see(request, isLike))

export const byFilter = (operation: string, query: string, isLike?: (seen: RecordedExchange) => boolean) =>
  byAnswer({ operation, query }, rejectedOrEmpty, isLike)
