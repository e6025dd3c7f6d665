import * as z from 'zod/mini'

import { quote } from '../lib/input-error.ts'
import { rememberedFor } from '../lib/lazily.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { didYouMean } from '../lib/nearest.ts'
import { formsAt } from '../lib/schema-fields.ts'

type Path = readonly PropertyKey[]

/** What a record has beyond the document. */
export interface Extended {
  /** Merged into what a get answers (nothing). */
  readonly extra?: JsonObject | undefined
  /** The fields of `extra` that the list shows too (none). */
  readonly inList?: readonly string[] | undefined
}

const aboutExtra =
  'Fields that the document lacks: a get shows them. Lists are merged item by item, as far as the answer has items.'

/** The fields of a row, and of a record in a snapshot, for what the document lacks. */
export const extraFields = {
  extra: z.optional(z.record(z.string(), z.unknown()).check(z.describe(aboutExtra))),
  inList: z.optional(z.array(z.string()).check(z.describe('The fields of extra that the list shows too.'))),
}

export interface WrongField {
  readonly path: Path
  readonly reason: string
}

/** Says what in `extra` would overwrite a field of the document, and what `inList` names in vain. @param documented everything that answers may have */
export function wrongExtra(row: object, documented: z.core.$ZodType): readonly WrongField[] {
  const { extra, inList }: { readonly extra?: unknown; readonly inList?: unknown } = row
  // The schema says what is wrong with their types.
  if (extra !== undefined && !isJsonObject(extra)) return []
  const known = Object.keys(extra ?? {})
  const inVain = (Array.isArray(inList) ? inList : []).flatMap((name: unknown, at): readonly WrongField[] => {
    if (typeof name !== 'string' || known.includes(name)) return []
    const hint = didYouMean(name, known)
    const reason = `expected the name of a field in extra, got ${quote(name)}${hint === '' ? '' : `.${hint}`}`
    return [{ path: ['inList', at], reason }]
  })
  const clashes = extra === undefined ? [] : clashesIn(extra, documented, [])
  return [...clashes.map(({ path, reason }) => ({ path: ['extra', ...path], reason })), ...inVain]
}

function clashesIn(value: unknown, documented: z.core.$ZodType, path: Path): readonly WrongField[] {
  if (Array.isArray(value) && formsAt(documented, [...path, 0]).length > 0) {
    return value.flatMap((item, at) => clashesIn(item, documented, [...path, at]))
  }
  if (!isJsonObject(value) || formsAt(documented, path).length === 0) {
    return [{ path, reason: `expected only fields that the document lacks, got ${quote(value)} for one that it has` }]
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    isDocumented(documented, path, name) ? clashesIn(inner, documented, [...path, name]) : [],
  )
}

/** True if the document has a field in an object of its answers. @param path of the object */
export const isDocumented = (documented: z.core.$ZodType, path: Path, name: string): boolean =>
  formsAt(documented, path).some((form) => Object.hasOwn(form, name))

/** An answer with `extra`. A field of the document that the answer lacks stays away, with all that `extra` has for it. */
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

/** What a list shows of `extra`. */
export function listedExtra({ extra = {}, inList = [] }: Extended): JsonObject {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => inList.includes(name)))
}

/** Makes the form of records that a list writes, one for each. */
export function listedForms<R extends object>() {
  const formOf = rememberedFor((record: R & Extended): R => ({ ...record, extra: listedExtra(record) }))
  return (record: R & Extended): R => (record.extra === undefined ? record : formOf(record))
}
