import type { Assume } from '../assumptions/register.ts'
import type { Operation } from '../http/operation.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { recordOf } from '../lib/record-of.ts'
import { type CellName, cellsMetBy, cellsOf, faultCells, faultsMetBy } from './cells.ts'
import { type CoverageCell, coverageKinds, type CoverageReport, keyOf, shareOf } from './report.ts'

/** The place of a request in the journal of its sandbox. */
export type RequestPlace = Pick<JournalEntry, 'sandbox' | 'number'>

interface Met extends CellName {
  count: number
  /** The first request that met it. */
  readonly first: RequestPlace
}

/** The requests for one operation, with the cells that they met, by kind and name. */
interface Row {
  readonly operation: Operation
  requests: number
  readonly met: Map<string, Met>
}

/** Counts the cells that requests meet. */
export class Tally {
  #requests = 0
  readonly #rows: ReadonlyMap<string | undefined, Row>
  readonly #faults: Row['met'] = new Map()

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
   * Reports the cells of all operations, those included that were never met.
   * @param assume the choices that decide which errors and states answers can show; one that was met is reported in any case
   * @param idOf the id of a request
   */
  report(assume: Assume, forgotten: number, idOf: (place: RequestPlace) => string): CoverageReport {
    const items = [...this.#rows].map(([, { operation, requests, met }]) => ({
      operation: operation.id,
      requests,
      cells: toCells(cellsOf(operation, assume), met, idOf),
    }))
    const faults = toCells(faultCells, this.#faults, idOf)
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

function count(met: Row['met'], cells: readonly CellName[], { sandbox, number }: RequestPlace): void {
  for (const cell of cells) {
    const known = met.get(keyOf(cell))
    if (known === undefined) met.set(keyOf(cell), { ...cell, count: 1, first: { sandbox, number } })
    else known.count += 1
  }
}

/** The cells that can be met and those that were, by their kind. */
function toCells(
  possible: readonly CellName[],
  met: Row['met'],
  idOf: (place: RequestPlace) => string,
): CoverageCell[] {
  const known = new Map([...possible, ...met.values()].map((cell) => [keyOf(cell), cell]))
  const cells = [...known].map(([key, { kind, name }]) => {
    const { count = 0, first } = met.get(key) ?? {}
    return { kind, name, count, request: first ? idOf(first) : null, sandbox: first?.sandbox.name ?? null }
  })
  return coverageKinds.flatMap((kind) => cells.filter((cell) => cell.kind === kind))
}
