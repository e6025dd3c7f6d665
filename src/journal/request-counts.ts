import { assumptionIds, type Profile } from '../assumptions/register.ts'
import { type Counter, LabelCounts, otherLabel } from '../lib/label-counts.ts'
import type { NewEntry } from './entry.ts'

/** Sandboxes with counts of their own: the first that got requests. Those of all others are counted together. */
export const mostSandboxes = 1000

/** Most kinds of answer of one sandbox: a client can ask for any status. The others are counted together. */
const mostAnswers = 200

/** Most rules, and most choices, with a count of their own. */
const mostLabels = 500

/** A kind of answer, and how often it was given. */
export interface AnswerCount extends Counter {
  /** Undefined for requests that matched none. */
  readonly operation: string | undefined
  /** Null where the client got none. */
  readonly status: number | string | null
  readonly code: string | undefined
  readonly fault: string | undefined
}

type Answer = Omit<AnswerCount, 'count'>

const others: Answer = { operation: otherLabel, status: otherLabel, code: otherLabel, fault: otherLabel }

/** Counts the requests of a fake from its start on. No reset, deletion or full journal takes any away. */
export class RequestCounts {
  readonly #bySandbox = new Map<string, AnswerCount[]>([[otherLabel, []]])
  /** By name (`flaky[0]`). */
  readonly rules = new LabelCounts(mostLabels)
  /** The answers that depended on a choice (`limitAboveMax=clamp`). */
  readonly choices = new LabelCounts(mostLabels)
  /** The counters of the choices of a profile, by the position of the assumption in the register. */
  readonly #byProfile = new WeakMap<Profile, (Counter | undefined)[]>()

  /** Counts a request. @param sandbox its name; undefined for one that the fake does not hold */
  add(sandbox: string | undefined, answer: Answer & Pick<NewEntry, 'fired' | 'used'>, profile: Profile): void {
    counterOf(this.#answersOf(sandbox ?? otherLabel), answer).count += 1
    for (const rule of answer.fired) this.rules.of(rule).count += 1
    const counters = this.#byProfile.get(profile) ?? []
    if (counters.length === 0) this.#byProfile.set(profile, counters)
    answer.used.each((position) => {
      const counter = counters[position] ?? this.#choice(position, profile)
      counters[position] = counter
      counter.count += 1
    })
  }

  #answersOf(sandbox: string): AnswerCount[] {
    const known = this.#bySandbox.get(sandbox)
    if (known !== undefined) return known
    // One of them is for the others.
    if (this.#bySandbox.size > mostSandboxes) return this.#answersOf(otherLabel)
    const made: AnswerCount[] = []
    this.#bySandbox.set(sandbox, made)
    return made
  }

  #choice(position: number, profile: Profile): Counter {
    const id = assumptionIds[position]
    const choice = id === undefined ? otherLabel : profile[id]
    return this.choices.of(`${id}=${choice}`, `${id}=${otherLabel}`)
  }

  /** True if a sandbox has counts of its own. */
  has(sandbox: string): boolean {
    return this.#bySandbox.has(sandbox)
  }

  /** The kinds of answer with their counts, by sandbox. */
  get bySandbox(): ReadonlyMap<string, readonly AnswerCount[]> {
    return this.#bySandbox
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
