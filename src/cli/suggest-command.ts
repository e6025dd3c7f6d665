import { didYouMean } from '../lib/nearest.ts'

/** Commands that lose something for good. No message suggests one, so that a mistyped word never leads to a loss. */
const destructive: ReadonlySet<string> = new Set(['clear', 'delete', 'load', 'reset', 'revoke', 'stop'])

/** What other programs call these commands. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ...['serve', 'server', 'run', 'up'].map((word) => [word, 'start'] as const),
  ...['journal', 'history', 'calls'].map((word) => [word, 'requests'] as const),
  ...['mail', 'mails', 'email', 'emails', 'webhook', 'webhooks'].map((word) => [word, 'outbox'] as const),
  ...['fault', 'faults', 'failures', 'rules'].map((word) => [word, 'scenario'] as const),
  ['time', 'clock'],
  ['validate', 'check'],
  ['setup', 'init'],
])

/** The nearest commands as a sentence, without those that destroy; empty if none is near. */
export function suggestCommand(word: string, known: readonly string[]): string {
  const synonym = synonyms.get(word)
  if (synonym !== undefined && known.includes(synonym)) return ` Did you mean ${synonym}?`
  return didYouMean(
    word,
    known.filter((name) => !destructive.has(name)),
  )
}
