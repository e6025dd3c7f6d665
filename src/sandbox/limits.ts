import { Journals } from '../journal/journals.ts'
import { RequestCounts } from '../journal/request-counts.ts'
import { ByteLimit } from '../lib/byte-limit.ts'
import type { AttemptCounts } from '../notifications/outbox.ts'

export interface Limits {
  /** Created records, scenarios, keys, and notifications that are not settled. */
  readonly storage: ByteLimit
  readonly journals: Journals
  readonly requests: RequestCounts
  readonly attempts: AttemptCounts
}

export function createLimits(maxStoredBytes: number, journalBytes: number): Limits {
  return {
    storage: new ByteLimit(maxStoredBytes),
    journals: new Journals(journalBytes),
    requests: new RequestCounts(),
    attempts: { email: new Map(), webhook: new Map() },
  }
}
