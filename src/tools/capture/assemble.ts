import type { Choices } from '../../core/assumptions/profile.ts'
import { isJsonObject, type JsonObject } from '../../core/lib/merge-patch.ts'
import { tryJson } from '../../core/lib/try-json.ts'
import { isTerm, publishableName } from '../drift/form.ts'
import { type ProbedOperation, type RecordedExchange, textAt } from '../resolve/recorded-exchange.ts'
import type { Answered, CapturedArea } from './areas/captured-area.ts'
import { type SourceText, textsIn } from './audit.ts'
import { isFieldName } from './pseudonyms.ts'

/** An area with the code that reads its records from answers. */
export interface CapturableArea extends CapturedArea {
  readonly name: string
  readonly file: string
  /** The operations that read its records. */
  readonly list: ProbedOperation
  readonly get: ProbedOperation
}

/** The last answers about each record of an area, by id, in the order of the lists. */
export function recordsIn(
  { list, get }: CapturableArea,
  seen: readonly RecordedExchange[],
): ReadonlyMap<string, Answered> {
  const found = new Map<string, Answered>()
  const add = (id: string | undefined, answered: Answered): void => {
    if (id !== undefined) found.set(id, { ...found.get(id), ...answered })
  }
  for (const answer of seen) {
    const { operation, method, items, record, code, id } = answer
    if (method !== 'GET' || answer.key !== 'main') continue
    if (operation === list.id) for (const item of items) add(textAt(item, 'id'), { item })
    if (operation !== get.id) continue
    if (record !== undefined && answer.isServed) add(textAt(record, 'id'), { record })
    else if (code === 'resource_not_found' && found.has(id)) add(id, { record: null })
  }
  return found
}

/** Infers choices that no probe finds. */
export const inferChoices = (areas: readonly CapturableArea[], seen: readonly RecordedExchange[]): Choices =>
  Object.assign({}, ...areas.map((area) => area.observe?.([...recordsIn(area, seen).values()])))

/** True for the path of a field to keep, or below it; `tags` keeps `tags.value`. */
function isKept(path: string, kept: ReadonlySet<string>): boolean {
  const names = path.split('.')
  return names.some((name, at) => kept.has(name) || kept.has(names.slice(0, at + 1).join('.')))
}

/**
 * Collects the texts of answers with their paths. `isOpen` marks a text that the areas or the user allow to be
 * published.
 * @param vocabulary the names of fields whose words a corpus shows
 * @yields each text, duplicates included
 */
export function* collectTexts(
  areas: readonly CapturableArea[],
  seen: readonly RecordedExchange[],
  keep: ReadonlySet<string>,
  vocabulary: ReadonlySet<string>,
) {
  for (const { operation, json, text, headers, url, body } of seen) {
    const area = areas.find(({ list, get }) => [list.id, get.id].includes(operation))
    const open = new Set(area?.kept.map((path) => `data.${path}`))
    const all: Iterable<SourceText> = json === undefined ? [{ text, path: 'body' }] : textsIn(json, isFieldName)
    for (const { text: said, path, isNumber } of all) {
      const isWord = isTerm(said) && (open.has(path) || vocabulary.has(path.slice(path.lastIndexOf('.') + 1)))
      const isCount = isNumber === true && (open.has(path) || path.startsWith('pagination.'))
      const isOpen = isWord || isCount || isKept(path.replace(/^data\./, ''), keep)
      yield { text: said, path: path === '' ? 'body' : path, isOpen }
    }
    yield* textsAround(headers, url, body)
  }
}

/**
 * Collects the texts of headers, of the URL and of the request body.
 * @yields each with its place
 */
function* textsAround(headers: RecordedExchange['headers'], url: string, body: string | undefined) {
  for (const [name, text] of Object.entries(headers)) {
    const isOpen = /^[a-z]+\/json(?:; *charset=utf-8)?$/i.test(text)
    yield { text, path: `the header ${publishableName(name)}`, isOpen }
  }
  yield { text: url, path: 'the URL', isOpen: false }
  for (const { text } of textsIn(tryJson(body ?? '', body), isFieldName))
    yield { text, path: 'the request', isOpen: false }
}

/** The field names in a value, at any depth. */
export function fieldNamesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(fieldNamesIn))]
  if (!isJsonObject(value)) return []
  return [...Object.keys(value).filter(isFieldName), ...Object.values(value).flatMap(fieldNamesIn)]
}

/** Finds what `wanted` has and `got` lacks, at any depth, and the paths at which they differ. */
export function compareAnswers(wanted: JsonObject, got: JsonObject) {
  const different: string[] = []
  const missing = (ours: JsonObject, theirs: JsonObject, path: string): JsonObject => {
    const entries = Object.entries(ours).flatMap(([field, value]) => {
      const [at, other] = [`${path}${field}`, theirs[field]]
      if (!Object.hasOwn(theirs, field)) return [[field, value] as const]
      const inner = inside(value, other, at)
      if (inner === undefined && JSON.stringify(value) !== JSON.stringify(other)) different.push(at)
      return inner === undefined || Object.keys(inner).length === 0 ? [] : [[field, inner] as const]
    })
    different.push(...Object.keys(theirs).flatMap((field) => (Object.hasOwn(ours, field) ? [] : [`${path}${field}`])))
    return Object.fromEntries(entries)
  }
  /** Compares two objects, or two arrays of objects; undefined for other values. */
  const inside = (value: unknown, other: unknown, at: string): object | undefined => {
    if (isJsonObject(value) && isJsonObject(other)) return missing(value, other, `${at}.`)
    if (!Array.isArray(value) || !Array.isArray(other) || value.length !== other.length) return undefined
    if (!value.every(isJsonObject) || !other.every(isJsonObject)) return undefined
    const items = value.map((item, index) => missing(item, other[index] ?? {}, `${at}.`))
    return items.some((item) => Object.keys(item).length > 0) ? items : {}
  }
  return { extra: missing(wanted, got, ''), different: [...new Set(different)] }
}
