/** The label that stands for all that have none of their own. No sandbox, operation or error has this name. */
const otherLabel = '_other'

/** Most sandboxes with counts of their own. The requests of all others are counted together. */
const mostSandboxes = 1000

/** Most kinds of answer of one sandbox: a client can ask for any status. The others are counted together. */
const mostAnswers = 200

interface Answer {
  /** Undefined for requests that matched none. */
  readonly operation: string | undefined
  /** Null where the client got none. */
  readonly status: number | string | null
  readonly code: string | undefined
  readonly fault: string | undefined
}

interface AnswerCount extends Answer {
  count: number
}

const others: Answer = { operation: otherLabel, status: otherLabel, code: otherLabel, fault: otherLabel }

/** Counts the requests of a fake from its start on. No reset, deletion or full journal loses any. */
export class RequestCounts {
  readonly #others: AnswerCount[] = []
  readonly #bySandbox = new Map<string, AnswerCount[]>()

  /** Gives a sandbox counts of its own, if there is room. */
  open(sandbox: string): void {
    if (this.#bySandbox.size < mostSandboxes && !this.has(sandbox)) this.#bySandbox.set(sandbox, [])
  }

  /** Counts the requests of a sandbox that is deleted with all others, and makes room for the next one. */
  close(sandbox: string): void {
    for (const answer of this.#bySandbox.get(sandbox) ?? []) counterOf(this.#others, answer).count += answer.count
    this.#bySandbox.delete(sandbox)
  }

  has(sandbox: string): boolean {
    return this.#bySandbox.has(sandbox)
  }

  add(sandbox: string, answer: Answer): void {
    counterOf(this.#bySandbox.get(sandbox) ?? this.#others, answer).count += 1
  }

  /** The kinds of answer with their counts, by sandbox. */
  get bySandbox(): readonly (readonly [sandbox: string, answers: readonly AnswerCount[]])[] {
    return [...this.#bySandbox, [otherLabel, this.#others]]
  }
}

function counterOf(known: AnswerCount[], answer: Answer): AnswerCount {
  const { operation, status, code, fault } = answer
  for (const one of known) {
    if (one.operation === operation && one.status === status && one.code === code && one.fault === fault) return one
  }
  if (known.length >= mostAnswers && answer !== others) return counterOf(known, others)
  const made = { operation, status, code, fault, count: 0 }
  known.push(made)
  return made
}
