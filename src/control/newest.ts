import { InputError, quote } from '../lib/input-error.ts'

/** The newest items of a list. @param limit their number, as a query has it (all) @throws InputError */
export function newest<T>(items: readonly T[], limit: string | undefined): readonly T[] {
  if (limit === undefined) return items
  if (/^[1-9]\d{0,8}$/.test(limit)) return items.slice(-Number(limit))
  throw new InputError(`expected a whole number of at least 1, got ${quote(limit)}`, { field: 'limit' })
}
