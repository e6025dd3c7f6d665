import { grouped } from '../lib/grouped.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { dateFields } from '../resolve/requests.ts'
import { compare, type Finding, pointerOf, responsesIn, toShapes } from './compare.ts'
import { type Answer, isForm } from './corpus.ts'
import { isOfService } from './differences.ts'
import { type Form, mergeForms, seenIn } from './form.ts'
import { isOptional, resolved } from './mismatches.ts'

/** One way in which a service answers otherwise than before. */
export interface Change {
  readonly pointer: string
  readonly before: string
  readonly now: string
  readonly operations: readonly string[]
}

interface Changed {
  readonly path: readonly string[]
  readonly before: string
  readonly now: string
}

/**
 * Compares the answers of a service with earlier ones. It reports only what is certain: what was always so before and is never
 * so now, and values that neither the document nor any earlier answer has.
 * @param document says which fields a record may lack
 */
export function changesOf(before: readonly Answer[], now: readonly Answer[], document: JsonObject): readonly Change[] {
  const [old, later] = [grouped(before, occasionOf), grouped(now, occasionOf)]
  const all = [...old].flatMap(([occasion, was]) => {
    const [{ operation }] = was
    const is = later.get(occasion)
    return is === undefined ? [] : changesIn(was, is, document).map((change) => ({ ...change, operation }))
  })
  const same = grouped(all, ({ path, before: was, now: is }) => JSON.stringify([path, was, is]))
  const changes = [...same.values()].map((group): Change => {
    const { path, before: was, now: is } = group[0]
    const operations = [...new Set(group.map(({ operation }) => operation))].toSorted()
    return { pointer: pointerOf(path), before: was, now: is, operations }
  })
  return [...changes, ...newValues(before, now, document)]
}

/** An operation, and its success or the code of its error, whatever status that has. */
function occasionOf({ operation, status, body }: Answer): string {
  if (!isForm(body)) return `${operation} ${status}`
  const { error } = body.fields ?? {}
  return `${operation} ${error === undefined ? 'served' : Object.keys(error.fields?.['code']?.words ?? {}).join()}`
}

function newValues(before: readonly Answer[], now: readonly Answer[], document: JsonObject): readonly Change[] {
  const [old = [], later = []] = [before, now].map((answers): readonly Finding[] =>
    compare(toShapes(answers), document, 'newest_first').filter(({ problem }) => problem === 'value'),
  )
  const known = new Set(old.map(({ pointer, came }) => `${pointer} ${came}`))
  return later
    .filter(({ pointer, came }) => !known.has(`${pointer} ${came}`))
    .map(({ pointer, came, operations }) => ({ pointer, before: 'other values', now: came, operations }))
}

function changesIn(before: readonly Answer[], now: readonly Answer[], document: JsonObject): readonly Changed[] {
  const read = (path: readonly string[], valuesOf: (answer: Answer) => readonly string[]): readonly Changed[] =>
    apart(path, before.flatMap(valuesOf), now.flatMap(valuesOf))
  const headers = [...new Set([...before, ...now].flatMap((answer) => answer.headers))].filter(isOfService)
  const limits = new Set(before.map(({ paging }) => paging?.limit))
  const [was, is] = [before, now].map((answers) => mergeForms(answers.map(({ body }) => body).filter(isForm)))
  const schemas = Object.values(responsesIn(document).get(before[0]?.operation ?? '') ?? {})
    .flatMap((response) => Object.values(resolved(document, resolved(document, response)['content'])))
    .map((media) => resolved(document, media)['schema'])
  const mayLack = (path: readonly string[]): boolean => schemas.some((schema) => isOptional(document, schema, path))
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
    ...(was === undefined || is === undefined ? [] : changesAt(was, is, [], mayLack)),
  ]
}

/** Fewest items of a page that are not in an order by chance. */
const fewestItems = 6

const isLong = ({ body }: Answer): boolean =>
  isForm(body) && seenIn(body.fields?.['data']?.items ?? { kinds: {} }) >= fewestItems

/** Fewest records, before and now, that show what is always so. */
const fewestRecords = 3

function changesAt(
  before: Form,
  now: Form,
  path: readonly string[],
  mayLack: (path: readonly string[]) => boolean,
): readonly Changed[] {
  const isCertain = path[0] !== 'data' || [before, now].every((form) => seenIn(form) >= fewestRecords)
  const fields = new Set([...Object.keys(before.fields ?? {}), ...Object.keys(now.fields ?? {})])
  return [
    ...(isCertain ? apart(path, kindsIn(before), kindsIn(now)) : []),
    ...[...fields].flatMap((name) => {
      const here = [...path, name]
      const [was, is] = [fieldOf(before, name), fieldOf(now, name)]
      if (was !== undefined && is !== undefined) return changesAt(was, is, here, mayLack)
      const isAlways = [was, is].some((form, i) => seenIn(form ?? none) >= ([before, now][i]?.kinds['object'] ?? 0))
      const bothObjects = [before, now].every(({ kinds }) => kinds['object'] !== undefined)
      const shown = ([form = none]: readonly (Form | undefined)[]): string => kindsIn(form).join(' or ') || 'nothing'
      return isCertain && isAlways && bothObjects && !mayLack(here)
        ? [{ path: here, before: shown([was]), now: shown([is]) }]
        : []
    }),
    ...(before.items && now.items ? changesAt(before.items, now.items, [...path, '*'], mayLack) : []),
  ]
}

const none: Form = { kinds: {} }

const fieldOf = ({ fields = {} }: Form, name: string): Form | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** Kinds that tell one field from another; the others follow from the data. */
function kindsIn({ kinds }: Form): readonly string[] {
  const broad: Readonly<Record<string, string>> = { empty: 'text', word: 'text', negative: 'integer', ipv6: 'ipv4' }
  return Object.keys(kinds)
    .filter((kind) => kind !== 'null')
    .map((kind) => broad[kind] ?? kind)
}

/** A change between two sets of texts that have nothing in common. */
function apart(path: readonly string[], before: readonly string[], now: readonly string[]): readonly Changed[] {
  const [was, is] = [[...new Set(before)].toSorted(), [...new Set(now)].toSorted()]
  if (was.length === 0 || is.length === 0 || was.some((text) => is.includes(text))) return []
  return [{ path, before: was.join(' or '), now: is.join(' or ') }]
}
