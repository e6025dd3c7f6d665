import type { Assume } from '../assumptions/register.ts'
import { faultNames } from '../faults/table.ts'
import type { Operation } from '../http/operation.ts'
import { isLost, type JournalEntry } from '../journal/entry.ts'
import { toText } from '../lib/body.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { tryJson } from '../lib/try-json.ts'
import { errorCodes } from '../spec/errors.ts'
import type { CoverageCell } from './report.ts'

/** The name of a cell in the row of an operation. */
export type CellName = Pick<CoverageCell, 'kind' | 'name'>

const pageNames = ['only', 'first', 'middle', 'last', 'beyond', 'empty'] as const

const success: CellName = { kind: 'success', name: 'success' }
const delay: CellName = { kind: 'fault', name: 'delay' }
const beyond = pageCell('beyond')

/** The cells of an operation under the choices of a sandbox. */
export function cellsOf({ states, isList }: Operation, assume: Assume): readonly CellName[] {
  return [
    success,
    // As in the OpenAPI document, each operation can answer with each code.
    ...errorCodes.map((name) => ({ kind: 'error' as const, name })),
    ...faultNames.map((name) => ({ kind: 'fault' as const, name })),
    delay,
    ...(states?.names(assume) ?? []).map((name) => ({ kind: 'state' as const, name })),
    ...(isList ? pageNames : []).map(pageCell),
  ]
}

/** The cells of entries that were read before: to read a full journal takes half a second, and the page does it again and again. */
const known = new WeakMap<JournalEntry, readonly CellName[]>()

/** The cells that a request met. */
export function cellsMetBy(entry: JournalEntry, operation: Operation): readonly CellName[] {
  const met = known.get(entry) ?? [...metByAnswer(entry, operation), ...(entry.isDelayed ? [delay] : [])]
  known.set(entry, met)
  return met
}

function metByAnswer(entry: JournalEntry, operation: Operation): readonly CellName[] {
  const { fault } = entry
  return [
    ...(fault === undefined ? [] : [{ kind: 'fault' as const, name: fault }]),
    ...(isLost(entry) ? [] : metByRead(entry, operation)),
  ]
}

/** The cells of an answer that the client could read. */
function metByRead(entry: JournalEntry, operation: Operation): readonly CellName[] {
  const { code, status, used } = entry
  if (code !== undefined) {
    const error: CellName = { kind: 'error', name: code }
    return used.has('pageBeyondEnd') ? [error, beyond] : [error]
  }
  if (status === null || status < 200 || status > 299) return []
  return [success, ...metByBody(entry, operation)]
}

/** True if the states and the page of an answer are unknown, since the journal does not have all of it. */
export function isCut(entry: JournalEntry, operation: Operation): boolean {
  return entry.cut.response && showsMore(operation) && cellsMetBy(entry, operation).includes(success)
}

/** True if the answers of an operation can show more than a success. */
const showsMore = ({ states, isList }: Operation): boolean => states !== undefined || isList

function metByBody({ responseBody, used }: JournalEntry, operation: Operation): readonly CellName[] {
  if (responseBody === null || !showsMore(operation)) return []
  const { states, isList } = operation
  const answer = tryJson(toText(responseBody))
  if (!isJsonObject(answer)) return []
  const records = [answer['data']].flat().filter(isJsonObject)
  const shown = new Set(records.flatMap((record) => states?.of(record, used) ?? []))
  return [...[...shown].map((name) => ({ kind: 'state' as const, name })), ...(isList ? metByPage(answer) : [])]
}

function metByPage({ pagination }: JsonObject): readonly CellName[] {
  if (!isJsonObject(pagination)) return []
  const [items, pages, page] = [pagination['total_items'], pagination['total_pages'], pagination['current_page']]
  if (typeof items !== 'number' || typeof pages !== 'number' || typeof page !== 'number') return []
  if (page > Math.max(1, pages)) return [beyond]
  if (items === 0) return [pageCell('empty')]
  if (pages === 1) return [pageCell('only')]
  if (page === 1) return [pageCell('first')]
  return [pageCell(page === pages ? 'last' : 'middle')]
}

function pageCell(name: (typeof pageNames)[number]): CellName {
  return { kind: 'page', name }
}
