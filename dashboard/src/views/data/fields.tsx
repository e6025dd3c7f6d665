import type { DueInfo } from '../../../../src/core/control/endpoints/clock.ts'
import { type ApiDocument, bodySchema, isRepeated, type Parameter, queryOfList } from '../../state/openapi.ts'
import { StateBadge } from '../../ui/badge.tsx'
import type { Facet } from '../../ui/filters.tsx'
import { dateTimeOf, shortId } from '../../ui/format.ts'
import type { JsonObject } from '../../ui/json.ts'
import type { Column } from '../../ui/list.tsx'

/** A record in the form of the fixture files. */
export type Row = JsonObject

/** Formats a scalar; undefined for any other value. */
export function scalarOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

export const idOf = (row: Row): string => scalarOf(row['id']) ?? ''

/** The filters of an area. */
export const filtersOf = (control: ApiDocument, area: string): readonly Parameter[] =>
  queryOfList(control, `/${area}`).filter(({ name }) => !/^(?:limit|offset|pretty)$/.test(name))

/** Converts a filter to a facet. @param error why its value was rejected */
export function facetOf(filter: Parameter, error: string | undefined): Facet {
  const { name, schema } = filter
  const known = schema.enum ?? schema.examples
  const facet = { id: name, title: titleOf(name), isSingle: !isRepeated(filter), error }
  if (known !== undefined) return { ...facet, choices: known.map((value) => [String(value)]) }
  return { ...facet, placeholder: isRepeated(filter) ? 'one, another' : isDate(name) ? '2026-07-01' : '' }
}

/** The name of a field or a filter in words: `Created` for `created_at`. */
export function titleOf(name: string): string {
  const words = name.replace(/_(?:at|date|id|time)$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isDate = (name: string): boolean => /_(?:after|at|before|date|time)$/.test(name)

/** The kind of a scalar field, by its name and type. */
type Kind = keyof typeof widths

/** @returns undefined for a field with a list or an object */
export function kindOf(name: string, type: unknown): Kind | undefined {
  if (type === 'array' || type === 'object') return undefined
  if (name === 'id') return 'id'
  if (name === 'status') return 'state'
  if (type === 'integer' || type === 'number') return 'number'
  if (name.endsWith('_id')) return 'reference'
  return isDate(name) ? 'date' : 'text'
}

/** The schemas of a record: one per status, or only one. */
function variantsOf(control: ApiDocument, area: string) {
  const schema = bodySchema(control, `POST /${area}`) ?? {}
  return schema.anyOf ?? [schema]
}

/** The statuses with separate schemas in an area; empty if it has one schema. */
export const statesOf = (control: ApiDocument, area: string): readonly string[] =>
  variantsOf(control, area)
    .flatMap(({ properties }) => properties?.['status']?.const ?? [])
    .map(String)

/** The scalar fields of an area, most important first: name, status, filtered fields, and so on. */
function fieldsOf(control: ApiDocument, area: string) {
  const properties = new Map(variantsOf(control, area).flatMap(({ properties: all = {} }) => Object.entries(all)))
  const filters = filtersOf(control, area)
  const rankOf = (name: string, kind: Kind): number => {
    if (name === 'name' || (kind === 'id' && !properties.has('name'))) return 0
    if (kind === 'text') return filters.some((filter) => `_${name}`.endsWith(`_${filter.name}`)) ? 2 : 8
    if (kind === 'date' && !name.startsWith('created')) return 6
    return { state: 1, number: 3, date: 4, reference: 5, id: 7 }[kind]
  }
  const fields = [...properties].flatMap(([name, { type }]) => {
    const kind = kindOf(name, type)
    return kind === undefined ? [] : [{ name, kind, rank: rankOf(name, kind) }]
  })
  return fields.toSorted((a, b) => a.rank - b.rank)
}

/** The minimum widths of columns in pixels. */
const widths = { id: 80, state: 135, number: 56, reference: 80, date: 140, text: 130 }

/** The columns of an area. A column shows if the columns before it leave room. @param due the due changes of the records */
export function columnsOf(control: ApiDocument, area: string, due: readonly DueInfo[]): readonly Column<Row>[] {
  let used = 24
  return fieldsOf(control, area).map(({ name, kind }, index) => {
    const px = name === 'name' ? 170 : widths[kind]
    used += px + 12
    return {
      title: titleOf(name),
      width: name === 'name' ? 'minmax(0, 220fr)' : `minmax(${px}px, ${px}fr)`,
      from: index < 2 ? 0 : used,
      isRight: kind === 'number',
      cell: (row) => cellOf(row, name, kind, due),
    }
  })
}

function cellOf(row: Row, name: string, kind: Kind, due: readonly DueInfo[]) {
  const text = scalarOf(row[name])
  if (text === undefined) return <span class="muted">–</span>
  if (kind === 'date') return <span class="num">{dateTimeOf(text)}</span>
  if (kind === 'id' || kind === 'reference') return <code title={text}>{shortId(text)}</code>
  if (kind !== 'state') return <span title={text}>{text}</span>
  const next = due.findLast(({ id }) => id === idOf(row))
  if (next === undefined) return <StateBadge state={text} />
  return (
    <span class="muted" title={`${text} → ${next.event}`}>
      <StateBadge state={text} /> → {next.event}
    </span>
  )
}
