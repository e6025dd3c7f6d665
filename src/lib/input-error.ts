/**
 * A value given by the person who runs the fake (an option, a flag, a fixture file) that cannot be used.
 * `message` is one line that names the field, the value and what would be right.
 */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/** A value that cannot be used because something else has it already, and what has it must stay. */
export class TakenError extends InputError {}

/** A name that nothing has. */
export class UnknownError extends InputError {}

/** Does something whose InputErrors are then told with what they are about before them (`file: …`). */
export function inTermsOf<T>(subject: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${subject}: ${error.message}`, { cause: error })
    throw error
  }
}

const shownLength = 80

/** A text as it may stand in a one-line message, cut where it is long. */
export function shorten(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}

/** A value as it may stand in a one-line message: a text or number as JSON, cut where it is long; of anything else its kind. */
export function quote(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  return value.length > shownLength ? `${JSON.stringify(value.slice(0, shownLength))}…` : JSON.stringify(value)
}
