import type { Baseline } from './baseline.ts'
import type { SweepTask } from './engine.ts'
import { selects } from './selection.ts'
import { rowsIn } from './trace.ts'
import { mostRunsOf, type Trial, type Tried } from './try-variant.ts'
import { faultVariants, type RowVariant, rowVariants, type Variant } from './variants.ts'

/** A variant to try, and the most runs for it. */
interface Step {
  readonly variant: Variant
  readonly most: number
}

/** The order of the variants. It follows from their results, and not from the order in which they end. */
export class Plan {
  readonly #task: Pick<SweepTask, 'chosen' | 'selection'>
  readonly #queue: Variant[]
  readonly #tried: Tried[] = []
  readonly #leftOut: Variant[] = []
  /** The rows that a run depended on. */
  readonly #seen: Set<string>

  constructor(task: Pick<SweepTask, 'chosen' | 'selection' | 'operations'>, { both }: Baseline) {
    this.#task = task
    this.#seen = new Set(rowsIn(both))
    this.#queue = [...this.#rows(this.#seen), ...faultVariants(task.operations, both, task.selection)]
  }

  /** The variants that wait for their turn. */
  get waiting(): readonly Variant[] {
    return this.#queue
  }

  get tried(): readonly Tried[] {
    return this.#tried
  }

  /** The variants for which no runs are left. */
  get leftOut(): readonly Variant[] {
    return [...this.#leftOut, ...this.#queue]
  }

  /** The steps that may be done at once; none at the end. @param runsLeft of the budget */
  next(runsLeft: number): readonly Step[] {
    const steps: Step[] = []
    let free = runsLeft
    for (const variant of this.#queue) {
      // The first one gets all that is left of a budget.
      const most = steps.length === 0 ? Math.min(mostRunsOf(variant), free) : mostRunsOf(variant)
      if (most === 0 || most > free) break
      steps.push({ variant, most })
      free -= most
    }
    this.#queue.splice(0, steps.length)
    return steps
  }

  /** Adds the results of steps, in the order of the steps. */
  add(found: readonly Trial[]): void {
    for (const { tried, leftOut } of found) {
      this.#tried.push(...tried)
      this.#leftOut.push(...leftOut)
      for (const one of tried) if (one.verdict === 'passed') this.#addRowsOf(one)
    }
  }

  /** Plans the rows that a variant shows for the first time. */
  #addRowsOf({ rows, variant }: Tried): void {
    const fresh = new Set([...rows].filter((row) => !this.#seen.has(row)))
    for (const row of fresh) this.#seen.add(row)
    this.#queue.push(...this.#rows(fresh, variant))
  }

  #rows(rows: ReadonlySet<string>, given?: Variant): readonly RowVariant[] {
    const { chosen, selection } = this.#task
    return rowVariants(rows, chosen, given).filter(({ row, option }) => selects(selection, row, `${row}=${option}`))
  }
}
