import { InputError, quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'

/** Reads a query parameter that has one of some values. @returns undefined where it is missing @throws InputError */
export function oneOf<T extends string>(field: string, known: readonly T[], text: string | undefined): T | undefined {
  if (text === undefined) return undefined
  const found = known.find((value) => value === text)
  if (found !== undefined) return found
  const expected = known.length === 1 ? known[0] : `one of ${known.join(', ')}`
  throw new InputError(`expected ${expected}, got ${quote(text)}.${didYouMean(text, known)}`, { field })
}
