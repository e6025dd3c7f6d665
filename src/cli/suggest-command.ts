import { didYouMean } from '../core/lib/nearest.ts'

/** Commands that lose data. They are never suggested, so that a typo never leads to a loss. */
const destructive: ReadonlySet<string> = new Set(['clear', 'delete', 'load', 'reset', 'revoke', 'stop'])

/** Names that other programs have for these commands. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ...['serve', 'server', 'run', 'up'].map((word) => [word, 'start'] as const),
  ...['journal', 'history', 'calls'].map((word) => [word, 'requests'] as const),
  ...['mail', 'mails', 'email', 'emails', 'webhook', 'webhooks'].map((word) => [word, 'outbox'] as const),
  ...['fault', 'faults', 'failures', 'rules'].map((word) => [word, 'scenario'] as const),
  ['time', 'clock'],
  ['validate', 'check'],
  ['setup', 'init'],
])

/** Suggests the nearest non-destructive commands in a sentence; empty if none is near. */
export function suggestCommand(word: string, known: readonly string[]): string {
  const synonym = synonyms.get(word)
  if (synonym !== undefined && known.includes(synonym)) return ` Did you mean ${synonym}?`
  return didYouMean(
    word,
    known.filter((name) => !destructive.has(name)),
  )
}
