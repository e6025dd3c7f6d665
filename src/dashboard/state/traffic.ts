import { computed, signal } from '@preact/signals'

import type { RequestSummary } from '../../control/endpoints/requests.ts'
import { api } from './api.ts'
import { connection, touch } from './ask.ts'
import { followStream, reconnect, scopeOf } from './stream.ts'
import { later } from './time.ts'

export type { RequestSummary }

/** Most requests that the page keeps. */
const mostEntries = 10_000

/** How long requests that arrive are collected, to be shown together. */
const batchMs = 100

/** The requests in the journal, the oldest first. */
export const entries = signal<readonly RequestSummary[]>([])

/** True to show the requests of all sandboxes. */
export const isAll = signal(false)

/** The requests when the list was paused; undefined while it follows. */
const frozen = signal<readonly RequestSummary[] | undefined>(undefined)

export const isPaused = computed(() => frozen.value !== undefined)

/** The requests to show. */
export const shownEntries = computed(() => frozen.value ?? entries.value)

/** How many requests came after the ones that are shown. */
export const missedCount = computed(() => {
  const last = shownEntries.value.at(-1)?.sequence ?? 0
  return entries.value.length - 1 - entries.value.findLastIndex(({ sequence }) => sequence <= last)
})

export function setPaused(paused: boolean): void {
  frozen.value = paused ? entries.value : undefined
}

/** Identifies a request among those of all sandboxes. */
export const keyOf = ({ sandbox, id }: Pick<RequestSummary, 'sandbox' | 'id'>): string => `${sandbox}:${id}`

/** The resets of its sandbox before a request. */
const incarnationOf = ({ id }: RequestSummary): number => Number.parseInt(id)

/** Adds requests, and forgets the ones from before a reset. */
function withNew(known: readonly RequestSummary[], added: readonly RequestSummary[]): readonly RequestSummary[] {
  const newest = new Map(added.map((entry) => [entry.sandbox, incarnationOf(entry)]))
  const isForgotten = (entry: RequestSummary): boolean => incarnationOf(entry) < (newest.get(entry.sandbox) ?? 0)
  const kept = known.some(isForgotten) ? known.filter((entry) => !isForgotten(entry)) : known
  return [...kept, ...added].slice(-mostEntries)
}

/** Requests that have arrived and are not shown yet. */
let pending: RequestSummary[] = []

/** The sequence of the newest request that the page has. */
let newest = 0

/** Adds a request of the stream, which may repeat those of the list. */
function add(entry: RequestSummary): void {
  if (entry.sequence <= newest) return
  newest = entry.sequence
  if (pending.length === 0) later(batchMs, () => (entries.value = withNew(entries.value, pending.splice(0))))
  pending.push(entry)
}

/** Loads the journal. */
async function load(signal: AbortSignal): Promise<void> {
  const { items } = await api('GET /requests', { query: { ...scopeOf(isAll.peek()), limit: mostEntries }, signal })
  pending = []
  newest = items.at(-1)?.sequence ?? 0
  entries.value = items
  connection.value = 'live'
  touch()
}

/** Forgets the requests, and loads the journal again. */
export function reloadTraffic(): void {
  setPaused(false)
  pending = []
  entries.value = []
  reconnect()
}

/** Shows the requests of all sandboxes, or those of this one. */
export function setAll(all: boolean): void {
  isAll.value = all
  reloadTraffic()
}

/** Follows the requests as long as the page is open. */
export const followTraffic = (): Promise<never> =>
  followStream(
    () => isAll.peek(),
    async (entry, signal) => {
      if (entry === undefined) await load(signal)
      else if (!signal.aborted) add(entry)
    },
  )
