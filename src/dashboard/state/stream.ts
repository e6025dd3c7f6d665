import { EventSourceParserStream } from 'eventsource-parser/stream'

import type { RequestSummary } from '../../control/endpoints/requests.ts'
import { connection, send, tokenOfTab, wantsToken } from './ask.ts'
import { controlPathOf, sandboxName } from './place.ts'
import { later } from './time.ts'

/**
 * One stream of requests for all windows of a browser that show the same: a browser has six connections to an origin. The
 * window that holds the lock of the stream reads it, and tells the others; they wait for the lock. A page that is no secure
 * context (http, and no address of this machine) has no locks: there, each window reads a stream of its own.
 */
interface Message {
  /** The stream that it is about. */
  readonly scope: string
  /**
   * Of a stream: `open` when it begins, `request`, `beat` where it is silent. A window that comes later says `hello`, and is
   * told by `welcome` that the stream is open.
   */
  readonly type: 'open' | 'request' | 'beat' | 'hello' | 'welcome'
  readonly entry?: RequestSummary | undefined
}

/** Takes what a stream brings: its beginning (undefined), when the journal is to be loaded, and each request after it. */
type Take = (entry: RequestSummary | undefined, signal: AbortSignal) => Promise<void>

const windows = new BroadcastChannel('cloudsec-fake')

/** True while this window gets the requests of a stream. */
let isOpen = false

/** True while this window reads the stream, for others too. */
let isReader = false

const tell: (message: Message) => void = windows.postMessage.bind(windows)

/** A stream that is silent for longer has died: the fake sends a comment every 15 seconds. */
const mostSilentMs = 40_000

/** True after the window that holds the lock said nothing for that time. */
let isStuck = false

/** Follows the stream of this window's scope until it ends, or fails. @param isAll true for the requests of all sandboxes */
async function join(isAll: boolean, given: AbortSignal, take: Take): Promise<void> {
  const scope = JSON.stringify([controlPathOf(isAll ? 'default' : sandboxName), isAll, tokenOfTab()])
  const over = new AbortController()
  const signal = AbortSignal.any([given, over.signal])
  let stopWaiting = (): void => undefined
  const waitOn = (): void => {
    stopWaiting()
    stopWaiting = later(mostSilentMs, () => {
      isStuck = !isReader
      over.abort()
    })
  }
  const receive = async ({ type, entry }: Message): Promise<void> => {
    waitOn()
    if (type === 'open' || (type === 'welcome' && !isOpen)) {
      isOpen = true
      await take(undefined, signal)
    } else if (type === 'request' && isOpen) await take(entry, signal)
  }
  // One after the other: the requests wait while the journal is loaded, so that none is lost or shown twice.
  let turn = Promise.resolve()
  const hear = ({ data }: MessageEvent<Message>): void => {
    if (data.scope !== scope) return
    if (!isReader) turn = turn.then(() => receive(data)).catch((error: unknown) => over.abort(error))
    else if (data.type === 'hello' && isOpen) tell({ type: 'welcome', scope })
  }
  const read = async (): Promise<void> => {
    isReader = true
    await turn
    isOpen = false
    await readStream(isAll, signal, async (type, entry) => {
      const message = { type, scope, entry }
      tell(message)
      await receive(message)
    })
  }
  windows.addEventListener('message', hear)
  waitOn()
  tell({ type: 'hello', scope })
  try {
    const options = isStuck ? { steal: true } : { signal }
    isStuck = false
    await (isSecureContext ? navigator.locks.request(`cloudsec-fake ${scope}`, options, read) : read())
  } finally {
    over.abort()
    stopWaiting()
    windows.removeEventListener('message', hear)
    isOpen = false
    isReader = false
  }
}

/** Reads a stream of the fake until it ends. A gap is answered by a new one, which begins with the whole journal. */
async function readStream(
  isAll: boolean,
  signal: AbortSignal,
  emit: (type: Message['type'], entry?: RequestSummary) => Promise<void>,
): Promise<void> {
  const headers = { Accept: 'text/event-stream' }
  const response = await send('GET /requests/stream', { query: scopeOf(isAll), headers, signal })
  const parser = new EventSourceParserStream({ onComment: () => void emit('beat') })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(parser).getReader()
  if (reader === undefined) return
  try {
    for (;;) {
      const { value: event, done } = await reader.read()
      if (done) return
      if (event.event === 'request') await emit('request', JSON.parse(event.data))
      else if (event.event === 'gap') return await rest(gapMs, signal)
      else await emit('open')
    }
  } finally {
    // A stream that nobody reads would keep one of the few connections of the browser.
    void reader.cancel().catch(() => undefined)
  }
}

/** The query that selects the requests of a scope. */
export const scopeOf = (isAll: boolean) => ({ fields: 'summary', sandboxes: isAll ? 'all' : undefined }) as const

let current = new AbortController()

/** Connects again at once, and loads the journal. */
export function reconnect(): void {
  current.abort()
}

/** How long gaps are collected: tests reset their sandboxes often. */
const gapMs = 500

/** The fake does not answer: says so, and connects again. */
export function giveUp(): void {
  if (connection.peek() !== 'live') return
  connection.value = 'lost'
  reconnect()
}

/** Follows the requests as long as the page is open. A tab that is hidden gives its connection back: a browser has few. */
export async function followStream(isAll: () => boolean, take: Take): Promise<never> {
  document.addEventListener('visibilitychange', reconnect)
  let failures = 0
  for (;;) {
    current = new AbortController()
    const { signal } = current
    if (document.visibilityState === 'hidden' || wantsToken.peek()) {
      await rest(500, signal)
      continue
    }
    const hasEnded = await join(isAll(), signal, take).then(
      () => true,
      () => false,
    )
    failures = hasEnded || signal.aborted ? 0 : failures + 1
    // A reset ends a stream: only a fake that cannot be reached again is lost.
    if (failures > 1 && !wantsToken.peek()) connection.value = 'lost'
    if (!signal.aborted) await rest(Math.min(100 * 2 ** failures, 2000), signal)
  }
}

/** Waits, until the signal at most. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    later(ms, resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
