import { type Assume, type AssumptionId, assumptionIds, type Profile } from './register.ts'

const positions = new Map(assumptionIds.map((id, position) => [id, position]))
/** A bit for each row, 32 in a word. */
const none = Array<number>(Math.ceil(assumptionIds.length / 32)).fill(0)

/** The rows that one answer depended on: a bit for each row of the register. */
export class UsedAssumptions {
  #bits = none.slice()

  /** Adds a row. */
  add(id: AssumptionId): void {
    const position = positions.get(id)
    if (position !== undefined) this.#bits[position >> 5] = this.#word(position) | (1 << (position & 31))
  }

  /** True if a row was added. */
  has(id: AssumptionId): boolean {
    const position = positions.get(id)
    return position !== undefined && (this.#word(position) & (1 << (position & 31))) !== 0
  }

  /** The ids of the rows added so far, in the register's order. */
  ids(): AssumptionId[] {
    return assumptionIds.filter((id) => this.has(id))
  }

  /** True if another one has the same rows. */
  equals(other: UsedAssumptions): boolean {
    for (let at = 0; at < this.#bits.length; at += 1) if (this.#bits[at] !== other.#bits[at]) return false
    return true
  }

  /** The rows so far, for `restore`. */
  save(): readonly number[] {
    return [...this.#bits]
  }

  /** Goes back to the rows that `save` gave. */
  restore(saved: readonly number[]): void {
    this.#bits = [...saved]
  }

  #word(position: number): number {
    return this.#bits[position >> 5] ?? 0
  }
}

/** An `Assume` that reads a profile. @param used takes every row that is asked for (none) */
export function createAssume(profile: Profile, used?: UsedAssumptions): Assume {
  return (id) => {
    used?.add(id)
    return profile[id]
  }
}
