import * as z from 'zod/mini'

import { quote } from '../lib/input-error.ts'
import { memoizeByObject } from '../lib/lazily.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { didYouMean } from '../lib/nearest.ts'
import { formsAt } from '../lib/schema-fields.ts'

type Path = readonly PropertyKey[]

/** The fields of a record beyond the document. */
export interface Extended {
  /** Merged into the answer of a get (nothing). */
  readonly extra?: JsonObject | undefined
  /** The fields of `extra` that lists show too (none). */
  readonly inList?: readonly string[] | undefined
}

const aboutExtra =
  'Fields that the document lacks: a get shows them. Arrays are merged item by item, as far as the answer has items.'

/** The fields of a row, and of a record in a snapshot, for data beyond the document. */
export const extraFields = {
  extra: z.optional(z.record(z.string(), z.unknown()).check(z.describe(aboutExtra))),
  inList: z.optional(z.array(z.string()).check(z.describe('The fields of extra that lists show too.'))),
}

export interface WrongField {
  readonly path: Path
  readonly reason: string
}

/** Finds fields of `extra` that would overwrite documented fields, and unknown names in `inList`. @param documented everything that answers may have */
export function wrongExtra(row: object, documented: z.core.$ZodType): readonly WrongField[] {
  const { extra, inList }: { readonly extra?: unknown; readonly inList?: unknown } = row
  // The schema reports wrong types.
  if (extra !== undefined && !isJsonObject(extra)) return []
  const known = Object.keys(extra ?? {})
  const unknown = (Array.isArray(inList) ? inList : []).flatMap((name: unknown, at): readonly WrongField[] => {
    if (typeof name !== 'string' || known.includes(name)) return []
    const hint = didYouMean(name, known)
    const reason = `expected the name of a field in extra, got ${quote(name)}${hint === '' ? '' : `.${hint}`}`
    return [{ path: ['inList', at], reason }]
  })
  const clashes = extra === undefined ? [] : clashesIn(extra, documented, [])
  return [...clashes.map(({ path, reason }) => ({ path: ['extra', ...path], reason })), ...unknown]
}

function clashesIn(value: unknown, documented: z.core.$ZodType, path: Path): readonly WrongField[] {
  if (Array.isArray(value) && formsAt(documented, [...path, 0]).length > 0) {
    return value.flatMap((item, at) => clashesIn(item, documented, [...path, at]))
  }
  if (!isJsonObject(value) || formsAt(documented, path).length === 0) {
    return [
      { path, reason: `expected only fields that the document lacks, got ${quote(value)} for a documented field` },
    ]
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    isDocumented(documented, path, name) ? clashesIn(inner, documented, [...path, name]) : [],
  )
}

/** True if the document has a field in an object of its answers. @param path of the object */
export const isDocumented = (documented: z.core.$ZodType, path: Path, name: string): boolean =>
  formsAt(documented, path).some((form) => Object.hasOwn(form, name))

/** Merges `extra` into an answer. A documented field that the answer lacks is not added. */
export function merged(answer: unknown, extra: unknown, documented: z.core.$ZodType, path: Path = []): unknown {
  if (Array.isArray(answer) && Array.isArray(extra)) {
    return answer.map((item, at) => (at < extra.length ? merged(item, extra[at], documented, [...path, at]) : item))
  }
  if (!isJsonObject(answer) || !isJsonObject(extra)) return answer
  const fields = Object.entries(extra).flatMap(([name, value]) => {
    if (Object.hasOwn(answer, name)) return [[name, merged(answer[name], value, documented, [...path, name])]]
    return isDocumented(documented, path, name) ? [] : [[name, value]]
  })
  return { ...answer, ...Object.fromEntries(fields) }
}

/** The part of `extra` that lists show. */
export function listedExtra({ extra = {}, inList = [] }: Extended): JsonObject {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => inList.includes(name)))
}

/** Returns a function that converts a record to its form in lists, and caches it. */
export function listedForms<R extends object>() {
  const formOf = memoizeByObject((record: R & Extended): R => ({ ...record, extra: listedExtra(record) }))
  return (record: R & Extended): R => (record.extra === undefined ? record : formOf(record))
}
