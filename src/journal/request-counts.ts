import type { Profile } from '../assumptions/register.ts'
import type { UsedAssumptions } from '../assumptions/used.ts'
import { type Counter, LabelCounts, otherLabel } from '../lib/label-counts.ts'

/** Most sandboxes with counts of their own. The requests of all others are counted together. */
const mostSandboxes = 1000

/** Most kinds of answer of one sandbox: a client can ask for any status. The others are counted together. */
const mostAnswers = 200

/** Most rules, and most choices, with a count of their own. */
const mostLabels = 500

/** Most sets of assumptions of one kind of answer that wait to be counted. */
const mostWaiting = 16

/** A kind of answer. */
interface Answer {
  /** Undefined for requests that matched none. */
  readonly operation: string | undefined
  /** Null where the client got none. */
  readonly status: number | string | null
  readonly code: string | undefined
  readonly fault: string | undefined
}

/** Answers that depended on the same choices. */
interface Dependent extends Counter {
  readonly used: UsedAssumptions
  readonly profile: Profile
}

interface AnswerCount extends Answer, Counter {
  /** To be counted for each choice: that takes longer than all else, so it is left until the counts are read. */
  readonly waiting: Dependent[]
}

/** An answer to a request. */
interface Answered extends Answer, Pick<Dependent, 'used' | 'profile'> {
  /** The rules that fired (`flaky[0]`). */
  readonly fired: readonly string[]
}

const others: Answer = { operation: otherLabel, status: otherLabel, code: otherLabel, fault: otherLabel }

/** Counts the requests of a fake from its start on. No reset, deletion or full journal loses any. */
export class RequestCounts {
  readonly #others: AnswerCount[] = []
  readonly #bySandbox = new Map<string, AnswerCount[]>()
  readonly rules = new LabelCounts(mostLabels)
  readonly #choices = new LabelCounts(mostLabels)

  /** Gives a sandbox counts of its own, if there is room. */
  open(sandbox: string): void {
    if (this.#bySandbox.size < mostSandboxes && !this.has(sandbox)) this.#bySandbox.set(sandbox, [])
  }

  /** Counts the requests of a sandbox that is deleted with all others, and makes room for the next one. */
  close(sandbox: string): void {
    for (const { waiting, ...answer } of this.#bySandbox.get(sandbox) ?? []) {
      counterOf(this.#others, answer).count += answer.count
      this.#countChoices(waiting)
    }
    this.#bySandbox.delete(sandbox)
  }

  /** True if a sandbox has counts of its own. */
  has(sandbox: string): boolean {
    return this.#bySandbox.has(sandbox)
  }

  /** Counts a request to a sandbox. */
  add(sandbox: string, answered: Answered): void {
    const answer = counterOf(this.#bySandbox.get(sandbox) ?? this.#others, answered)
    answer.count += 1
    for (const rule of answered.fired) this.rules.of(rule).count += 1
    this.#wait(answer, answered)
  }

  #wait({ waiting }: AnswerCount, { used, profile }: Answered): void {
    for (const same of waiting) {
      if (same.profile !== profile || !same.used.equals(used)) continue
      same.count += 1
      return
    }
    if (waiting.length === mostWaiting) this.#countChoices(waiting)
    waiting.push({ used, profile, count: 1 })
  }

  #countChoices(waiting: Dependent[]): void {
    for (const { used, profile, count } of waiting.splice(0)) {
      for (const id of used.ids()) this.#choices.of(`${id}=${profile[id]}`, `${id}=${otherLabel}`).count += count
    }
  }

  /** The kinds of answer with their counts, by sandbox. */
  get bySandbox(): readonly (readonly [sandbox: string, answers: readonly (Answer & Counter)[]])[] {
    return [...this.#bySandbox, [otherLabel, this.#others]]
  }

  /** The answers that depended on a choice (`limitAboveMax=clamp`). */
  get choices(): LabelCounts {
    for (const [, answers] of [...this.#bySandbox, ['', this.#others] as const]) {
      for (const { waiting } of answers) this.#countChoices(waiting)
    }
    return this.#choices
  }
}

function counterOf(known: AnswerCount[], answer: Answer): AnswerCount {
  const { operation, status, code, fault } = answer
  for (const one of known) {
    if (one.operation === operation && one.status === status && one.code === code && one.fault === fault) return one
  }
  if (known.length >= mostAnswers && answer !== others) return counterOf(known, others)
  const made = { operation, status, code, fault, count: 0, waiting: [] }
  known.push(made)
  return made
}
