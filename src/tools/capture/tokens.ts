import { parseIsoDate } from '../../core/time/instant.ts'

/** An ISO 8601 date or date-time. Dates stay as they are. */
export const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text) && parseIsoDate(text) !== undefined

/** A shorter part of a text may match by chance. */
const minTokenLength = 6

/** Runs of characters that a pseudonym replaces: letters, digits, and symbols such as emoji and Braille. */
export const wordRuns = /[\p{L}\p{M}\p{N}\p{So}]+/gu

/** A text of other characters only, such as punctuation, that is long enough to be a secret. */
export const symbolsOnly = new RegExp(`^[^\\p{L}\\p{M}\\p{N}\\p{So}]{${minTokenLength},}$`, 'u')

/**
 * Returns the parts that identify a text, in lower case: the whole, runs of letters and digits, and runs without white
 * space and quotation marks, such as an address. A UUID is also a token without its hyphens.
 */
export function tokensOf(text: string): readonly string[] {
  const runs = [...text.matchAll(wordRuns), ...text.matchAll(/[^\s"'`<>()[\]{},;|\\]+/g)].map(([run]) => run)
  const bare = runs.filter((run) => uuidForm.test(run)).map((run) => run.replaceAll('-', ''))
  const long = [...runs, ...bare].filter((run) => run.length >= minTokenLength && !isDate(run))
  const all = [...(text.length > 2 ? [text] : []), ...long].filter((token) => /[\p{L}\p{N}\p{So}]/u.test(token))
  return [...all, ...(symbolsOnly.test(text) ? [text] : [])].map((token) => token.toLowerCase())
}

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
