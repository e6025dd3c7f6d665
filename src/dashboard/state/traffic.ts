import { computed, signal } from '@preact/signals'
import { EventSourceParserStream } from 'eventsource-parser/stream'

import type { RequestInfo } from '../../control/endpoints/requests.ts'
import { queryOf, read, send, touch, wantsToken } from './ask.ts'
import { connection } from './connection.ts'
import { sandboxName } from './place.ts'
import { later, pause } from './time.ts'

/** A request without its headers and bodies. */
export type RequestSummary = Omit<RequestInfo, 'request' | 'response'> & { readonly sandbox: string }

/** Most requests that the page keeps. */
export const mostEntries = 10_000

/** The requests in the journal, the oldest first. */
export const entries = signal<readonly RequestSummary[]>([])

/** True to show the requests of all sandboxes. */
export const isAll = signal(false)

/** The requests when the list was paused; undefined while it follows. */
const frozen = signal<readonly RequestSummary[] | undefined>(undefined)

export const isPaused = computed(() => frozen.value !== undefined)

/** The requests to show. */
export const shownEntries = computed(() => frozen.value ?? entries.value)

export function setPaused(paused: boolean): void {
  frozen.value = paused ? entries.value : undefined
}

/** Identifies a request among those of all sandboxes. */
export const keyOf = ({ sandbox, id }: Pick<RequestSummary, 'sandbox' | 'id'>): string => `${sandbox}:${id}`

/** The resets of its sandbox before a request. */
const incarnationOf = ({ id }: RequestSummary): number => Number(id.split('-')[0])

/** Adds requests, and forgets the ones from before a reset. */
function withNew(known: readonly RequestSummary[], added: readonly RequestSummary[]): readonly RequestSummary[] {
  const newest = new Map(added.map((entry) => [entry.sandbox, incarnationOf(entry)]))
  const isForgotten = (entry: RequestSummary): boolean => incarnationOf(entry) < (newest.get(entry.sandbox) ?? 0)
  const kept = known.some(isForgotten) ? known.filter((entry) => !isForgotten(entry)) : known
  return [...kept, ...added].slice(-mostEntries)
}

let pending: RequestSummary[] = []

/** The requests of the list that was loaded last: the stream may have them, too. */
let loaded: ReadonlySet<string> = new Set()

/** Requests that arrive together are shown together. */
function add(entry: RequestSummary): void {
  if (loaded.has(keyOf(entry))) return
  if (pending.length === 0) later(60, flush)
  pending.push(entry)
}

function flush(): void {
  const added = pending
  pending = []
  if (added.length > 0) entries.value = withNew(entries.value, added)
}

/** Loads the journal. */
export async function reloadTraffic(): Promise<void> {
  const scope = { fields: 'summary', sandboxes: isAll.value ? 'all' : undefined, limit: mostEntries }
  const { items } = await read<{ items: readonly RequestSummary[] }>(`/requests${queryOf(scope)}`)
  loaded = new Set(items.map(keyOf))
  pending = pending.filter((entry) => !loaded.has(keyOf(entry)))
  entries.value = items
}

/** Follows the stream until it ends. */
async function follow(signal: AbortSignal): Promise<void> {
  const scope = { fields: 'summary', sandboxes: isAll.value ? 'all' : undefined }
  const response = await send('GET', `/requests/stream${queryOf(scope)}`, {
    headers: { Accept: 'text/event-stream' },
    signal,
  })
  const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  if (events === undefined) return
  const reader = events.getReader()
  for (;;) {
    const { value: event, done } = await reader.read()
    if (done) return
    if (event.event === 'request') {
      const entry: RequestSummary = JSON.parse(event.data)
      add(entry)
    } else {
      // The stream is open, or has left requests out.
      await reloadTraffic()
      connection.value = 'live'
      touch()
    }
  }
}

let current = new AbortController()

/** Connects again at once, such as for another scope. */
export function reconnect(): void {
  current.abort()
}

/** Shows the requests of all sandboxes, or those of this one. */
export function setAll(all: boolean): void {
  isAll.value = all
  frozen.value = undefined
  reconnect()
}

/** Follows the requests as long as the page is open. A tab that is hidden gives its connection back: a browser has few. */
export async function followTraffic(): Promise<never> {
  document.addEventListener('visibilitychange', reconnect)
  let failures = 0
  for (;;) {
    current = new AbortController()
    const { signal } = current
    if (document.visibilityState === 'hidden' || wantsToken.peek()) {
      await Promise.race([pause(500), aborted(signal)])
      continue
    }
    const hasEnded = await follow(signal).then(
      () => true,
      () => false,
    )
    failures = hasEnded || signal.aborted ? 0 : failures + 1
    // A reset ends a stream: only a fake that cannot be reached again is lost.
    if (failures > 1 && !wantsToken.peek()) connection.value = 'lost'
    if (!signal.aborted) await Promise.race([pause(Math.min(100 * 2 ** failures, 2000)), aborted(signal)])
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

export const scopeText = computed(() => (isAll.value ? 'all sandboxes' : `sandbox ${sandboxName}`))
