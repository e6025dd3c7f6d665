import type { JournalEntry } from './entry.ts'

/** Most kinds of answer that are counted apart: a client can ask for any status. */
const mostKinds = 200

/** Stands for all kinds beyond these. No operation and no error has this name. */
const otherLabel = '_other'

/** A kind of answer; its operation is undefined where none matched, its status null where the client got none. */
interface AnswerCount extends Pick<JournalEntry, 'operation' | 'code'> {
  readonly status: number | string | null
  count: number
}

/** Counts the requests of a fake from its start on, by kind of answer. No reset, deletion or full journal loses any. */
export class RequestCounts {
  readonly counts: AnswerCount[] = []
  readonly #others: AnswerCount = { operation: otherLabel, status: otherLabel, code: otherLabel, count: 0 }

  add({ operation, status, code }: Pick<JournalEntry, 'operation' | 'status' | 'code'>): void {
    for (const known of this.counts) {
      if (known.operation !== operation || known.status !== status || known.code !== code) continue
      known.count += 1
      return
    }
    if (this.counts.length < mostKinds) this.counts.push({ operation, status, code, count: 1 })
    else {
      if (this.#others.count === 0) this.counts.push(this.#others)
      this.#others.count += 1
    }
  }
}
