import { hideSecrets } from '../../core/lib/secrets.ts'

/** A number with its noun, in the plural where it needs it. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const cutMiddle = (text: string, maxBegin: number, maxEnd: number): string =>
  text.length > maxBegin + maxEnd ? `${text.slice(0, maxBegin)}…${text.slice(-maxEnd)}` : text

/** The lines of a text that are not blank. */
export const linesIn = (text: string): readonly string[] => text.match(/^.*\S/gm) ?? []

/** A text without its secrets, and of a long one without its middle. */
export const printable = (text: string): string =>
  cutMiddle(hideSecrets(text, '').replaceAll(/\bBearer [^\s"'&<]+/g, 'Bearer [redacted]'), 300, 200)
