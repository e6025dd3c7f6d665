import * as z from 'zod/mini'

import { withSubject } from '../../core/lib/input-error.ts'
import { readJsonText } from '../../core/lib/json-files.ts'
import { isJsonObject } from '../../core/lib/merge-patch.ts'
import { own } from '../../core/lib/own.ts'
import { readBy } from '../../core/lib/read-by.ts'
import type { ProbedOperation, RecordedExchange } from '../resolve/recorded-exchange.ts'
import { instantOf } from '../resolve/requests.ts'
import { type Form, formOf, formSchema, kindNames, publishableName } from './form.ts'

const version = 1

const headSchema = z.looseObject({ corpus: z.literal(version) })

const count = z.int().check(z.gte(0))

const answerSchema = z.strictObject({
  operation: z.string(),
  status: z.int(),
  /** Names in lower case, sorted. */
  headers: z.array(z.string()),
  contentType: z.nullable(z.string()),
  /** Of a page: the requested limit, and the size that the service named. */
  paging: z.optional(z.strictObject({ limit: z.optional(count), items_per_page: count })),
  /** Of a page: how its items are sorted by each field with enough different values: `created_at desc`, `id asc` or `name unsorted`. */
  order: z.optional(z.array(z.string())),
  body: z.union([z.enum(['html', 'empty', 'text']), formSchema]),
})

/** The names that the corpus format defines. */
export const corpusNames: readonly string[] = [
  ...Object.keys(answerSchema.shape),
  ...kindNames,
  ...'opaque corpus limit items_per_page asc desc unsorted kinds fields items words'.split(' '),
]

/** What a corpus keeps of an answer: no values except vocabulary words and page sizes. */
export type Answer = z.infer<typeof answerSchema>

/** Converts the answers to requests of operations; others, such as preflights, are left out. @param vocabulary as for `formOf` */
export function toAnswers(
  seen: readonly RecordedExchange[],
  operations: readonly ProbedOperation[],
  vocabulary: ReadonlySet<string>,
): readonly Answer[] {
  return seen
    .filter(({ operation, method }) => operations.some((known) => known.id === operation && known.method === method))
    .map((one) => toAnswer(one, vocabulary))
}

function toAnswer(seen: RecordedExchange, vocabulary: ReadonlySet<string>): Answer {
  const { operation, status, headers } = seen
  const [paging, order] = [pagingOf(seen), seen.isServed ? orderOf(seen) : []]
  return {
    operation,
    status,
    headers: [...new Set(Object.keys(headers).map((name) => publishableName(name.toLowerCase())))].toSorted(),
    contentType: typeOf(headers['content-type']),
    ...(paging && { paging }),
    ...(order.length > 0 && { order }),
    body: bodyOf(seen, vocabulary),
  }
}

function bodyOf({ json, text }: RecordedExchange, vocabulary: ReadonlySet<string>): Form | 'html' | 'empty' | 'text' {
  if (json !== undefined) return formOf(json, vocabulary)
  if (text.trim() === '') return 'empty'
  return /^\s*<(?:!doctype|html|\?xml)/i.test(text) ? 'html' : 'text'
}

/** Normalises a content type to its type and charset. */
function typeOf(text: string | undefined): string | null {
  const [, type, parameters] = /^\s*([a-z]+\/[a-z\d.+-]{1,60})\s*(;.*)?$/i.exec(text ?? '') ?? []
  if (type === undefined || !type.split(/[/+]/).every((part) => publishableName(part) === part)) return null
  const [, charset] = /;\s*charset="?(utf-\d+|iso-\d+-\d+|us-ascii)\b/i.exec(parameters ?? '') ?? []
  return (charset === undefined ? type : `${type}; charset=${charset}`).toLowerCase()
}

function pagingOf({ isServed, page, query }: RecordedExchange): Answer['paging'] {
  const { items_per_page } = page
  const [limit, ...more] = query.flatMap(([name, value]) => (name === 'limit' ? [value] : []))
  const isPlain = limit === undefined || /^[1-9]\d{0,8}$/.test(limit)
  if (!isServed || items_per_page === undefined || items_per_page < 0 || more.length > 0 || !isPlain) return undefined
  return { ...(limit === undefined ? {} : { limit: Number(limit) }), items_per_page }
}

/** With fewer different values, a field shows no order. */
const minValues = 3

function orderOf({ items }: RecordedExchange): string[] {
  const names = Object.keys(items[0] ?? {})
  return names.flatMap((name) => {
    const values = items.flatMap((item) => {
      const value = own(item, name)
      const key = typeof value === 'string' ? (instantOf(value) ?? value) : value
      return typeof key === 'string' || typeof key === 'number' ? [key] : []
    })
    if (values.length < items.length || new Set(values).size < minValues) return []
    return publishableName(name) === name ? [`${name} ${directionOf(values)}`] : []
  })
}

function directionOf(values: readonly (string | number)[]): 'asc' | 'desc' | 'unsorted' {
  const isSorted = (sorted: typeof values): boolean =>
    sorted.every((value, i) => i === 0 || (sorted[i - 1] ?? 0) <= value)
  if (isSorted(values)) return 'asc'
  return isSorted(values.toReversed()) ? 'desc' : 'unsorted'
}

export function writeCorpus(answers: readonly Answer[]): string {
  return [{ corpus: version }, ...answers].map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** Reads a corpus. @param source its name in errors. @throws InputError with the number of the line */
export function readCorpus(text: string, source: string): readonly Answer[] {
  const [head, ...lines] = text
    .split('\n')
    .map((line, i) => ({ line, place: `${source}:${i + 1}` }))
    .filter(({ line }) => line.trim() !== '')
  if (head === undefined) return []
  const read = <T>(schema: z.ZodMiniType<T>, { line, place }: typeof head): T => {
    const { content } = readJsonText(place, line)
    return withSubject(place, () => readBy(schema, content, 'the line', 1))
  }
  read(headSchema, head)
  return lines.map((line) => read(answerSchema, line))
}

export const isForm = (body: Answer['body']): body is Form => isJsonObject(body)
