import * as z from 'zod/mini'

const { MIN_SAFE_INTEGER: least, MAX_SAFE_INTEGER: most } = Number

/** The schema of a whole number. @param min undefined for no bound; likewise `max` */
export function wholeNumber(min?: number, max?: number): z.ZodMiniNumber<number> {
  const lower = min === undefined ? '' : ` of at least ${min}`
  const error = `a whole number${max === undefined ? lower : ` from ${min} to ${max}`}`
  return z.int({ error, abort: true }).check(z.gte(min ?? least, { error }), z.lte(max ?? most, { error }))
}
