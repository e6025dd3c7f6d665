import { InputError, quote } from '../lib/input-error.ts'

/** The whole number in a query parameter; undefined where it is missing. @param max the largest (any) @throws InputError */
export function readCount(name: string, text: string | undefined, min: number, max?: number): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (count >= min && count <= (max ?? Number.MAX_SAFE_INTEGER)) return count
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`
  throw new InputError(`expected a whole number ${range}, got ${quote(text)}`, { field: name })
}
