import { didYouMean } from '../lib/nearest.ts'

/** Commands that lose something for good. No message suggests one, so that a mistyped word never leads to a loss. */
const destructive: ReadonlySet<string> = new Set(['clear', 'delete', 'load', 'reset', 'revoke'])

/** Words for what a command does in part. */
const hints: ReadonlyMap<string, string> = new Map([
  ...['status', 'info', 'health', 'ping'].map((name) => [name, 'wait'] as const),
  ...['mock', 'run', 'serve', 'up'].map((name) => [name, 'start'] as const),
])

/** What a word that is no command may stand for, as the rest of a sentence. */
export function hintFor(word: string, known: readonly string[]): string {
  const command = hints.get(word)
  if (command !== undefined) return `; see cloudsec-fake ${command}`
  const near = suggestCommand(word, known)
  return near === '' ? '; cloudsec-fake --help lists them' : `.${near}`
}

/** The nearest commands as a sentence, without those that destroy; empty if none is near. */
export function suggestCommand(word: string, known: readonly string[]): string {
  const lower = word.toLowerCase()
  const rest = lower.slice(1)
  const isLike = (name: string): boolean =>
    name[0] === lower[0] || (rest.length > 1 && name.includes(rest)) || lower.includes(name.slice(1))
  return didYouMean(
    word,
    known.filter((name) => !destructive.has(name) && isLike(name)),
  )
}
