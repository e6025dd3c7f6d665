import { defaultProfile } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import { lengthOf, toText, type Written } from '../lib/body.ts'

/** An answer to a request that changes nothing, and how long it stays so. */
interface KeptAnswer {
  /** The whole body; from when it is given again on, its bytes. */
  readonly body: Written
  /** The rows of the register that it depends on, as `Trace.save` gives them. */
  readonly trace: readonly number[]
  /** From when it is right by the sandbox's clock, in Unix milliseconds. */
  readonly fromMs: number
  /** Until when; that instant is not included. */
  readonly untilMs: number
}

/** What an answer follows from besides the address and the clock. */
interface Source {
  /** The number of the state that the collection is in. */
  readonly version: number
  readonly profile: Profile
}

/** What an answer takes besides its body and its address, whose characters may take two bytes each. */
const answerBytes = 384

/** Room for the answers of all sandboxes of a fake. Where one more does not fit, all are forgotten: those that are asked for come back. */
export class CacheBudget {
  readonly #maxBytes: number
  readonly #members = new Set<ResponseCache>()
  #usedBytes = 0

  /** @param maxBytes what all answers together may take */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** What they take now, in bytes. */
  get usedBytes(): number {
    return this.#usedBytes
  }

  /** Takes room. @returns whether there is so much */
  take(member: ResponseCache, bytes: number): boolean {
    if (bytes > this.#maxBytes) return false
    if (this.#usedBytes + bytes > this.#maxBytes) for (const other of this.#members) other.clear()
    this.#usedBytes += bytes
    this.#members.add(member)
    return true
  }

  /** Gives all back that somebody took. */
  giveBack(member: ResponseCache, bytes: number): void {
    this.#usedBytes -= bytes
    this.#members.delete(member)
  }
}

/** The answers of one operation in one sandbox, by their address: each is right until something changes that it follows from. */
export class ResponseCache {
  readonly #room: CacheBudget
  readonly #answers = new Map<string, KeptAnswer>()
  #source: Source = { version: Number.NaN, profile: defaultProfile }
  #usedBytes = 0

  constructor(room: CacheBudget) {
    this.#room = room
  }

  /** What was answered at an address; undefined where it would be something else now. */
  find(target: string, source: Source, nowMs: number): KeptAnswer | undefined {
    if (!this.#isFrom(source)) return undefined
    const answer = this.#answers.get(target)
    if (answer === undefined || nowMs < answer.fromMs || nowMs >= answer.untilMs) return undefined
    return answer.body instanceof Uint8Array ? answer : this.#encode(target, answer)
  }

  /** Keeps an answer. */
  keep(target: string, source: Source, answer: KeptAnswer): void {
    if (!this.#isFrom(source) || this.#answers.has(target)) this.clear()
    const bytes = answerBytes + (target.length + lengthOf(answer.body)) * 2
    if (!this.#room.take(this, bytes)) return
    this.#source = source
    this.#usedBytes += bytes
    this.#answers.set(target, answer)
  }

  /** Forgets all. */
  clear(): void {
    this.#room.giveBack(this, this.#usedBytes)
    this.#usedBytes = 0
    this.#answers.clear()
  }

  /** Most answers are asked for once: those alone that are asked for again are worth it. */
  #encode(target: string, answer: KeptAnswer): KeptAnswer {
    const encoded = { ...answer, body: new TextEncoder().encode(toText(answer.body)) }
    this.#answers.set(target, encoded)
    return encoded
  }

  #isFrom({ version, profile }: Source): boolean {
    return this.#source.version === version && this.#source.profile === profile
  }
}
