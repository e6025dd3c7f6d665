import { listed } from './listed.ts'

/** What is wrong with an input: an invalid value, a name that nothing has, or a name that something else has. */
export const inputKinds = ['input', 'unknown', 'taken'] as const

type InputKind = (typeof inputKinds)[number]

interface Options {
  readonly field?: string | undefined
  /** Default: `input`. */
  readonly kind?: InputKind
  readonly cause?: unknown
}

type Problems = () => readonly InputError[]

/**
 * Input that cannot be used: an option, a flag, a file, or a value in one of them.
 * `message` is one line, such as `quota: expected a whole number of at least 1, got 0`.
 */
export class InputError extends Error {
  override readonly name = 'InputError'
  /**
   * The option, field or file that the message begins with, such as `quota`, `rules[0].then` or `data/keys.json`.
   * Undefined if the message is about the input as a whole.
   */
  readonly field: string | undefined
  /** The message without the field. */
  readonly reason: string
  /** `unknown` for a name that nothing has, `taken` for a name or value that something else has; otherwise `input`. */
  readonly kind: InputKind
  readonly #problems: Problems

  /** @param problems returns the errors that it stands for (itself) */
  constructor(reason: string, options: Options = {}, problems: Problems = () => [this]) {
    super(options.field === undefined ? reason : `${options.field}: ${reason}`, options)
    this.field = options.field
    this.reason = reason
    this.kind = options.kind ?? 'input'
    this.#problems = problems
  }

  /** All problems, one error each. The message lists only the first of many. */
  get problems(): readonly InputError[] {
    return this.#problems()
  }

  /** The same error about a field of another name, such as the flag that gave it. */
  about(field: string): InputError {
    return new InputError(this.reason, { field, cause: this })
  }
}

/** True for the error of a name that nothing has. */
export const isUnknown = (error: unknown): error is InputError =>
  error instanceof InputError && error.kind === 'unknown'

/** True if a field has this name, or is an item of the field with this name: `scenario[0]` is one of `scenario`. */
export function isFieldOf(name: string, field: string | undefined): boolean {
  return field === name || field?.startsWith(`${name}[`) === true
}

/** Renames the field of an InputError, for example to the flag that gave it. Any other error is returned unchanged. */
export function renamed(error: unknown, names: Iterable<readonly [field: string, name: string]>): unknown {
  if (!(error instanceof InputError)) return error
  const [, name] = [...names].find(([field]) => isFieldOf(field, error.field)) ?? []
  return name === undefined ? error : error.about(name)
}

/** Prefixes an InputError with a subject (`keys.json: [0].name: …`). Any other error is returned unchanged. */
export function within(subject: string, error: unknown): unknown {
  if (!(error instanceof InputError)) return error
  const problems: Problems = () => error.problems.map(({ message }) => new InputError(message, { field: subject }))
  return new InputError(error.message, { field: subject, cause: error }, problems)
}

/** Runs some work, and prefixes an InputError that it throws with the subject. */
export function withSubject<T>(subject: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw within(subject, error)
  }
}

/** Collects the problems that some work throws for each item. */
export function problemsIn<T>(items: readonly T[], work: (item: T, at: number) => void): readonly InputError[] {
  return items.flatMap((item, at) => {
    try {
      work(item, at)
      return []
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      return error.problems
    }
  })
}

/** @param max the maximum of problems in the message (10). @throws InputError of all problems, if there are any */
export function throwProblems(problems: readonly InputError[], max?: number): void {
  const [first] = problems
  if (first === undefined) return
  const text = listed(problems, '; ', (one) => (one === first ? one.reason : one.message), max)
  throw new InputError(text, { field: first.field }, () => problems)
}

const shownLength = 80

/** Shortens a long text for a one-line message. */
export function shorten(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}

/** Formats a value for a one-line message: a text or a number as shortened JSON, otherwise its kind. */
export function quote(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function') return 'a function'
  const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value)
  if (typeof value !== 'string') return isRounded ? `about ${String(value)}` : String(value)
  return value.length > shownLength ? `${JSON.stringify(value.slice(0, shownLength))}…` : JSON.stringify(value)
}
