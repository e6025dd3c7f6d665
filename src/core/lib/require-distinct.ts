import { InputError } from './input-error.ts'

/** Refuses items with the same name. @param field names the items in the message. @throws InputError */
export function requireDistinct<T>(items: readonly T[], toName: (item: T) => string | number, field: string): void {
  if (new Set(items.map(toName)).size === items.length) return
  throw new InputError('must not contain duplicates', { field })
}
