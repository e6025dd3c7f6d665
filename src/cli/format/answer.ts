import { shorten } from '../../core/lib/input-error.ts'
import { isJsonObject } from '../../core/lib/merge-patch.ts'
import { toPlain, toTable } from '../../core/lib/table.ts'

/**
 * Formats an answer for people: short fields on one line each, then long fields below their names.
 * @param columns the fields of its items, for an answer with a table
 */
export function describe(answer: unknown, columns: readonly string[] | undefined): string {
  if (!isJsonObject(answer)) return JSON.stringify(answer, null, 2)
  if (columns !== undefined) {
    const items = [answer['items']].flat().filter(isJsonObject)
    const headings = columns.map((name) => name.replaceAll(/_|(?=[A-Z])/g, ' ').toUpperCase())
    return toTable([headings, ...items.map((item) => columns.map((name) => shorten(toCell(item[name]))))])
  }
  const fields = Object.entries(answer)
  const facts = fields.filter(([, value]) => !isLong(value)).map(([name, value]) => [name, toCell(value)])
  const blocks = fields.filter(([, value]) => isLong(value)).map(([name, value]) => `${name}\n${toBlock(value)}`)
  return [toTable(facts), ...blocks].join('\n\n')
}

function isLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object')
  return isJsonObject(value) || (typeof value === 'string' && value.includes('\n'))
}

/** A value on one line; for a list of objects, its length. */
function toCell(value: unknown): string {
  if (Array.isArray(value)) return isLong(value) ? String(value.length) : value.join(', ') || '-'
  if (value === null || value === undefined || value === '') return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function toBlock(value: unknown): string {
  if (typeof value === 'string') return value.trimEnd().split('\n').map(toPlain).join('\n')
  return Array.isArray(value) ? value.map((item) => JSON.stringify(item)).join('\n') : JSON.stringify(value, null, 2)
}
