import type { Profile } from '../assumptions/register.ts'
import { faultNames } from '../faults/table.ts'
import type { Operation } from '../http/types.ts'
import { hasNoReadableAnswer, type JournalEntry, jsonOf } from '../journal/entry.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { errorCodes } from '../spec/errors.ts'
import type { CellName, CoverageKind } from './report.ts'

const cell = (kind: CoverageKind, name: string): CellName => ({ kind, name })

const pageNames = ['only', 'first', 'middle', 'last', 'beyond', 'empty'] as const

const success = cell('success', 'success')

/** The cells of an operation that clients can meet under the choices of a sandbox. */
export function cellsOf({ statusNames, isList, scenarioErrors }: Operation, choices: Profile): readonly CellName[] {
  return [
    success,
    ...errorCodes.filter((code) => !scenarioErrors(choices).includes(code)).map((name) => cell('error', name)),
    ...(statusNames?.names(choices) ?? []).map((name) => cell('state', name)),
    ...(isList ? pageNames : []).map((name) => cell('page', name)),
  ]
}

/** The cells of the transport, which is the same for all operations. */
export const faultCells: readonly CellName[] = [...faultNames, 'delay'].map((name) => cell('fault', name))

export function faultsMetBy({ fault, isDelayed }: JournalEntry): readonly CellName[] {
  return [...(fault === undefined ? [] : [cell('fault', fault)]), ...(isDelayed ? [cell('fault', 'delay')] : [])]
}

/** Caches the cells of entries: reading a full journal takes half a second, and the dashboard repeats it. */
const known = new WeakMap<JournalEntry, readonly CellName[]>()

export function cellsMetBy(entry: JournalEntry, operation: Operation): readonly CellName[] {
  const met = known.get(entry) ?? (hasNoReadableAnswer(entry) ? [] : metByAnswer(entry, operation))
  known.set(entry, met)
  return met
}

/** The cells of an answer that the client could read. */
function metByAnswer(entry: JournalEntry, operation: Operation): readonly CellName[] {
  const { code, status, decidedBy } = entry
  if (code !== undefined)
    return [cell('error', code), ...(decidedBy.has('pageBeyondEnd') ? [cell('page', 'beyond')] : [])]
  if (status === null || status < 200 || status > 299) return []
  const showsMore = operation.statusNames !== undefined || operation.isList
  const answer = showsMore ? jsonOf(entry) : undefined
  if (answer === undefined) return [success]
  const records = [answer['data']].flat().filter(isJsonObject)
  const states = new Set(records.flatMap((record) => operation.statusNames?.of(record, decidedBy) ?? []))
  return [success, ...[...states].map((name) => cell('state', name)), ...(operation.isList ? metByPage(answer) : [])]
}

function metByPage({ pagination }: JsonObject): readonly CellName[] {
  if (!isJsonObject(pagination)) return []
  const { total_items: items, total_pages: pages, current_page: page } = pagination
  if (typeof items !== 'number' || typeof pages !== 'number' || typeof page !== 'number') return []
  return [cell('page', pageName(items, pages, page))]
}

function pageName(items: number, pages: number, page: number): (typeof pageNames)[number] {
  if (page > Math.max(1, pages)) return 'beyond'
  if (items === 0) return 'empty'
  if (pages === 1) return 'only'
  if (page === 1) return 'first'
  return page === pages ? 'last' : 'middle'
}
