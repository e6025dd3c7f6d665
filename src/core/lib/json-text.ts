import { memoizeByObject } from './lazily.ts'

/** Longer texts are not cached: few records have them, and they take much memory. */
const maxCachedLength = 16_384

/** Caches the JSON of each immutable record. The text is freed with the record. */
export const cacheJson = <R extends object>(write: (record: R) => string): ((record: R) => string) =>
  memoizeByObject(
    (record) => flat(write(record)),
    ({ length }) => length <= maxCachedLength,
  )

// Quotation marks, backslashes, control characters and halves of surrogate pairs: JSON.stringify escapes them.
const escaped = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

export function quoted(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** Flattens a concatenated string: reading a character makes the engine do it, and later joins are faster. */
function flat(text: string): string {
  return Number.isNaN(text.charCodeAt(0)) ? '' : text
}
