import type { Baseline } from './baseline.ts'
import type { SweepTask } from './engine.ts'
import type { ChangedRequest, FailedTest } from './report.ts'
import type { RunEnd } from './run.ts'
import { selects } from './selection.ts'
import { rowsIn } from './trace.ts'
import { faultVariants, pairVariants, partsOf, type RowVariant, rowVariants, type Variant } from './variants.ts'

/** A run under a variant, as far as it is needed later. */
export interface VariantRun extends Pick<RunEnd, 'outcome' | 'exitCode'> {
  readonly failed: readonly FailedTest[]
  /** Rows that its answers depended on. */
  readonly rows: readonly string[]
  readonly request: ChangedRequest | null
}

/** A variant that was tried. */
export interface Tried extends VariantRun {
  readonly variant: Variant
  /** `broken` failed twice, `flaky` failed once and passed once. `open` failed once, and its parts are to say more. */
  readonly verdict: 'passed' | 'flaky' | 'broken' | 'open'
}

/** A variant to try. */
export interface Step {
  readonly variant: Variant
  /** True for a fault at several operations, each of which can be tried alone. */
  readonly hasParts: boolean
  /** The failure that this step confirms: that of the same variant, or of the fault that this one is a part of. */
  readonly earlier?: Tried | undefined
}

const toStep = (variant: Variant, earlier?: Tried): Step => ({
  variant,
  earlier,
  hasParts: partsOf(variant).length > 0,
})

/** Most runs of a step: one, and one that confirms its failure. */
const mostRuns = ({ earlier }: Step): number => (earlier === undefined ? 2 : 1)

/** The order of the variants. It follows from their results, and not from the order in which they end. */
export class Plan {
  readonly #task: Pick<SweepTask, 'chosen' | 'selection'>
  readonly #queue: Step[]
  readonly #tried: Tried[] = []
  /** The rows that a run depended on. */
  readonly #seen: Set<string>
  /** The faults that failed once, each with a run in reserve to confirm it. */
  readonly #open = new Set<Tried>()
  #isToPair: boolean

  constructor(task: Pick<SweepTask, 'chosen' | 'selection' | 'operations' | 'pairs'>, { both }: Baseline) {
    this.#task = task
    this.#isToPair = task.pairs
    this.#seen = new Set(rowsIn(both))
    const faults = faultVariants(task.operations, both, task.selection)
    this.#queue = [...this.#rows(this.#seen), ...faults].map((variant) => toStep(variant))
  }

  /** The variants that wait for their turn. */
  get waiting(): readonly Variant[] {
    return this.#queue.map(({ variant }) => variant)
  }

  get tried(): readonly Tried[] {
    return this.#tried
  }

  /** The steps that may be done at once; none at the end. @param runsLeft of the budget */
  next(runsLeft: number): readonly Step[] {
    const steps: Step[] = []
    let free = runsLeft - this.#open.size
    for (let [step] = this.#queue; step !== undefined && mostRuns(step) <= free; [step] = this.#queue) {
      steps.push(step)
      this.#queue.shift()
      free -= mostRuns(step)
    }
    if (steps.length > 0) return steps
    const unclear = [...this.#open].filter(({ variant }) => !this.#hasBrokenPart(variant))
    this.#open.clear()
    if (unclear.length > 0) return unclear.map((earlier) => toStep(earlier.variant, earlier))
    if (!this.#isToPair || this.#queue.length > 0) return []
    this.#isToPair = false
    this.#queue.push(...pairVariants(this.#tried.flatMap(passedAlone)).map((variant) => toStep(variant)))
    return this.next(runsLeft)
  }

  #hasBrokenPart(variant: Variant): boolean {
    const parts = new Set(partsOf(variant).map(({ id }) => id))
    return this.#tried.some((one) => one.verdict === 'broken' && parts.has(one.variant.id))
  }

  /** Adds the results of steps, in the order of the steps. */
  add(found: readonly Tried[]): void {
    this.#tried.push(...found)
    for (const one of found) {
      if (one.verdict === 'passed') this.#addRowsOf(one)
      if (one.verdict !== 'open') continue
      this.#open.add(one)
      this.#queue.push(...partsOf(one.variant).map((part) => toStep(part, one)))
    }
  }

  /** Plans the rows that a variant shows for the first time. */
  #addRowsOf({ rows, variant }: Tried): void {
    const fresh = new Set(rows.filter((row) => !this.#seen.has(row)))
    for (const row of fresh) this.#seen.add(row)
    this.#queue.push(...this.#rows(fresh, variant).map((one) => toStep(one)))
  }

  #rows(rows: ReadonlySet<string>, given?: Variant): readonly RowVariant[] {
    const { chosen, selection } = this.#task
    return rowVariants(rows, chosen, given).filter(({ row, option }) => selects(selection, row, `${row}=${option}`))
  }
}

const passedAlone = ({ variant, verdict }: Tried): readonly RowVariant[] =>
  verdict === 'passed' && variant.kind === 'assumption' && variant.given.length === 0 ? [variant] : []
