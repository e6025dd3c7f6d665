import { Journals } from '../journal/journals.ts'
import { RequestCounts } from '../journal/request-counts.ts'
import { ByteLimit } from '../lib/byte-limit.ts'
import type { AttemptCounts } from '../notifications/outbox.ts'

/** The bounds that all sandboxes of a fake share, and what it counts of them. */
export interface Limits {
  /** Created records, scenarios and keys. */
  readonly storage: ByteLimit
  /** Notifications that are to come or are not settled. */
  readonly notifications: ByteLimit
  readonly journals: Journals
  readonly requests: RequestCounts
  readonly attempts: AttemptCounts
}

/** Makes the bounds of a fake. @param journalBytes 0 keeps no entry */
export function createLimits(maxStoredBytes: number, journalBytes: number): Limits {
  return {
    storage: new ByteLimit(maxStoredBytes, 'created records'),
    notifications: new ByteLimit(maxStoredBytes / 2, 'notifications that are not settled'),
    journals: new Journals(journalBytes),
    requests: new RequestCounts(),
    attempts: { email: new Map(), webhook: new Map() },
  }
}
