import { computed, signal } from '@preact/signals'

import { readFired } from '../../state/scenario.ts'
import { type RequestSummary, shownEntries } from '../../state/traffic.ts'
import { durationOf } from '../../ui/format.ts'

/** A property of requests to filter by. */
export interface Facet {
  readonly id: string
  readonly title: string
  /** The values of a request: it has each of them. */
  readonly valuesOf: (entry: RequestSummary) => readonly string[]
}

/** The scenarios of rules that fired, each once. */
export const scenariosOf = (rules: readonly string[]): readonly string[] => [
  ...new Set(rules.map((rule) => readFired(rule).scenario)),
]

/** A status, and the class that it belongs to. */
const statusesOf = ({ status }: RequestSummary): readonly string[] =>
  status === null ? ['no answer'] : [`${Math.floor(status / 100)}xx`, String(status)]

export const facets: readonly Facet[] = [
  { id: 'method', title: 'Method', valuesOf: ({ method }) => [method] },
  { id: 'operation', title: 'Operation', valuesOf: ({ operation }) => [operation ?? 'no operation'] },
  { id: 'status', title: 'Status', valuesOf: statusesOf },
  { id: 'code', title: 'Code', valuesOf: ({ code }) => (code === null ? [] : [code]) },
  { id: 'sandbox', title: 'Sandbox', valuesOf: ({ sandbox }) => [sandbox] },
  { id: 'key', title: 'Key', valuesOf: ({ key }) => [key ?? 'no key'] },
  {
    id: 'scenario',
    title: 'Scenario',
    valuesOf: ({ scenarios }) => (scenarios.length === 0 ? ['no scenario'] : scenariosOf(scenarios)),
  },
]

/** The filters of the list. */
interface Filters {
  /** Words that a request has all of. */
  readonly text: string
  /** The shortest duration, as typed. */
  readonly duration: string
  /** The chosen values of each facet: a request has one of them. */
  readonly chosen: Readonly<Record<string, readonly string[]>>
}

const none: Filters = { text: '', duration: '', chosen: {} }

/** They stay while other views are open. */
export const filters = signal(none)

export function clearFilters(): void {
  filters.value = none
}

export const setText = (text: string): void => {
  filters.value = { ...filters.value, text }
}

export const setDuration = (duration: string): void => {
  filters.value = { ...filters.value, duration }
}

/** Chooses a value of a facet, or leaves it out again. */
export function choose({ id }: Facet, value: string, isChosen: boolean): void {
  const { [id]: before = [], ...others } = filters.value.chosen
  const values = isChosen ? [...before, value] : before.filter((other) => other !== value)
  filters.value = { ...filters.value, chosen: values.length === 0 ? others : { ...others, [id]: values } }
}

/** Shows only the requests that fired a rule of a scenario. */
export function chooseScenario(name: string): void {
  filters.value = { ...filters.value, chosen: { ...filters.value.chosen, scenario: [name] } }
}

export const chosenOf = ({ id }: Facet): readonly string[] => filters.value.chosen[id] ?? []

/** A filter that is on. */
interface Chip {
  readonly text: string
  readonly remove: () => void
}

export const chips = computed((): readonly Chip[] => {
  const { text, duration } = filters.value
  const ofFacets = facets.flatMap((facet) =>
    chosenOf(facet).map((value) => ({
      text: `${facet.title}: ${value}`,
      remove: () => choose(facet, value, false),
    })),
  )
  return [
    ...(text.trim() === '' ? [] : [{ text: `Text: ${text.trim()}`, remove: () => setText('') }]),
    ...ofFacets,
    ...(leastMs(duration) === 0
      ? []
      : [{ text: `At least ${durationOf(leastMs(duration))}`, remove: () => setDuration('') }]),
  ]
})

/** The milliseconds of a typed duration; 0 where it is none. */
export function leastMs(text: string): number {
  const ms = Number(text.replace(',', '.'))
  return Number.isFinite(ms) && ms > 0 ? ms : 0
}

/** All that is searched in a request. */
const textOf = (entry: RequestSummary): string =>
  [
    entry.method,
    entry.path,
    entry.operation,
    entry.status,
    entry.code,
    entry.fault,
    entry.key,
    entry.sandbox,
    entry.traceId,
    ...entry.scenarios,
    ...entry.assumptions,
  ]
    .join(' ')
    .toLowerCase()

/** Makes the test of the filters; undefined where all requests pass. */
function testOf({ text, duration, chosen }: Filters): ((entry: RequestSummary) => boolean) | undefined {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const ms = leastMs(duration)
  const wanted = facets.flatMap(({ id, valuesOf }) => {
    const values = new Set(chosen[id])
    return values.size === 0 ? [] : [(entry: RequestSummary) => valuesOf(entry).some((value) => values.has(value))]
  })
  if (words.length === 0 && ms === 0 && wanted.length === 0) return undefined
  return (entry) => {
    if (entry.durationMs < ms || !wanted.every((test) => test(entry))) return false
    if (words.length === 0) return true
    const all = textOf(entry)
    return words.every((word) => all.includes(word))
  }
}

/** The requests that pass the filters, the oldest first. */
export const matching = computed(() => {
  const test = testOf(filters.value)
  return test === undefined ? shownEntries.value : shownEntries.value.filter(test)
})

/** The values of a facet among the requests, and how many have each; chosen ones even if none has them. */
export function choicesOf(facet: Facet): readonly (readonly [value: string, count: number])[] {
  const counts = new Map<string, number>(chosenOf(facet).map((value) => [value, 0]))
  for (const entry of shownEntries.value) {
    for (const value of facet.valuesOf(entry)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].toSorted(([a], [b]) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** A class of statuses stands before its members. */
const orderOf = (value: string): string => value.replace(/^(\d)xx$/, '$1')
