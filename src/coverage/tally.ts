import type { Assume } from '../assumptions/register.ts'
import type { Operation } from '../http/operation.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { recordOf } from '../lib/record-of.ts'
import { type CellName, cellsMetBy, cellsOf } from './cells.ts'
import { coverageKinds, type CoverageReport, shareOf } from './report.ts'

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

  constructor(operations: readonly Operation[]) {
    this.#rows = new Map(operations.map((operation) => [operation.id, { operation, requests: 0, met: new Map() }]))
  }

  add(entry: JournalEntry): void {
    this.#requests += 1
    const row = this.#rows.get(entry.operation)
    if (row === undefined) return
    row.requests += 1
    const { sandbox, number } = entry
    for (const cell of cellsMetBy(entry, row.operation)) {
      const met = row.met.get(keyOf(cell))
      if (met === undefined) row.met.set(keyOf(cell), { ...cell, count: 1, first: { sandbox, number } })
      else met.count += 1
    }
  }

  /**
   * Reports the cells of all operations, those included that were never met.
   * @param assume the choices that decide which states answers can show; one that was met is reported in any case
   * @param idOf the id of a request
   */
  report(assume: Assume, forgotten: number, idOf: (place: RequestPlace) => string): CoverageReport {
    const items = [...this.#rows].map(([, { operation, requests, met }]) => {
      const known = new Map([...cellsOf(operation, assume), ...met.values()].map((cell) => [keyOf(cell), cell]))
      const cells = [...known].map(([key, { kind, name }]) => {
        const { count = 0, first } = met.get(key) ?? {}
        return { kind, name, count, request: first ? idOf(first) : null, sandbox: first?.sandbox.name ?? null }
      })
      // A state that the choices do not know stands beside those that they know.
      const sorted = coverageKinds.flatMap((kind) => cells.filter((cell) => cell.kind === kind))
      return { operation: operation.id, requests, cells: sorted }
    })
    const cells = items.flatMap((item) => item.cells)
    return {
      requests: this.#requests,
      forgotten,
      total: shareOf(cells),
      kinds: recordOf(coverageKinds, (kind) => shareOf(cells.filter((cell) => cell.kind === kind))),
      items,
    }
  }
}

function keyOf({ kind, name }: CellName): string {
  return `${kind} ${name}`
}
