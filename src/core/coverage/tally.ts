import type { Profile } from '../assumptions/register.ts'
import type { Operation } from '../http/types.ts'
import { entryId, type JournalEntry } from '../journal/entry.ts'
import { recordOf } from '../lib/record-of.ts'
import { cellsMetBy, cellsOf, faultCells, faultsMetBy } from './cells.ts'
import { type CellName, type CoverageCell, coverageKinds, type CoverageReport, keyOf, shareOf } from './report.ts'

/** The cells that requests met, by kind and name. */
type Met = Map<string, CoverageCell>

/** Counts the cells that requests meet. */
export class Tally {
  #requests = 0
  readonly #rows: ReadonlyMap<
    string | undefined,
    { readonly operation: Operation; requests: number; readonly met: Met }
  >
  readonly #faults: Met = new Map()

  constructor(operations: readonly Operation[]) {
    this.#rows = new Map(operations.map((operation) => [operation.id, { operation, requests: 0, met: new Map() }]))
  }

  add(entry: JournalEntry): void {
    this.#requests += 1
    count(this.#faults, faultsMetBy(entry), entry)
    const row = this.#rows.get(entry.operation)
    if (row === undefined) return
    row.requests += 1
    count(row.met, cellsMetBy(entry, row.operation), entry)
  }

  /**
   * Reports the cells of all operations, including unmet ones.
   * @param choices decide which errors and states answers can show; a cell that was met is always reported
   */
  report(choices: Profile, forgotten: number): CoverageReport {
    const items = [...this.#rows.values()].map(({ operation, requests, met }) => ({
      operation: operation.id,
      requests,
      cells: toCells(cellsOf(operation, choices), met),
    }))
    const faults = toCells(faultCells, this.#faults)
    const cells = [...items.flatMap((item) => item.cells), ...faults]
    return {
      requests: this.#requests,
      forgotten,
      total: shareOf(cells),
      kinds: recordOf(coverageKinds, (kind) => shareOf(cells.filter((cell) => cell.kind === kind))),
      items,
      faults,
    }
  }
}

function count(met: Met, cells: readonly CellName[], entry: JournalEntry): void {
  for (const cell of cells) {
    const known = met.get(keyOf(cell))
    if (known !== undefined) known.count += 1
    else met.set(keyOf(cell), { ...cell, count: 1, request: entryId(entry), sandbox: entry.sandbox.name })
  }
}

/** The possible and the met cells, by kind. */
function toCells(possible: readonly CellName[], met: Met): CoverageCell[] {
  const unmet = possible.map((cell) => ({ ...cell, count: 0, request: null, sandbox: null }))
  const cells = new Map([...unmet, ...met.values()].map((cell) => [keyOf(cell), { ...cell }]))
  return coverageKinds.flatMap((kind) => [...cells.values()].filter((cell) => cell.kind === kind))
}
