import { InputError, quote } from '../lib/input-error.ts'

/** The whole number in a query parameter; undefined where it is missing. @throws InputError */
export function readCount(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (count >= min && count <= max) return count
  throw new InputError(`expected a whole number from ${min} to ${max}, got ${quote(text)}`, { field: name })
}
