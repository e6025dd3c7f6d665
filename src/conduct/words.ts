import type { JournalEntry } from '../journal/entry.ts'
import { shownAddress } from '../journal/redact.ts'
import { shorten } from '../lib/input-error.ts'

/** A request in a sentence, without secrets. */
export const named = (entry: JournalEntry): string => `${entry.method} ${shorten(shownAddress(entry))}`

/** The answer of a request in a sentence. */
export function answerOf({ status, code, fault }: JournalEntry): string {
  if (status === null) return fault === undefined ? 'no answer in its time' : `no answer (${fault})`
  return code ?? fault ?? `status ${status}`
}

/** A length of time in a sentence. */
export const seconds = (ms: number): string => `${Math.round(ms) / 1000} s`

/** A number of things in a sentence. */
export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)
