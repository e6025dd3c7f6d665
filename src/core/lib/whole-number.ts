import * as z from 'zod/mini'

const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number

/**
 * The schema of a whole number. `z.int` would end the checks of an object at a fraction, and `check` lists all problems.
 * @param min undefined for no bound; likewise `max`
 */
export function wholeNumber(min?: number, max?: number): z.ZodMiniNumber<number> {
  const lower = min === undefined ? '' : ` of at least ${min}`
  const error = `a whole number${max === undefined ? lower : ` from ${min} to ${max}`}`
  const [minimum, maximum] = [min ?? MIN_SAFE_INTEGER, max ?? MAX_SAFE_INTEGER]
  const isRight = (value: number): boolean => Number.isSafeInteger(value) && value >= minimum && value <= maximum
  const inRange = z.refine<number>(isRight, { error })
  // JSON Schemas are made from these facts.
  inRange._zod.onattach.push(({ _zod }) => void Object.assign(_zod.bag, { format: 'safeint', minimum, maximum }))
  return z.number({ error }).check(inRange)
}
