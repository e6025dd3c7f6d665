import { computed, signal } from '@preact/signals'

import type { RequestSummary } from '../../../src/core/control/endpoints/requests.ts'
import { api } from './api.ts'
import { connection, touch } from './ask.ts'
import { followStream, reconnect, scopeOf } from './stream.ts'
import { later } from './time.ts'

export type { RequestSummary }

/** The page keeps at most this many requests. */
const maxEntries = 10_000

/** Arriving requests are batched for this long. */
const batchMs = 100

/** The requests in the journal, oldest first. */
export const entries = signal<readonly RequestSummary[]>([])

/** True to show the requests of all sandboxes. */
export const isAll = signal(false)

/** The requests at the time of the pause; undefined if the list is not paused. */
const pausedEntries = signal<readonly RequestSummary[] | undefined>(undefined)

export const isPaused = computed(() => pausedEntries.value !== undefined)

/** The requests to show. */
export const shownEntries = computed(() => pausedEntries.value ?? entries.value)

/** The number of requests that came after the shown requests. */
export const missedCount = computed(() => {
  const last = shownEntries.value.at(-1)?.sequence ?? 0
  return entries.value.length - 1 - entries.value.findLastIndex(({ sequence }) => sequence <= last)
})

export function setPaused(paused: boolean): void {
  pausedEntries.value = paused ? entries.value : undefined
}

/** Identifies a request across all sandboxes. */
export const keyOf = ({ sandbox, id }: Pick<RequestSummary, 'sandbox' | 'id'>): string => `${sandbox}:${id}`

/** The number of resets of the sandbox before the request. */
const incarnationOf = ({ id }: RequestSummary): number => Number.parseInt(id)

/** Adds requests, and drops requests from before a reset. */
function withNew(known: readonly RequestSummary[], added: readonly RequestSummary[]): readonly RequestSummary[] {
  const newest = new Map(added.map((entry) => [entry.sandbox, incarnationOf(entry)]))
  const isForgotten = (entry: RequestSummary): boolean => incarnationOf(entry) < (newest.get(entry.sandbox) ?? 0)
  const kept = known.some(isForgotten) ? known.filter((entry) => !isForgotten(entry)) : known
  return [...kept, ...added].slice(-maxEntries)
}

/** Requests of the current batch. */
let pending: RequestSummary[] = []

/** The sequence of the newest request on the page. */
let newest = 0

/** Adds a request of the stream, unless the loaded journal has it. */
function add(entry: RequestSummary): void {
  if (entry.sequence <= newest) return
  newest = entry.sequence
  if (pending.length === 0) later(batchMs, () => (entries.value = withNew(entries.value, pending.splice(0))))
  pending.push(entry)
}

/** Loads the journal. */
async function load(signal: AbortSignal): Promise<void> {
  const { items } = await api('GET /requests', { query: { ...scopeOf(isAll.peek()), limit: maxEntries }, signal })
  pending = []
  newest = items.at(-1)?.sequence ?? 0
  entries.value = items
  connection.value = 'live'
  touch()
}

/** Clears the requests, and reloads the journal. */
export function reloadTraffic(): void {
  setPaused(false)
  pending = []
  entries.value = []
  reconnect()
}

/** Shows the requests of all sandboxes, or only of this one. */
export function setAll(all: boolean): void {
  isAll.value = all
  reloadTraffic()
}

/** Follows the requests while the page is open. */
export const followTraffic = (): Promise<never> =>
  followStream(
    () => isAll.peek(),
    async (entry, signal) => {
      if (entry === undefined) await load(signal)
      else if (!signal.aborted) add(entry)
    },
  )
