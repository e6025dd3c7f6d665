import { Journals } from '../journal/journals.ts'
import { RequestCounts } from '../journal/request-counts.ts'
import type { ByteLimit } from '../lib/byte-limit.ts'

/** The limits and counters that all sandboxes of a fake share. @param journalBytes 0 keeps no entry */
export function createLimits(maxStoredBytes: number, journalBytes: number) {
  return {
    /** Created records, scenarios, keys, and notifications that are not settled. */
    storage: { maxBytes: maxStoredBytes, usedBytes: 0 } satisfies ByteLimit,
    journals: new Journals(journalBytes),
    requests: new RequestCounts(),
  }
}

export type Limits = Readonly<ReturnType<typeof createLimits>>
