import { computed } from '@preact/signals'

import { kept } from '../../state/route.ts'
import { readFired } from '../../state/scenario.ts'
import { isAll, type RequestSummary, shownEntries } from '../../state/traffic.ts'
import { type Chosen, type Facet, hasWords, valuesOf } from '../../ui/filters.tsx'

interface Property {
  readonly id: string
  readonly title: string
  /** The values of a request: it has each of them. */
  readonly of: (entry: RequestSummary) => readonly string[]
}

/** The scenarios that decided an answer, each once. */
export const scenariosOf = ({ scenarios }: RequestSummary): readonly string[] => [
  ...new Set(scenarios.map((text) => readFired(text).scenario)),
]

/** A status, and the class that it belongs to. */
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

/** Compared as a text: another item of the view, with the same filters, filters nothing again. */
const address = computed(() => JSON.stringify(kept(...filterNames)))

export const filters = computed((): Chosen => JSON.parse(address.value))

/** The filters with the values that requests have, which are counted when they are shown. */
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
    error: Number.isNaN(leastMs(chosen)) ? 'A number, such as 100 or 0.5.' : undefined,
  },
]

/** The shortest duration; NaN for what is no number. */
const leastMs = ({ duration = '' }: Chosen): number => Number(duration)

function textOf(entry: RequestSummary): string {
  const { method, path, operation, code, fault, key, sandbox, traceId, scenarios, assumptions } = entry
  const words = [method, path, operation, code, fault, key, sandbox, traceId, ...statusesOf(entry)]
  return [...words, ...scenarios, ...assumptions].join(' ')
}

/** Makes the test of the filters. */
function testOf(chosen: Chosen): (entry: RequestSummary) => boolean {
  const { text = '' } = chosen
  const ms = leastMs(chosen) || 0
  const wanted = properties.flatMap(({ id, of }) => {
    const values = new Set(valuesOf(chosen, id))
    return values.size === 0 ? [] : [(entry: RequestSummary) => of(entry).some((value) => values.has(value))]
  })
  return (entry) =>
    entry.durationMs >= ms && wanted.every((test) => test(entry)) && (text === '' || hasWords(textOf(entry), text))
}

/** The requests that pass the filters, the newest first. */
export const matching = computed(() => shownEntries.value.filter(testOf(filters.value)).toReversed())

/** The values of a property among the requests, and how many have each; chosen ones even if none has them. */
function choicesOf({ id, of }: Property, chosen: Chosen): readonly (readonly [value: string, count: number])[] {
  const counts = new Map<string, number>(valuesOf(chosen, id).map((value) => [value, 0]))
  for (const value of shownEntries.value.flatMap(of)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([a], [b]) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** A class of statuses stands before its members. */
const orderOf = (value: string): string => value.replace(/^(\d)xx$/, '$1')
