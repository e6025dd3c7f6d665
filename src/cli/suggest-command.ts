import { didYouMean } from '../lib/nearest.ts'

/** Commands that lose something for good. No message suggests one, so that a mistyped word never leads to a loss. */
const destructive: ReadonlySet<string> = new Set(['clear', 'delete', 'load', 'reset', 'revoke'])

/** The nearest commands as a sentence, without those that destroy; empty if none is near. */
export function suggestCommand(word: string, known: readonly string[]): string {
  return didYouMean(
    word,
    known.filter((name) => !destructive.has(name)),
  )
}
