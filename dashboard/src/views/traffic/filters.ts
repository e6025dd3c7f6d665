import { computed } from '@preact/signals'

import { kept } from '../../state/route.ts'
import { readFired } from '../../state/scenario.ts'
import { isAll, type RequestSummary, shownEntries } from '../../state/traffic.ts'
import { type Chosen, type Facet, hasWords, valuesOf } from '../../ui/filters.tsx'

interface Property {
  readonly id: string
  readonly title: string
  /** All values of a request. */
  readonly of: (entry: RequestSummary) => readonly string[]
}

/** The scenarios that decided an answer, without duplicates. */
export const scenariosOf = ({ scenarios }: RequestSummary): readonly string[] => [
  ...new Set(scenarios.map((text) => readFired(text).scenario)),
]

/** A status and its class. */
const statusesOf = ({ status }: RequestSummary): readonly string[] =>
  status === null ? ['no answer'] : [`${Math.floor(status / 100)}xx`, String(status)]

const properties: readonly Property[] = [
  { id: 'method', title: 'Method', of: ({ method }) => [method] },
  { id: 'operation', title: 'Operation', of: ({ operation }) => [operation ?? 'no operation'] },
  { id: 'status', title: 'Status', of: statusesOf },
  { id: 'code', title: 'Code', of: ({ code }) => (code === null ? [] : [code]) },
  { id: 'sandbox', title: 'Sandbox', of: ({ sandbox }) => [sandbox] },
  { id: 'key', title: 'Key', of: ({ key }) => [key ?? 'no key'] },
  { id: 'scenario', title: 'Scenario', of: (entry) => (entry.scenarios.length ? scenariosOf(entry) : ['no scenario']) },
]

export const filterNames: readonly string[] = ['text', ...properties.map(({ id }) => id), 'duration']

/** Compared as text, so that opening another item does not filter again. */
const queryText = computed(() => JSON.stringify(kept(...filterNames)))

export const filters = computed((): Chosen => JSON.parse(queryText.value))

/** The filters, with the values of requests, which are counted when they are shown. */
export const facetsOf = (chosen: Chosen): readonly Facet[] => [
  ...properties
    .filter(({ id }) => id !== 'sandbox' || isAll.value)
    .map((property) => ({
      id: property.id,
      title: property.title,
      get choices() {
        return choicesOf(property, chosen)
      },
    })),
  {
    id: 'duration',
    title: 'At least, in milliseconds',
    placeholder: '100',
    error: Number.isNaN(minMs(chosen)) ? 'A number, such as 100 or 0.5.' : undefined,
  },
]

/** The minimum duration; NaN if it is not a number. */
const minMs = ({ duration = '' }: Chosen): number => Number(duration)

function textOf(entry: RequestSummary): string {
  const { method, path, operation, code, fault, key, sandbox, traceId, scenarios, assumptions } = entry
  const words = [method, path, operation, code, fault, key, sandbox, traceId, ...statusesOf(entry)]
  return [...words, ...scenarios, ...assumptions].join(' ')
}

/** Creates the predicate of the filters. */
function predicateOf(chosen: Chosen): (entry: RequestSummary) => boolean {
  const { text = '' } = chosen
  const ms = minMs(chosen) || 0
  const wanted = properties.flatMap(({ id, of }) => {
    const values = new Set(valuesOf(chosen, id))
    return values.size === 0 ? [] : [(entry: RequestSummary) => of(entry).some((value) => values.has(value))]
  })
  return (entry) =>
    entry.durationMs >= ms && wanted.every((test) => test(entry)) && (text === '' || hasWords(textOf(entry), text))
}

/** The requests that pass the filters, newest first. */
export const matching = computed(() => shownEntries.value.filter(predicateOf(filters.value)).toReversed())

/** The values of a property with their numbers of requests; chosen values even if there are none. */
function choicesOf({ id, of }: Property, chosen: Chosen): readonly (readonly [value: string, count: number])[] {
  const counts = new Map<string, number>(valuesOf(chosen, id).map((value) => [value, 0]))
  for (const value of shownEntries.value.flatMap(of)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([a], [b]) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** A status class precedes its members. */
const orderOf = (value: string): string => value.replace(/^(\d)xx$/, '$1')
