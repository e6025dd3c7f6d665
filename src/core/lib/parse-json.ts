import { InputError } from './input-error.ts'

/** The maximum nesting of objects and arrays in JSON that is read, which also bounds recursive walks. */
export const maxLevels = 100

export const tooDeep = (levels = maxLevels): string =>
  `expected at most ${levels} levels of objects and arrays, got more`

export const isWithinDepth = (value: unknown, levels?: number): boolean => !extentOf(value, levels).isDeep

/** Items of each array and fields of each object that the first pass checks. */
export const firstPassLength = 1000

export interface Extent {
  /** It is nested more deeply than allowed. */
  readonly isDeep: boolean
  /** Some array or object is longer than the first pass covers. */
  readonly isLong: boolean
}

/** The extent of a value, by one walk through it. */
export function extentOf(value: unknown, levels = maxLevels): Extent {
  if (typeof value !== 'object' || value === null) return small
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let isDeep = levels === 0
  let isLong = inner.length > firstPassLength
  for (let at = 0; at < inner.length && !isDeep; at += 1) {
    const extent = extentOf(inner[at], levels - 1)
    isDeep = extent.isDeep
    isLong ||= extent.isLong
  }
  return isDeep || isLong ? { isDeep, isLong } : small
}

const small: Extent = { isDeep: false, isLong: false }

/**
 * Parses JSON that is meant for the fake itself.
 * @throws InputError for JSON that is nested too deeply, and for a field named __proto__, which would be lost; SyntaxError for
 * invalid JSON
 */
export function parseJson(text: string): unknown {
  const content: unknown = JSON.parse(text)
  // Searching the text spares a walk through every field. The name may be escaped.
  requireSound(content, /__proto__|\\u/.test(text))
  return content
}

/** @throws InputError for JSON that is nested too deeply, and for a field named __proto__ */
function requireSound(content: unknown, mayHaveProto: boolean): void {
  if (!isWithinDepth(content)) throw new InputError(tooDeep())
  if (mayHaveProto && hasProto(content)) throw new InputError('not a known field', { field: '__proto__' })
}

function hasProto(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProto)
}

/** The parser's message, without the text that it quotes, which may be a part of a secret. */
export function describeJsonError(error: unknown): string {
  return error instanceof Error ? error.message.replace(/, (?:\.\.\.)?".*$/s, '') : 'unreadable'
}
