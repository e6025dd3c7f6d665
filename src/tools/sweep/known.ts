import { isHard } from './faults.ts'
import { isFault, type Variant } from './variants.ts'

/** The variants of a sweep, and the variants that break the suite alone. */
export class Known {
  readonly planned = new Set<Variant>()
  readonly #found = new Set<Variant>()
  readonly #isThorough: boolean

  constructor(isThorough: boolean) {
    this.#isThorough = isThorough
  }

  find(one: Variant): void {
    this.#found.add(one)
  }

  /** True for a variant that is still to be tried. */
  isOpen(one: Variant): boolean {
    return !this.#found.has(one) && !this.isSpared(one)
  }

  /** True if an earlier variant of the plan makes this one needless. Later variants never count, so the result does not depend on the order in which runs end. */
  isSpared(one: Variant): boolean {
    if (this.#isThorough) return false
    for (const other of this.planned) {
      if (other === one) return false
      if (this.#found.has(other) && spares(other, one)) return true
    }
    return false
  }
}

/**
 * True if one variant that breaks the suite makes another one needless: another option of its row, which is the same question,
 * and another fault at its operation, since a client that does not try again breaks on all of them.
 */
function spares(found: Variant, one: Variant): boolean {
  if (!isFault(one)) return !isFault(found) && found.row === one.row
  if (!(isHard(one.fault) || one.fault.class === 'hang')) return false
  return isFault(found) && isHard(found.fault) && found.operations[0] === one.operations[0]
}
