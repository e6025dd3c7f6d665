import { grouped } from '../lib/grouped.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { own } from '../lib/own.ts'
import { dateFields } from '../resolve/requests.ts'
import { compare, type Finding, formAt, pointerOf, toShapes } from './compare.ts'
import { type Answer, isForm } from './corpus.ts'
import { isOfService } from './differences.ts'
import { type Form, mergeForms, seenIn } from './form.ts'

/** One way in which a service answers otherwise than before. */
export interface Change extends Pick<Finding, 'pointer' | 'operations'> {
  readonly before: string
  readonly now: string
}

type Changed = Omit<Change, 'operations'>

/** Compares the answers of a service with earlier ones: what was always so and is never so now, and values that are new. */
export function changesOf(before: readonly Answer[], now: readonly Answer[], document: JsonObject): readonly Change[] {
  const [differed = [], differs = []] = [before, now].map((all) => compare(toShapes(all), document, 'newest_first'))
  // The document lets records lack the other fields.
  const odd = [...differed, ...differs].filter(({ problem }) => problem === 'unknown' || problem === 'missing')
  const later = grouped(now, occasionOf)
  const all = [...grouped(before, occasionOf)].flatMap(([occasion, was]) => {
    const [{ operation }] = was
    const isOdd = (pointer: string): boolean =>
      odd.some((one) => one.operations.includes(operation) && `${pointer}/`.startsWith(`${one.pointer}/`))
    const is = later.get(occasion)
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

/** An operation, and its success or the code of its error, whatever status that has. */
function occasionOf({ operation, status, body }: Answer): string {
  if (!isForm(body)) return `${operation} ${status}`
  const { error } = body.fields ?? {}
  return `${operation} ${error === undefined ? 'served' : Object.keys(error.fields?.['code']?.words ?? {}).join()}`
}

type IsOdd = (pointer: string) => boolean

function changesIn(before: readonly Answer[], now: readonly Answer[], isOdd: IsOdd): readonly Changed[] {
  const read = (path: readonly string[], valuesOf: (answer: Answer) => readonly string[]): readonly Changed[] =>
    apart(path, before.flatMap(valuesOf), now.flatMap(valuesOf))
  const headers = [...new Set([...before, ...now].flatMap((answer) => answer.headers))].filter(isOfService)
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

/** Fewest items of a page that are not in an order by chance. */
const fewestItems = 6

const isLong = ({ body }: Answer): boolean =>
  isForm(body) && seenIn(formAt(body, ['data', '*']) ?? { kinds: {} }) >= fewestItems

/** Fewest records, before and now, that show what is always so. */
const fewestRecords = 3

function changesAt(before: Form, now: Form, path: readonly string[], isOdd: IsOdd): readonly Changed[] {
  const isCertain = path[0] !== 'data' || [before, now].every((form) => seenIn(form) >= fewestRecords)
  const bothObjects = [before, now].every(({ kinds }) => kinds['object'] !== undefined)
  const fields = new Set([...Object.keys(before.fields ?? {}), ...Object.keys(now.fields ?? {})])
  return [
    ...(isCertain ? apart(path, kindsIn(before), kindsIn(now)) : []),
    ...[...fields].flatMap((name) => {
      const here = [...path, name]
      const [was, is] = [formAt(before, [name]), formAt(now, [name])]
      if (was !== undefined && is !== undefined) return changesAt(was, is, here, isOdd)
      if (!isCertain || !bothObjects || !isOdd(pointerOf(here))) return []
      return apart(here, presenceIn(before, was), presenceIn(now, is))
    }),
    ...(before.items && now.items ? changesAt(before.items, now.items, [...path, '*'], isOdd) : []),
  ]
}

const presenceIn = ({ kinds: { object = 0 } }: Form, field: Form = { kinds: {} }): readonly string[] => [
  ...kindsIn(field),
  ...(seenIn(field) < object ? ['nothing'] : []),
]

/** Kinds that tell one field from another; the others follow from the data. */
function kindsIn({ kinds }: Form): readonly string[] {
  const broad: Readonly<Record<string, string>> = { empty: 'text', word: 'text', negative: 'integer', ipv6: 'ipv4' }
  return Object.keys(kinds)
    .filter((kind) => kind !== 'null')
    .map((kind) => own(broad, kind) ?? kind)
}

/** A change between two sets of texts that have nothing in common. */
function apart(path: readonly string[], before: readonly string[], now: readonly string[]): readonly Changed[] {
  const [was, is] = [[...new Set(before)].toSorted(), [...new Set(now)].toSorted()]
  if (was.length === 0 || is.length === 0 || was.some((text) => is.includes(text))) return []
  return [{ pointer: pointerOf(path), before: was.join(' or '), now: is.join(' or ') }]
}
