import type { JournalEntry } from './entry.ts'

/** A kind of answer; its operation is undefined where none matched, its status null where the client got none. */
interface AnswerCount extends Pick<JournalEntry, 'operation' | 'status' | 'code'> {
  count: number
}

/** Counts the requests of a fake from its start on, by kind of answer. No reset, deletion or full journal loses any. */
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
