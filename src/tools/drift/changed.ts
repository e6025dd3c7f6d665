import { grouped } from '../../core/lib/grouped.ts'
import type { JsonObject } from '../../core/lib/merge-patch.ts'
import { own } from '../../core/lib/own.ts'
import { dateFields } from '../resolve/requests.ts'
import { compare, type DriftFinding, formAt, pointerOf, toShapes } from './compare.ts'
import { type Answer, isForm } from './corpus.ts'
import { isServiceHeader } from './differences.ts'
import { type Form, mergeForms, seenIn } from './form.ts'

/** A difference between the answers of a service and earlier ones. */
export interface AnswerChange extends Pick<DriftFinding, 'pointer' | 'operations'> {
  readonly before: string
  readonly now: string
}

type Changed = Omit<AnswerChange, 'operations'>

/** Compares answers with earlier ones. It reports what was always so and is never so now, and new values. */
export function changesOf(
  before: readonly Answer[],
  now: readonly Answer[],
  document: JsonObject,
): readonly AnswerChange[] {
  const [differed = [], differs = []] = [before, now].map((all) => compare(toShapes(all), document, 'newest_first'))
  // The other fields are optional in the document.
  const odd = [...differed, ...differs].filter(({ problem }) => problem === 'unknown' || problem === 'missing')
  const later = grouped(now, outcomeOf)
  const all = [...grouped(before, outcomeOf)].flatMap(([outcome, was]) => {
    const [{ operation }] = was
    const isOdd = (pointer: string): boolean =>
      odd.some((one) => one.operations.includes(operation) && `${pointer}/`.startsWith(`${one.pointer}/`))
    const is = later.get(outcome)
    return is === undefined ? [] : changesIn(was, is, isOdd).map((change) => ({ change, operation }))
  })
  const changes = [...grouped(all, ({ change }) => JSON.stringify(change)).values()].map((same) => ({
    ...same[0].change,
    operations: [...new Set(same.map(({ operation }) => operation))].toSorted(),
  }))
  const known = new Set(differed.map(({ pointer, came }) => `${pointer} ${came}`))
  const news = differs.filter(({ problem, pointer, came }) => problem === 'value' && !known.has(`${pointer} ${came}`))
  return [
    ...changes,
    ...news.map(({ pointer, came, operations }) => ({ pointer, before: 'other values', now: came, operations })),
  ]
}

/** The operation with its success or error code; the status does not count. */
function outcomeOf({ operation, status, body }: Answer): string {
  if (!isForm(body)) return `${operation} ${status}`
  const { error } = body.fields ?? {}
  return `${operation} ${error === undefined ? 'served' : Object.keys(error.fields?.['code']?.words ?? {}).join()}`
}

type IsOdd = (pointer: string) => boolean

function changesIn(before: readonly Answer[], now: readonly Answer[], isOdd: IsOdd): readonly Changed[] {
  const read = (path: readonly string[], valuesOf: (answer: Answer) => readonly string[]): readonly Changed[] =>
    disjointChange(path, before.flatMap(valuesOf), now.flatMap(valuesOf))
  const headers = [...new Set([...before, ...now].flatMap((answer) => answer.headers))].filter(isServiceHeader)
  const limits = new Set(before.map(({ paging }) => paging?.limit))
  const [was, is] = [before, now].map((answers) => mergeForms(answers.map(({ body }) => body).filter(isForm)))
  return [
    ...read([':status'], ({ status }) => [String(status)]),
    ...read(['headers', 'content-type'], ({ contentType }) => [contentType ?? 'nothing']),
    ...headers.flatMap((name) =>
      read(['headers', name], (answer) => [answer.headers.includes(name) ? 'a header' : 'nothing']),
    ),
    ...[...limits].flatMap((limit) =>
      read(['pagination', 'items_per_page'], ({ paging }) =>
        paging === undefined || paging.limit !== limit ? [] : [`${paging.items_per_page} for ${limit ?? 'no limit'}`],
      ),
    ),
    ...['id', ...dateFields].flatMap((field) =>
      read(['data'], (answer) =>
        (answer.order ?? []).filter((entry) => isLong(answer) && entry.startsWith(`${field} `)),
      ),
    ),
    ...(was === undefined || is === undefined ? [] : changesAt(was, is, [], isOdd)),
  ]
}

/** With fewer items, a page may be sorted by chance. */
const minItems = 6

const isLong = ({ body }: Answer): boolean =>
  isForm(body) && seenIn(formAt(body, ['data', '*']) ?? { kinds: {} }) >= minItems

/** With fewer records, before or now, nothing counts as always so. */
const minRecords = 3

function changesAt(before: Form, now: Form, path: readonly string[], isOdd: IsOdd): readonly Changed[] {
  const isCertain = path[0] !== 'data' || [before, now].every((form) => seenIn(form) >= minRecords)
  const bothObjects = [before, now].every(({ kinds }) => kinds['object'] !== undefined)
  const fields = new Set([...Object.keys(before.fields ?? {}), ...Object.keys(now.fields ?? {})])
  return [
    ...(isCertain ? disjointChange(path, kindsIn(before), kindsIn(now)) : []),
    ...[...fields].flatMap((name) => {
      const here = [...path, name]
      const [was, is] = [formAt(before, [name]), formAt(now, [name])]
      if (was !== undefined && is !== undefined) return changesAt(was, is, here, isOdd)
      if (!isCertain || !bothObjects || !isOdd(pointerOf(here))) return []
      return disjointChange(here, presenceIn(before, was), presenceIn(now, is))
    }),
    ...(before.items && now.items ? changesAt(before.items, now.items, [...path, '*'], isOdd) : []),
  ]
}

const presenceIn = ({ kinds: { object = 0 } }: Form, field: Form = { kinds: {} }): readonly string[] => [
  ...kindsIn(field),
  ...(seenIn(field) < object ? ['nothing'] : []),
]

/** Merges kinds that may differ only by chance. */
function kindsIn({ kinds }: Form): readonly string[] {
  const broad: Readonly<Record<string, string>> = { empty: 'text', word: 'text', negative: 'integer', ipv6: 'ipv4' }
  return Object.keys(kinds)
    .filter((kind) => kind !== 'null')
    .map((kind) => own(broad, kind) ?? kind)
}

/** Returns a change if the texts before and now have nothing in common. */
function disjointChange(
  path: readonly string[],
  before: readonly string[],
  now: readonly string[],
): readonly Changed[] {
  const [was, is] = [[...new Set(before)].toSorted(), [...new Set(now)].toSorted()]
  if (was.length === 0 || is.length === 0 || was.some((text) => is.includes(text))) return []
  return [{ pointer: pointerOf(path), before: was.join(' or '), now: is.join(' or ') }]
}
