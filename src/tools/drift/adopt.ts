import { grouped } from '../../core/lib/grouped.ts'
import { isJsonObject, type JsonObject } from '../../core/lib/merge-patch.ts'
import { own } from '../../core/lib/own.ts'
import type { ProbedOperation } from '../resolve/recorded-exchange.ts'
import { type DriftFinding, formAt } from './compare.ts'
import { type Answer, isForm } from './corpus.ts'
import { type Form, mergeForms, sampleOf } from './form.ts'

export interface Adopted {
  /** From the record to the field; `*` for each item of an array. */
  readonly path: readonly string[]
  /** An invented value for each form that the field had. */
  readonly samples: readonly unknown[]
  readonly isListed: boolean
}

/** Finds the unknown fields in records. @param operations the operations that read the records of one area */
export function findAdoptable(
  findings: readonly DriftFinding[],
  answers: readonly Answer[],
  operations: readonly (ProbedOperation & { readonly isList: boolean })[],
): readonly Adopted[] {
  const found = operations.flatMap(({ id, isList }) => {
    const form = mergeForms(answers.flatMap(({ operation, body }) => (operation === id && isForm(body) ? [body] : [])))
    const unknown = findings.filter((one) => one.problem === 'unknown' && one.operations.includes(id))
    return unknown.flatMap(({ pointer }) => toAdopted(pointer, form, isList))
  })
  return [...grouped(found, ({ path }) => JSON.stringify(path)).values()].map((same) => ({
    path: same[0].path,
    samples: [...new Map(same.flatMap(({ samples }) => samples.map((one) => [JSON.stringify(one), one]))).values()],
    isListed: same.some(({ isListed }) => isListed),
  }))
}

/** @returns nothing outside records, and for keys that are not field names */
function toAdopted(pointer: string, form: Form, isListed: boolean): readonly Adopted[] {
  const whole = pointer.split('/').slice(1).map(decoded)
  const path = whole.slice(isListed ? 2 : 1)
  const at = formAt(form, whole)
  if (whole[0] !== 'data' || path.length === 0 || path.at(-1) === '*' || at === undefined) return []
  return [{ path, samples: samplesOf(at), isListed }]
}

const decoded = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** One value of each kind. */
function samplesOf({ kinds, fields = {}, items }: Form): readonly unknown[] {
  return Object.keys(kinds).map((kind) => {
    if (kind === 'object')
      return Object.fromEntries(Object.entries(fields).map(([name, form]) => [name, samplesOf(form)[0]]))
    if (kind === 'array') return items === undefined ? [] : samplesOf(items)
    return Object.hasOwn(plain, kind) ? plain[kind] : sampleOf(kind)
  })
}

const plain: JsonObject = { null: null, boolean: true, integer: 1, negative: -1, number: 1.5 }

/** The `extra` of a record that has only this field. */
export const toExtra = ({ path, samples }: Adopted): unknown => withField({}, path, samples[0])

/** Adds the fields to the `extra` of a row, and keeps what the row has. @param at chooses among the samples */
export function withAdopted(row: unknown, at: number, adopted: readonly Adopted[]): unknown {
  if (!isJsonObject(row)) return row
  const extra = adopted.reduce<unknown>(
    (all, { path, samples }) => withField(all, path, samples[at % samples.length]),
    row['extra'] ?? {},
  )
  const listed = adopted.filter(({ isListed }) => isListed).map(({ path: [name = ''] }) => name)
  const before: readonly unknown[] = Array.isArray(row['inList']) ? row['inList'] : []
  const inList = [...new Set([...before, ...listed])]
  return { ...row, extra, ...(inList.length > 0 && { inList }) }
}

function withField(value: unknown, [name, ...rest]: readonly string[], sample: unknown): unknown {
  if (name === undefined) return value === undefined ? sample : value
  if (name === '*') return [withField(Array.isArray(value) ? value[0] : undefined, rest, sample)]
  const object = isJsonObject(value) ? value : {}
  return { ...object, [name]: withField(own(object, name), rest, sample) }
}
