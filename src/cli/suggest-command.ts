import { didYouMean } from '../core/lib/nearest.ts'

/** Commands that lose data. They are never suggested, so that a typo never leads to a loss. */
const destructive: ReadonlySet<string> = new Set(['clear', 'delete', 'load', 'reset', 'revoke', 'stop'])

/** Suggests the nearest non-destructive commands in a sentence; empty if none is near. */
export function suggestCommand(word: string, known: readonly string[]): string {
  return didYouMean(
    word,
    known.filter((name) => !destructive.has(name)),
  )
}
