import { type Assume, type AssumptionId, assumptionIds, type Profile } from './register.ts'

const positions = new Map(assumptionIds.map((id, position) => [id, position]))
/** A bit for each row, 32 in a word. */
const none = Array<number>(Math.ceil(assumptionIds.length / 32)).fill(0)

/** The rows that one answer depended on: a bit for each row of the register. */
export class UsedAssumptions {
  #bits = none.slice()

  add(id: AssumptionId): void {
    const position = positions.get(id)
    if (position !== undefined) this.#bits[position >> 5] = this.#word(position) | (1 << (position & 31))
  }

  has(id: AssumptionId): boolean {
    const position = positions.get(id)
    return position !== undefined && (this.#word(position) & (1 << (position & 31))) !== 0
  }

  ids(): AssumptionId[] {
    return assumptionIds.filter((id) => this.has(id))
  }

  addAll(other: UsedAssumptions): void {
    for (let at = 0; at < this.#bits.length; at += 1) this.#bits[at] = (this.#bits[at] ?? 0) | (other.#bits[at] ?? 0)
  }

  copy(): UsedAssumptions {
    const copy = new UsedAssumptions()
    copy.addAll(this)
    return copy
  }

  restore(copy: UsedAssumptions): void {
    this.#bits = copy.#bits.slice()
  }

  #word(position: number): number {
    return this.#bits[position >> 5] ?? 0
  }
}

/** Creates an `Assume` that reads a profile. @param used records every row that is read (none) */
export function createAssume(profile: Profile, used?: UsedAssumptions): Assume {
  return (id) => {
    used?.add(id)
    return profile[id]
  }
}

/** The choices behind a value. */
export interface ChoiceReader {
  readonly profile: Profile
  /** Records the rows that the value depends on (none). */
  readonly used?: UsedAssumptions
}

/** Creates a value once for each profile. Each use records all rows that its creation read. */
export function cachedPerProfile<T>(make: (assume: Assume) => T): (reading: ChoiceReader) => T {
  const made = new WeakMap<Profile, { readonly value: T; readonly used: UsedAssumptions }>()
  return ({ profile, used }) => {
    let known = made.get(profile)
    if (known === undefined) {
      const own = new UsedAssumptions()
      known = { value: make(createAssume(profile, own)), used: own }
      made.set(profile, known)
    }
    used?.addAll(known.used)
    return known.value
  }
}
