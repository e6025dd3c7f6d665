import type { JournalEntry } from './entry.ts'

/** A kind of answer. Its operation is undefined if none matched; its status is null if the client got no answer. */
interface AnswerCount extends Pick<JournalEntry, 'operation' | 'status' | 'code'> {
  count: number
}

/** Counts the requests of a fake since its start, by kind of answer. Resets, deletions and a full journal lose no count. */
export class RequestCounts {
  readonly counts: AnswerCount[] = []

  add({ operation, status, code }: Pick<JournalEntry, 'operation' | 'status' | 'code'>): void {
    for (const known of this.counts) {
      if (known.operation !== operation || known.status !== status || known.code !== code) continue
      known.count += 1
      return
    }
    this.counts.push({ operation, status, code, count: 1 })
  }
}
