import type { JournalEntry } from './entry.ts'

/** Faults that leave a client with nothing to read. A slow body and a wrong type do not: some clients read on. */
const spoiling: ReadonlySet<string | undefined> = new Set(['truncate', 'malformed_json', 'empty', 'gateway_html'])

/** True if the client got no answer, or one that it could not read. */
export function isLost({ status, fault, method }: JournalEntry): boolean {
  return status === null || fault === 'gateway_html' || (spoiling.has(fault) && method !== 'HEAD')
}
