import { computed, signal } from '@preact/signals'
import { EventSourceParserStream } from 'eventsource-parser/stream'

import type { RequestSummary } from '../../control/endpoints/requests.ts'
import { api, ask } from './api.ts'
import { touch, wantsToken } from './ask.ts'
import { connection } from './connection.ts'
import { later, pause } from './time.ts'

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
export const missedCount = computed(() =>
  frozen.value === undefined ? 0 : countAfter(entries.value, frozen.value.at(-1)?.sequence ?? 0),
)

export function setPaused(paused: boolean): void {
  frozen.value = paused ? entries.value : undefined
}

/** Identifies a request among those of all sandboxes. */
export const keyOf = ({ sandbox, id }: Pick<RequestSummary, 'sandbox' | 'id'>): string => `${sandbox}:${id}`

/** How many requests came after one. @param sequence of that request */
export function countAfter(list: readonly RequestSummary[], sequence: number): number {
  return list.length - 1 - list.findLastIndex((entry) => entry.sequence <= sequence)
}

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
  if (pending.length === 0) later(batchMs, flush)
  pending.push(entry)
}

function flush(): void {
  const added = pending
  pending = []
  if (added.length > 0) entries.value = withNew(entries.value, added)
}

const scopeOf = () => ({ fields: 'summary', sandboxes: isAll.value ? 'all' : undefined })

/** Loads the journal. The stream waits meanwhile, so that no request is lost or shown twice. */
async function load(signal: AbortSignal): Promise<void> {
  const { items } = await api('GET /requests', { query: { ...scopeOf(), limit: mostEntries }, signal })
  pending = []
  newest = items.at(-1)?.sequence ?? 0
  entries.value = items
}

/** A stream that is silent for longer has died: the fake sends a comment every 15 seconds. */
const mostSilentMs = 40_000

/** Follows the stream until it ends. */
async function follow(signal: AbortSignal): Promise<void> {
  const headers = { Accept: 'text/event-stream' }
  const response = await ask('GET /requests/stream', { query: scopeOf(), headers, signal })
  let stopWaiting = (): void => undefined
  const waitOn = (): void => {
    stopWaiting()
    stopWaiting = later(mostSilentMs, reconnect)
  }
  const parser = new EventSourceParserStream({ onComment: waitOn })
  const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(parser)
  if (events === undefined) return
  const reader = events.getReader()
  try {
    for (;;) {
      waitOn()
      const { value: event, done } = await reader.read()
      if (done) return
      if (event.event === 'request') {
        const entry: RequestSummary = JSON.parse(event.data)
        add(entry)
      } else if (event.event === 'gap') {
        reloadSoon()
      } else {
        await load(signal)
        connection.value = 'live'
        touch()
      }
    }
  } finally {
    stopWaiting()
    // A stream that nobody reads would keep one of the few connections of the browser.
    void reader.cancel().catch(() => undefined)
  }
}

let current = new AbortController()

/** Connects again at once, and loads the journal. */
export function reconnect(): void {
  current.abort()
}

/** How long gaps are collected: tests reset their sandboxes often. */
const gapMs = 500

let isReloadDue = false

/** Loads the journal again by a new connection: requests are gone. */
function reloadSoon(): void {
  if (isReloadDue) return
  isReloadDue = true
  later(gapMs, () => {
    isReloadDue = false
    reconnect()
  })
}

/** The fake does not answer: says so, and connects again. */
export function giveUp(): void {
  if (connection.peek() !== 'live') return
  connection.value = 'lost'
  reconnect()
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
