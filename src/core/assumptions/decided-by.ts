import { type AssumptionId, assumptionIds, type Profile } from './register.ts'

const positions = new Map(assumptionIds.map((id, position) => [id, position]))
/** A bit for each row, 32 in a word. */
const none = Array<number>(Math.ceil(assumptionIds.length / 32)).fill(0)

/** The rows of the register that decided one answer: a bit for each row. */
export class DecidedBy {
  readonly #bits = none.slice()

  static of(...ids: readonly AssumptionId[]): DecidedBy {
    const rows = new DecidedBy()
    for (const id of ids) rows.add(id)
    return rows
  }

  add(id: AssumptionId): void {
    const position = positions.get(id)
    if (position !== undefined) this.#bits[position >> 5] = this.#word(position) | (1 << (position & 31))
  }

  addAll(other: DecidedBy): void {
    for (let at = 0; at < this.#bits.length; at += 1) this.#bits[at] = (this.#bits[at] ?? 0) | (other.#bits[at] ?? 0)
  }

  has(id: AssumptionId): boolean {
    const position = positions.get(id)
    return position !== undefined && (this.#word(position) & (1 << (position & 31))) !== 0
  }

  ids(): AssumptionId[] {
    return assumptionIds.filter((id) => this.has(id))
  }

  #word(position: number): number {
    return this.#bits[position >> 5] ?? 0
  }
}

/** The choices that apply, and a note of those that decided something. */
export interface Deciding {
  readonly choices: Profile
  readonly decidedBy: DecidedBy
}

/** Notes that a row decides something here. @returns its choice */
export function decide<Id extends AssumptionId>({ choices, decidedBy }: Deciding, id: Id): Profile[Id] {
  decidedBy.add(id)
  return choices[id]
}

/** For documents, notifications and the control plane, where nothing tells what decided. */
export const unnoted = (choices: Profile): Deciding => ({ choices, decidedBy: new DecidedBy() })
