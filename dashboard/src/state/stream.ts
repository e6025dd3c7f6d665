import { EventSourceParserStream } from 'eventsource-parser/stream'

import type { RequestSummary } from '../../../src/core/control/endpoints/requests.ts'
import { connection, send, storedToken, needsToken } from './ask.ts'
import { controlPathOf, sandboxName } from './place.ts'
import { later } from './time.ts'

/**
 * All windows with the same scope share one stream of requests, because a browser allows six connections to an origin.
 * The window that holds the lock reads the stream and broadcasts it; the others wait for the lock. Without a secure
 * context there are no locks, so each window reads a separate stream.
 */
interface Message {
  /** The stream of the message. */
  readonly scope: string
  /**
   * Of a stream: `open` when it begins, `request`, `beat` while it is silent. A later window sends `hello`; `welcome`
   * answers that the stream is open.
   */
  readonly type: 'open' | 'request' | 'beat' | 'hello' | 'welcome'
  readonly entry?: RequestSummary | undefined
}

/** Receives the beginning of a stream (undefined), which requires loading the journal, and then each request. */
type Take = (entry: RequestSummary | undefined, signal: AbortSignal) => Promise<void>

const windows = new BroadcastChannel('cloudsec-fake')

/** True while this window receives the requests of a stream. */
let isOpen = false

/** True while this window reads the stream and broadcasts it. */
let isReader = false

const broadcast: (message: Message) => void = windows.postMessage.bind(windows)

/** A stream that is silent for longer is dead: the fake sends a comment every 15 seconds. */
const maxSilenceMs = 40_000

/** True if the window that holds the lock was silent for that time. */
let isStuck = false

/** Follows the stream of this window's scope until it ends or fails. @param isAll true for the requests of all sandboxes */
async function join(isAll: boolean, given: AbortSignal, take: Take): Promise<void> {
  const scope = JSON.stringify([controlPathOf(isAll ? 'default' : sandboxName), isAll, storedToken()])
  const over = new AbortController()
  const signal = AbortSignal.any([given, over.signal])
  let stopWaiting = (): void => undefined
  const restartTimeout = (): void => {
    stopWaiting()
    stopWaiting = later(maxSilenceMs, () => {
      isStuck = !isReader
      over.abort()
    })
  }
  const receive = async ({ type, entry }: Message): Promise<void> => {
    restartTimeout()
    if (type === 'open' || (type === 'welcome' && !isOpen)) {
      isOpen = true
      await take(undefined, signal)
    } else if (type === 'request' && isOpen) await take(entry, signal)
  }
  // In sequence: requests wait while the journal is loaded, so that none is lost or shown twice.
  let turn = Promise.resolve()
  const onMessage = ({ data }: MessageEvent<Message>): void => {
    if (data.scope !== scope) return
    if (!isReader) turn = turn.then(() => receive(data)).catch((error: unknown) => over.abort(error))
    else if (data.type === 'hello' && isOpen) broadcast({ type: 'welcome', scope })
  }
  const read = async (): Promise<void> => {
    isReader = true
    await turn
    isOpen = false
    await readStream(isAll, signal, async (type, entry) => {
      const message = { type, scope, entry }
      broadcast(message)
      await receive(message)
    })
  }
  windows.addEventListener('message', onMessage)
  restartTimeout()
  broadcast({ type: 'hello', scope })
  try {
    const options = isStuck ? { steal: true } : { signal }
    isStuck = false
    await (isSecureContext ? navigator.locks.request(`cloudsec-fake ${scope}`, options, read) : read())
  } finally {
    over.abort()
    stopWaiting()
    windows.removeEventListener('message', onMessage)
    isOpen = false
    isReader = false
  }
}

/** Reads a stream of the fake until it ends. After a gap, a new stream begins with the whole journal. */
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
    // An abandoned stream would occupy one of the browser's few connections.
    void reader.cancel().catch(() => undefined)
  }
}

/** The query that selects the requests of a scope. */
export const scopeOf = (isAll: boolean) => ({ fields: 'summary', sandboxes: isAll ? 'all' : undefined }) as const

let current = new AbortController()

/** Reconnects at once, and loads the journal. */
export function reconnect(): void {
  current.abort()
}

/** Gaps are batched for this long, because tests reset sandboxes often. */
const gapMs = 500

/** Shows that the fake does not answer, and reconnects. */
export function giveUp(): void {
  if (connection.peek() !== 'live') return
  connection.value = 'lost'
  reconnect()
}

/** Follows the requests while the page is open. A hidden tab releases its connection, because a browser has few. */
export async function followStream(isAll: () => boolean, take: Take): Promise<never> {
  document.addEventListener('visibilitychange', reconnect)
  let failures = 0
  for (;;) {
    current = new AbortController()
    const { signal } = current
    if (document.visibilityState === 'hidden' || needsToken.peek()) {
      await rest(500, signal)
      continue
    }
    const hasEnded = await join(isAll(), signal, take).then(
      () => true,
      () => false,
    )
    failures = hasEnded || signal.aborted ? 0 : failures + 1
    // A reset ends a stream, so only a failed reconnect counts as lost.
    if (failures > 1 && !needsToken.peek()) connection.value = 'lost'
    if (!signal.aborted) await rest(Math.min(100 * 2 ** failures, 2000), signal)
  }
}

/** Waits, at most until the signal is aborted. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    later(ms, resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
